import type { FailedRoom } from './failed-rooms.js';
import type { RewardRateModel } from './model.js';

/** Returns the failed rooms whose limits plans must keep as well; empty if plans need not survive a failure. */
export function failedRoomsOf({ failedRooms }: Pick<RewardRateModel, 'failedRooms'>): readonly FailedRoom[] {
  return failedRooms ?? [];
}

/** Returns the model in one of its failed rooms: its nodes, and the air, CRACs and limits of that room. */
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

/** Returns the model without failures to survive; the same object if it has none. */
export function withoutFailedRooms(model: RewardRateModel): RewardRateModel {
  return failedRoomsOf(model).length === 0 ? model : { ...model, failedRooms: [] };
}

/** Returns the set-points of the CRACs still at work in a failed room, C, picked from those of all CRACs at work. */
export function leftAtWork({ left }: FailedRoom, setPointsC: ArrayLike<number>): number[] {
  return left.map((c) => setPointsC[c]!);
}
