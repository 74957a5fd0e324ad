import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { LinearRow } from '../../../../../models/forms/linear-program.js';
import {
  isOnStandby,
  minimumOfZone,
  minimumsOf,
  nodesOn,
} from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine, LpOptions } from '../../../../solvers/linear/engine.js';
import { lpScale } from '../lp-scale.js';
import { firstLpColumns, lpRow } from '../room-program/lp-parts.js';
import type { PlanLimits } from './plan-limits.js';
import type { NodeConfigurations } from './node-plan.js';

/**
 * Margin by which limits are tightened in LPs of rounding, C and kW, because the engine keeps limits only to a
 * tolerance.
 */
export const SIDE_MARGIN = 2e-7;

/** What some nodes of a zone may do in place of what they do in the plan so far. */
export interface Choice {
  readonly zone: number;
  /** Number of nodes that choose. */
  readonly count: number;
  /** True if each of these nodes takes exactly one option; false if some may stay as they are, in fractions of nodes. */
  readonly isWhole: boolean;
  /** Configurations, of which rates and power are added to those of the plan. */
  readonly options: readonly Configuration[];
  /** Configuration that each option replaces: its rates and power are taken off the plan's. Absent: none. */
  readonly replaced?: Configuration;
}

/**
 * Returns how many nodes take each option, [choice][option], by an LP or mixed-integer program that maximises the
 * reward within the rows; null if the engine found nothing.
 *
 * @param nodes plan to which the options are added
 * @param ratePerS completion rates to which those of the options are added, tasks/s
 */
export function bestChoices(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  ratePerS: Float64Array,
  choices: readonly Choice[],
  { rows, side }: Pick<PlanLimits, 'rows' | 'side'>,
  engine: LpEngine,
  options: LpOptions,
): Float64Array[] | null {
  const scale = lpScale(model);
  const coreKW = Float64Array.from(nodes, (zone) => zone.reduce((sum, { coreW }) => sum + coreW / W_PER_KW, 0));
  const columns = firstLpColumns(model, scale, side);
  const begin = columns.length;
  const first = choices.map(({ count, isWhole, options: ofChoice }, n) => {
    const { length } = columns;
    for (const s of ofChoice.keys())
      columns.push({ name: `z_${n}_${s}`, cost: 0, lower: 0, upper: count, integer: isWhole });
    return length;
  });
  const all = choices.flatMap(({ zone, options: ofChoice, replaced }) =>
    ofChoice.map((option) => ({ zone, option, replaced, coreW: option.coreW - (replaced?.coreW ?? 0) })),
  );
  /** Returns a row with some entries and those of the options. There are millions: they go straight into the row. */
  const rowOf = (
    name: string,
    [lower, upper]: readonly [number, number],
    entries: readonly (readonly [column: number, coefficient: number])[],
    of: (one: (typeof all)[number]) => number,
  ): LinearRow => {
    const columnIndices = entries.map(([column]) => column);
    const coefficients = entries.map(([, coefficient]) => coefficient);
    for (let n = 0; n < all.length; n++) {
      const value = of(all[n]!);
      if (value === 0) continue;
      columnIndices.push(begin + n);
      coefficients.push(value);
    }
    return { name, lower, upper, columnIndices, coefficients };
  };
  const on = nodesOn(model, nodes);
  const minimumOf = minimumOfZone(model);
  const session = engine.open({
    sense: 'maximize',
    columns,
    rows: [
      ...model.taskNames.map((name, i) =>
        rowOf(`rate_${name}`, [-Infinity, ratePerS[i]! / scale.rate[i]!], [[i, 1]], ({ option, replaced }) => {
          const added = option.ratePerS[i]! - (replaced?.ratePerS[i] ?? 0);
          return -added / scale.rate[i]!;
        }),
      ),
      ...choices.map(({ count, isWhole, options: ofChoice }, n) =>
        lpRow(
          `choice_${n}`,
          isWhole ? count : -Infinity,
          count,
          [...ofChoice.keys()].map((s) => [first[n]! + s, 1]),
        ),
      ),
      ...rows.map(({ zoneCoefficient, side: terms, rhs, defines }, r) => {
        const used = zoneCoefficient.reduce((sum, coefficient, b) => sum + coefficient * coreKW[b]!, 0);
        const upper = rhs - used - (terms.length === 0 || defines !== undefined ? 0 : SIDE_MARGIN);
        return rowOf(
          `coupling_${r}`,
          [defines === undefined ? -Infinity : upper, upper],
          terms.map(({ column, value }) => [model.taskNames.length + column, value] as const),
          ({ coreW, zone }) => (zoneCoefficient[zone]! * coreW) / W_PER_KW,
        );
      }),
      ...minimumsOf(model).flatMap((minimum, h) => {
        if (on[h]! >= minimum.nodes) return [];
        const counts = ({ option, zone }: (typeof all)[number]): number =>
          minimumOf[zone] === h && !isOnStandby(option) ? 1 : 0;
        return [rowOf(`on_${h}`, [minimum.nodes - on[h]!, Infinity], [], counts)];
      }),
    ],
  });
  try {
    const { point } = session.solve({ primalTolerance: 1e-8, ...options });
    if (point === null) return null;
    return choices.map(({ options: { length } }, n) => point.columnValues.slice(first[n], first[n]! + length));
  } finally {
    session.dispose();
  }
}
