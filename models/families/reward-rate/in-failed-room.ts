import { withCapOf } from '../../facility/meter.js';
import type { FailedRoom } from './failed-rooms.js';
import type { RewardRateModel } from './model.js';

/** Returns the rooms after each failure that plans must survive. Plans must also keep all limits in these rooms. */
export function failedRoomsOf({ failedRooms }: Pick<RewardRateModel, 'failedRooms'>): readonly FailedRoom[] {
  return failedRooms ?? [];
}

/** Returns the model of the same nodes with the air, CRACs and limits that a failure leaves. */
export function inFailedRoom(model: RewardRateModel, room: FailedRoom): RewardRateModel {
  const { matrix, workingAir, thermal, cracs, passed, setPointMinC, setPointMaxC, coolingLimits, redLineC } = room;
  return {
    ...model,
    matrix,
    workingAir,
    thermal,
    cracs,
    passed,
    setPointMinC,
    setPointMaxC,
    coolingLimits,
    redLineC,
    airLimits: model.airLimits.map((limit) => ({ ...limit, limit: limit.stated })),
    budget: withCapOf(model.budget, room),
    failedRooms: [],
  };
}

/** Returns the model without failures to survive. It is the same object if there are none. */
export function withoutFailedRooms(model: RewardRateModel): RewardRateModel {
  return failedRoomsOf(model).length === 0 ? model : { ...model, failedRooms: [] };
}

/**
 * Returns the set-points of the CRACs that still work after a failure, C.
 *
 * @param setPointsC set-point of each working CRAC of the model before the failure
 */
export function leftAtWork({ left }: Pick<FailedRoom, 'left'>, setPointsC: ArrayLike<number>): number[] {
  return left.map((c) => setPointsC[c]!);
}
