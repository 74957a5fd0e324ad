import { coefficientOfPerformance } from '../../physics/cooling/crac.js';
import { failedRoomsOf, inFailedRoom } from './in-failed-room.js';
import type { RewardRateProblem } from './problem.js';

/** The part of a plan's thermal state that does not depend on set-points. */
export interface ZoneState {
  /** P by zone, W. */
  readonly zonePowerW: Float64Array;
  /** Inlet rise above a common set-point by zone: M P. */
  readonly riseC: Float64Array;
  /** H P by CRAC at work: the heat that each removes under a common set-point, W. */
  readonly heatW: Float64Array;
  /** Power of all nodes, W. */
  readonly nodePowerW: number;
  /** States of the same powers in the problem's failed rooms, in the order of those rooms. */
  readonly failed: readonly ZoneState[];
}

export function zoneState(problem: RewardRateProblem, zonePowerW: Float64Array, riseC?: Float64Array): ZoneState {
  return {
    zonePowerW,
    nodePowerW: zonePowerW.reduce((sum, powerW) => sum + powerW, 0),
    failed: failedRoomsOf(problem).map((room) => zoneState(inFailedRoom(problem, room), zonePowerW)),
    riseC: riseC ?? problem.thermal.inletRiseC(zonePowerW),
    heatW: Float64Array.from(problem.cracs, (_, c) => {
      const share = problem.thermal.cracHeatRow(c);
      let heatW = 0;
      for (let b = 0; b < zonePowerW.length; b++) heatW += share[b]! * zonePowerW[b]!;
      return heatW;
    }),
  };
}

/** Returns the heat that each CRAC at work removes, W: q = H P + K T; negative where a CRAC warms the room. */
export function cracHeatW(problem: RewardRateProblem, state: ZoneState, setPointsC: ArrayLike<number>): Float64Array {
  return state.heatW.map((baseW, c) => {
    const row = problem.thermal.cracHeatPerSetPoint(c);
    let heatW = baseW;
    for (let d = 0; d < row.length; d++) heatW += row[d]! * setPointsC[d]!;
    return heatW;
  });
}

/** Returns the power of all CRACs at work, W: the sum of max(0, q_c) / CoP(T_c) (Eq. 17). */
export function coolingPowerW(problem: RewardRateProblem, heatW: Float64Array, setPointsC: ArrayLike<number>): number {
  let powerW = 0;
  for (let c = 0; c < heatW.length; c++) {
    if (heatW[c]! > 0) powerW += heatW[c]! / coefficientOfPerformance(problem.budget.cooling, setPointsC[c]!);
  }
  return powerW;
}

/** Returns the set-point of every CRAC at work as near to `setPointC` as its range allows. */
export function clampedSetPoints(problem: RewardRateProblem, setPointC: number): number[] {
  return problem.cracs.map((crac) => Math.min(crac.setPointMaxC, Math.max(crac.setPointMinC, setPointC)));
}

/**
 * Returns the outlet temperatures by CRAC of the matrix: the set-points of those at work; a failed CRAC passes on the
 * air at its inlet, whose temperature follows from the other CRACs and the nodes' outlets.
 */
export function outletsByCrac(
  problem: RewardRateProblem,
  setPointsC: readonly number[],
  zoneOutletC: ArrayLike<number>,
): number[] {
  const outletC = new Array<number>(problem.matrix.cracNames.length).fill(NaN);
  for (const [c, { index }] of problem.cracs.entries()) outletC[index] = setPointsC[c]!;
  for (const { crac, weights } of problem.passed) {
    outletC[crac] = weights.reduce(
      (sum, weight, n) =>
        sum +
        (weight === 0 ? 0 : weight * (n < setPointsC.length ? setPointsC[n]! : zoneOutletC[n - setPointsC.length]!)),
      0,
    );
  }
  return outletC;
}
