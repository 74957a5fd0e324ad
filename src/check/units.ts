/** A CRAC as the checker reads it. Families without failures state none of the optional fields but the capacity. */
export interface CheckedUnit {
  readonly name: string;
  readonly airFlowM3PerS: number;
  readonly coolingCapacityW?: number | undefined;
  readonly onFailure?: 'fanStops' | 'fanRuns' | undefined;
  readonly backFlow?: number | undefined;
  readonly standbyAirFlowM3PerS?: number | undefined;
}

/** Share of its air flow that a still CRAC lets back if it states none (docs/reward-rate/failures.md). */
const UNDAMPED = 0.15;

/** Returns the CRACs after some have failed. Their fans do as stated, else they stop where the air can be drawn. */
export function withoutUnits<U extends CheckedUnit>(units: readonly U[], gone: readonly string[], drawn: boolean): U[] {
  return units.map((unit) => {
    if (!gone.includes(unit.name)) return unit;
    return { ...unit, coolingCapacityW: 0, onFailure: unit.onFailure ?? (drawn ? 'fanStops' : 'fanRuns') };
  });
}

/** Returns true if a CRAC has failed and its fan stands still. */
export function standsStill(unit: CheckedUnit): boolean {
  return unit.coolingCapacityW === 0 && unit.onFailure === 'fanStops';
}

/** Returns the air that a CRAC moves among these CRACs, m3/s. */
export function movedM3PerS(unit: CheckedUnit, units: readonly CheckedUnit[]): number {
  if (standsStill(unit)) return 0;
  const helps = unit.coolingCapacityW !== 0 && units.some(({ coolingCapacityW }) => coolingCapacityW === 0);
  return (helps ? unit.standbyAirFlowM3PerS : undefined) ?? unit.airFlowM3PerS;
}

/**
 * Returns the air that passes tiles and leaks, and the air that flows back up through each still CRAC, m3/s. The
 * pressure under the floor is even and follows from the balance: what fans blow in is what leaves.
 */
export function floorAir(units: readonly CheckedUnit[]): { readonly supply: number; readonly back: readonly number[] } {
  let [blown, nominal, opening] = [0, 0, 0];
  const openings = units.map((unit) => (standsStill(unit) ? unit.airFlowM3PerS * (unit.backFlow ?? UNDAMPED) : 0));
  for (const [n, unit] of units.entries()) {
    blown += movedM3PerS(unit, units);
    nominal += unit.airFlowM3PerS;
    opening += openings[n]!;
  }
  // Pressure relative to that with every CRAC at work, in m3/s through the usual openings.
  const supply = opening === 0 ? blown : (blown * nominal) / (nominal + opening);
  return { supply, back: openings.map((one) => (supply / nominal) * one) };
}
