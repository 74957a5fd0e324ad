import { coefficientOfPerformance } from '../../physics/cooling/crac.js';
import { failedRoomsOf, inFailedRoom } from './in-failed-room.js';
import type { RewardRateModel } from './model.js';

/** Powers, temperature rises and heat of a plan, as far as they do not depend on set-points. */
export interface ZoneState {
  /** Power of each zone, W. */
  readonly zonePowerW: Float64Array;
  /** Rise of each zone's inlet temperature above a common set-point, K. */
  readonly riseC: Float64Array;
  /** Heat that each working CRAC removes if all CRACs have one common set-point, W. */
  readonly heatW: Float64Array;
  /** Power of all nodes, W. */
  readonly nodePowerW: number;
  /** For the same powers, the state in each failed room of the model. */
  readonly failed: readonly ZoneState[];
}

export function zoneState(model: RewardRateModel, zonePowerW: Float64Array, riseC?: Float64Array): ZoneState {
  return {
    zonePowerW,
    nodePowerW: zonePowerW.reduce((sum, powerW) => sum + powerW, 0),
    failed: failedRoomsOf(model).map((room) => zoneState(inFailedRoom(model, room), zonePowerW)),
    riseC: riseC ?? model.thermal.inletRiseC(zonePowerW),
    heatW: Float64Array.from(model.cracs, (_, c) => {
      const share = model.thermal.cracHeatRow(c);
      let heatW = 0;
      for (let b = 0; b < zonePowerW.length; b++) heatW += share[b]! * zonePowerW[b]!;
      return heatW;
    }),
  };
}

/**
 * Returns the heat that each working CRAC removes at these set-points, W. It is negative if the CRAC warms the room.
 */
export function cracHeatW(model: RewardRateModel, state: ZoneState, setPointsC: ArrayLike<number>): Float64Array {
  return state.heatW.map((baseW, c) => {
    const row = model.thermal.cracHeatPerSetPoint(c);
    let heatW = baseW;
    for (let d = 0; d < row.length; d++) heatW += row[d]! * setPointsC[d]!;
    return heatW;
  });
}

/** Returns the power of all working CRACs, W: the sum over CRACs c of max(0, heat_c) / CoP(set-point_c) (Eq. 17). */
export function coolingPowerW(model: RewardRateModel, heatW: Float64Array, setPointsC: ArrayLike<number>): number {
  let powerW = 0;
  for (let c = 0; c < heatW.length; c++) {
    if (heatW[c]! > 0) powerW += heatW[c]! / coefficientOfPerformance(model.budget.cooling, setPointsC[c]!);
  }
  return powerW;
}

/** Returns a set-point for every working CRAC: `setPointC`, clamped to the CRAC's range. */
export function clampedSetPoints(model: RewardRateModel, setPointC: number): number[] {
  return model.cracs.map((crac) => Math.min(crac.setPointMaxC, Math.max(crac.setPointMinC, setPointC)));
}

/**
 * Returns the outlet temperature of each CRAC of the matrix, C. For a working CRAC it is the set-point. A failed CRAC
 * passes on its inlet air, whose temperature follows from the outlets of working CRACs and zones.
 */
export function outletsByCrac(
  model: RewardRateModel,
  setPointsC: readonly number[],
  zoneOutletC: ArrayLike<number>,
): number[] {
  const outletC = new Array<number>(model.matrix.cracNames.length).fill(NaN);
  for (const [c, { index }] of model.cracs.entries()) outletC[index] = setPointsC[c]!;
  for (const { crac, weights } of model.passed) {
    outletC[crac] = weights.reduce(
      (sum, weight, n) =>
        sum +
        (weight === 0 ? 0 : weight * (n < setPointsC.length ? setPointsC[n]! : zoneOutletC[n - setPointsC.length]!)),
      0,
    );
  }
  return outletC;
}
