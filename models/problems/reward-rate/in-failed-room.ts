import type { FailedRoom } from './failed-rooms.js';
import type { RewardRateProblem } from './problem.js';

/** Rooms whose limits plans keep beside those of the room itself; none where plans need not outlive a failure. */
export function failedRoomsOf({ failedRooms }: Pick<RewardRateProblem, 'failedRooms'>): readonly FailedRoom[] {
  return failedRooms ?? [];
}

/** The problem in one of its failed rooms: its nodes, and the air, CRACs and limits of that room. */
export function inFailedRoom(problem: RewardRateProblem, room: FailedRoom): RewardRateProblem {
  const { workingAir, thermal, cracs, passed, setPointMinC, setPointMaxC, coolingLimits, redLineC, powerCapW } = room;
  return {
    ...problem,
    ...{ workingAir, thermal, cracs, passed, setPointMinC, setPointMaxC, coolingLimits, redLineC },
    budget: { ...problem.budget, powerCapW },
    failedRooms: [],
  };
}

/** The problem whose plans need not outlive a failure; the same object where they need not anyway. */
export function withoutFailedRooms(problem: RewardRateProblem): RewardRateProblem {
  return failedRoomsOf(problem).length === 0 ? problem : { ...problem, failedRooms: [] };
}

/** Set-points of the CRACs that are left in a failed room, C, of those of all at work. */
export function leftAtWork({ left }: FailedRoom, setPointsC: ArrayLike<number>): number[] {
  return left.map((c) => setPointsC[c]!);
}
