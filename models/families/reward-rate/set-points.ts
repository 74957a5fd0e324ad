import { type PoweredRoom, poweredRoom } from '../../facility/room-state.js';
import type { FailedRoom } from './failed-rooms.js';
import { failedRoomsOf, inFailedRoom } from './in-failed-room.js';
import type { RewardRateModel } from './model.js';

/** Part of a plan's steady state that node power alone determines, for the room and for each room after a failure. */
export interface ZoneState extends PoweredRoom {
  /** The same part of the steady state for each room after a failure, with the same node powers. */
  readonly failed: readonly ZoneState[];
}

/**
 * Returns the part of the steady state that node power alone determines, for the room and for each failed room.
 *
 * @param zonePowerW power of each zone's nodes, W
 * @param riseC inlet temperature of each zone minus a common set-point, K; computed if it is not given
 */
export function zoneState(model: RewardRateModel, zonePowerW: Float64Array, riseC?: Float64Array): ZoneState {
  return {
    ...poweredRoom(model, zonePowerW, riseC),
    failed: failedRoomsOf(model).map((room) => zoneState(inFailedRoom(model, room), zonePowerW)),
  };
}

/** A room in which plans must keep all limits, with the part of its steady state that node power alone determines. */
export interface RoomAtWork {
  /** Model with the air, CRACs and limits of this room. */
  readonly model: RewardRateModel;
  readonly state: ZoneState;
  /** Index of each CRAC of this room among the working CRACs before the failure. */
  readonly left: readonly number[];
  /** The failure after which this is the room; null for the room without a failure. */
  readonly failure: FailedRoom | null;
}

/** Returns the rooms in which plans must keep all limits: first the one without a failure, then one for each failure. */
export function roomsAtWork(model: RewardRateModel, state: ZoneState): [RoomAtWork, ...RoomAtWork[]] {
  return [
    { model, state, left: [...model.cracs.keys()], failure: null },
    ...failedRoomsOf(model).map((failure, f): RoomAtWork => ({
      model: inFailedRoom(model, failure),
      state: state.failed[f]!,
      left: failure.left,
      failure,
    })),
  ];
}

/**
 * Returns a set-point for every working CRAC. It is `setPointC` or, if that is outside the CRAC's range, the nearer end
 * of the range.
 */
export function clampedSetPoints(model: RewardRateModel, setPointC: number): number[] {
  return model.cracs.map((crac) => Math.min(crac.setPointMaxC, Math.max(crac.setPointMinC, setPointC)));
}

/**
 * Returns the outlet temperature of every CRAC of the influence matrix, C. For a working CRAC it is the set-point. For
 * a failed CRAC it is that of a mixture of air from working CRACs and zones.
 *
 * @param setPointsC set-point of each working CRAC, C
 * @param zoneOutletC outlet temperature of each zone, C
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
