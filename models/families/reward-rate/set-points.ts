import { type PoweredRoom, poweredRoom } from '../../facility/room-state.js';
import { failedRoomsOf, inFailedRoom } from './in-failed-room.js';
import type { RewardRateModel } from './model.js';

/** State of a plan as far as it does not depend on set-points, in the room and in each failed room. */
export interface ZoneState extends PoweredRoom {
  /** For the same powers, the state in each failed room of the model. */
  readonly failed: readonly ZoneState[];
}

/** Returns the state of the room and of its failed rooms for these zone powers. */
export function zoneState(model: RewardRateModel, zonePowerW: Float64Array, riseC?: Float64Array): ZoneState {
  return {
    ...poweredRoom(model, zonePowerW, riseC),
    failed: failedRoomsOf(model).map((room) => zoneState(inFailedRoom(model, room), zonePowerW)),
  };
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
