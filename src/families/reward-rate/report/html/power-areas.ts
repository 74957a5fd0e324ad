import type { PowerSplit } from '../../../../../models/facility/power-split.js';
import { BLUE, GREEN, ORANGE, PURPLE, SKY } from '../../../../reports/html/palette.js';
import type { UnitLine } from '../../../../reports/html/unit-chart.js';

/** Uses of power in the order in which they are stacked, with colours. */
const POWER_USES = [
  { field: 'idleW', name: 'Idle nodes', colour: SKY },
  { field: 'coresW', name: 'Cores at work', colour: BLUE },
  { field: 'coolingW', name: 'Cooling', colour: GREEN },
  { field: 'upsLossW', name: 'UPS loss', colour: ORANGE },
  { field: 'otherW', name: 'Other load', colour: PURPLE },
] as const;

/** Returns power by use as stacked areas of a chart, without the uses that are always 0. */
export function powerAreas<Run extends { readonly power: PowerSplit | null }>(
  runs: readonly Run[],
  over: (of: (run: Run) => number) => UnitLine['points'],
): UnitLine[] {
  return POWER_USES.filter(({ field }) => runs.some(({ power }) => (power?.[field] ?? 0) > 0)).map(
    ({ field, ...look }) => ({ ...look, stacked: true, points: over(({ power }) => power?.[field] ?? 0) }),
  );
}
