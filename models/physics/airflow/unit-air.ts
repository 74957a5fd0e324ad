import type { Crac, Facility } from '../../facility/facility.js';
import type { InfluenceMatrix } from '../thermal/influence-matrix.js';

/** What the fan of a failed CRAC does. */
export type FailureMode = 'fanStops' | 'fanRuns';

/** A CRAC with what becomes of its air when it or another CRAC fails (docs/reward-rate/failures.md). */
export interface Unit extends Crac {
  readonly onFailure?: FailureMode | undefined;
  readonly backFlow?: number | undefined;
  readonly standbyAirFlowM3PerS?: number | undefined;
}

/** Share of its air flow that a CRAC without a stated `backFlow` lets back: no damper is fitted. Our choice. */
const BACK_FLOW = 0.15;

/** Air of the CRACs of a room, m3/s, by CRAC. */
export interface UnitAir {
  /** Air that each CRAC moves: none if its fan stands still, more than usual on standby for a failed one. */
  readonly flowM3PerS: Float64Array;
  /** Air that flows back up through each CRAC that stands still. */
  readonly backFlowM3PerS: Float64Array;
  /** Air that enters the room by tiles and leaks. */
  readonly supplyM3PerS: number;
}

/** Returns true if a CRAC has failed and its fan stands still. */
export function isStill({ coolingCapacityW, onFailure }: Unit): boolean {
  return coolingCapacityW === 0 && onFailure === 'fanStops';
}

/**
 * Returns the air of the CRACs. A CRAC that stands still is one more opening of the floor. With the flows Q of all that
 * move air, the back flow fractions beta of those that stand still, and the sum S0 of all usual flows, tiles and leaks
 * pass
 *
 * S = sum Q / (1 + sum beta Q_f / S0)
 *
 * and CRAC f lets back beta_f Q_f S / S0. No back flow exceeds the supply.
 */
export function unitAir(cracs: readonly Unit[]): UnitAir {
  const isOneLost = cracs.some(({ coolingCapacityW }) => coolingCapacityW === 0);
  const flowM3PerS = Float64Array.from(cracs, (crac) => {
    const { airFlowM3PerS, coolingCapacityW, standbyAirFlowM3PerS = airFlowM3PerS } = crac;
    if (isStill(crac)) return 0;
    return isOneLost && coolingCapacityW !== 0 ? standbyAirFlowM3PerS : airFlowM3PerS;
  });
  const usual = cracs.reduce((sum, { airFlowM3PerS }) => sum + airFlowM3PerS, 0);
  const moved = flowM3PerS.reduce((sum, flow) => sum + flow, 0);
  const openings = cracs.map((crac) => (isStill(crac) ? (crac.backFlow ?? BACK_FLOW) * crac.airFlowM3PerS : 0));
  const opened = openings.reduce((sum, opening) => sum + opening, 0);
  const supplyM3PerS = opened === 0 ? moved : (moved * usual) / (usual + opened);
  return {
    flowM3PerS,
    backFlowM3PerS: Float64Array.from(openings, (one) => (one * supplyM3PerS) / usual),
    supplyM3PerS,
  };
}

/** Returns the names of the failed CRACs of a facility whose fans stand still, and of those that blow on. */
export function failedUnits(cracs: readonly Unit[]): { readonly still: string[]; readonly blowing: string[] } {
  const failed = cracs.filter(({ coolingCapacityW }) => coolingCapacityW === 0);
  const names = (units: readonly Unit[]): string[] => units.map(({ name }) => name).sort();
  return { still: names(failed.filter(isStill)), blowing: names(failed.filter((crac) => !isStill(crac))) };
}

/**
 * Returns the influence matrix of a facility after failures of CRACs. It is `matrix` itself if no air changes, because
 * all failed CRACs blow on and no other moves more air.
 *
 * @param matrix influence matrix of the facility before the failure
 * @returns null if the air changes and was not drawn: `matrix.afterFailure` lacks it
 */
export function airAfterFailure({ cracs }: Pick<Facility, 'cracs'>, matrix: InfluenceMatrix): InfluenceMatrix | null {
  const { flowM3PerS } = unitAir(cracs);
  const isSame = cracs.every(({ name }, c) => {
    const index = matrix.cracNames.indexOf(name);
    return index < 0 || matrix.airFlowM3PerS[index] === flowM3PerS[c];
  });
  if (isSame) return matrix;
  const key = JSON.stringify(failedUnits(cracs));
  const found = matrix.afterFailure?.find(({ still, blowing }) => JSON.stringify({ still, blowing }) === key);
  return found?.matrix ?? null;
}
