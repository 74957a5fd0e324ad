import { TOLERATED_K } from '../../../../models/facility/limits.js';
import type { RackHeat, ZoneHeat } from '../../../reports/html/heat-scale.js';
import type { ReportRequest } from './input.js';

/** A rack is marked as near the red line if its hottest inlet is at most this far below it, K. */
export const NEAR_RED_LINE_K = 0.1;

/** Returns power and inlet temperatures of every rack, in the order of the racks' first zones. */
export function rackHeat({ instance, matrix, record: { evaluation } }: ReportRequest): RackHeat[] {
  const zonesOf = new Map<string, ZoneHeat[]>();
  for (const [z, { name, rack, level }] of matrix.zones.entries()) {
    const zone = {
      name,
      rack,
      level,
      inletC: finite(evaluation?.zoneInletC[z]),
      outletC: finite(evaluation?.zoneOutletC[z]),
      nodePowerW: finite(evaluation?.zoneNodePowerW[z]),
    };
    const zones = zonesOf.get(rack);
    if (zones) zones.push(zone);
    else zonesOf.set(rack, [zone]);
  }
  const { redLineC } = instance.limits;
  return [...zonesOf].map(([name, zones]) => {
    const inlets = zones.flatMap(({ inletC }) => (inletC === null ? [] : [inletC]));
    const hottestInletC = inlets.length === 0 ? null : Math.max(...inlets);
    return {
      name,
      zones: zones.sort((a, b) => a.level - b.level),
      hottestInletC,
      nodePowerW: sumOf(zones.map(({ nodePowerW }) => nodePowerW)),
      state: hottestInletC === null ? 'clear' : stateOf(redLineC - hottestInletC),
    };
  });
}

function stateOf(marginC: number): RackHeat['state'] {
  if (marginC < -TOLERATED_K) return 'over';
  return marginC <= NEAR_RED_LINE_K + TOLERATED_K ? 'near' : 'clear';
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
