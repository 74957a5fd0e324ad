import type { ReportInput } from './input.js';

/** One zone's temperatures and power; null where the record has none. */
export interface ZoneHeat {
  readonly name: string;
  readonly rack: string;
  readonly level: number;
  readonly inletC: number | null;
  readonly outletC: number | null;
  readonly nodePowerW: number | null;
}

export interface RackHeat {
  readonly name: string;
  /** From the lowest level up. */
  readonly zones: readonly ZoneHeat[];
  readonly hottestInletC: number | null;
  /** Of all its nodes; null where that of a zone is unknown. */
  readonly nodePowerW: number | null;
  /** near: within NEAR_RED_LINE_C below the red line; over: above it. */
  readonly state: 'clear' | 'near' | 'over';
}

export const NEAR_RED_LINE_C = 0.1;
/** A red line met to the last bit or two counts as met, as the checker holds it. */
const TEMPERATURE_TOLERANCE_C = 1e-6;

/** Racks in order of their first zone. */
export function rackHeat({ instance, matrix, record: { evaluation } }: ReportInput): RackHeat[] {
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
  if (marginC < -TEMPERATURE_TOLERANCE_C) return 'over';
  return marginC <= NEAR_RED_LINE_C + TEMPERATURE_TOLERANCE_C ? 'near' : 'clear';
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
