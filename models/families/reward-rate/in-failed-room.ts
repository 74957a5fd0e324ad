import type { FailedRoom } from './failed-rooms.js';
import type { RewardRateModel } from './model.js';

/** Returns the failed rooms in which plans must also keep all limits; empty if plans need not survive a failure. */
export function failedRoomsOf({ failedRooms }: Pick<RewardRateModel, 'failedRooms'>): readonly FailedRoom[] {
  return failedRooms ?? [];
}

/** Returns the model after a failure: its nodes, with the air, CRACs and limits of the failed room. */
export function inFailedRoom(model: RewardRateModel, room: FailedRoom): RewardRateModel {
  const { workingAir, thermal, cracs, passed, setPointMinC, setPointMaxC, coolingLimits, redLineC, powerCapW } = room;
  return {
    ...model,
    workingAir,
    thermal,
    cracs,
    passed,
    setPointMinC,
    setPointMaxC,
    coolingLimits,
    redLineC,
    budget: { ...model.budget, powerCapW },
    failedRooms: [],
  };
}

/** Returns the model without the requirement to survive failures; the same object if it has none. */
export function withoutFailedRooms(model: RewardRateModel): RewardRateModel {
  return failedRoomsOf(model).length === 0 ? model : { ...model, failedRooms: [] };
}

/**
 * Returns the set-points of the CRACs that still work in a failed room, C, selected from those of all working CRACs of
 * the model.
 */
export function leftAtWork({ left }: FailedRoom, setPointsC: ArrayLike<number>): number[] {
  return left.map((c) => setPointsC[c]!);
}
