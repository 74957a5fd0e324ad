import type { FailedRoom } from './failed-rooms.js';
import type { RewardRateProblem } from './problem.js';

/** Returns the failed rooms whose limits plans must keep as well; empty if plans need not survive a failure. */
export function failedRoomsOf({ failedRooms }: Pick<RewardRateProblem, 'failedRooms'>): readonly FailedRoom[] {
  return failedRooms ?? [];
}

/** Returns the problem in one of its failed rooms: its nodes, and the air, CRACs and limits of that room. */
export function inFailedRoom(problem: RewardRateProblem, room: FailedRoom): RewardRateProblem {
  const { workingAir, thermal, cracs, passed, setPointMinC, setPointMaxC, coolingLimits, redLineC, powerCapW } = room;
  return {
    ...problem,
    ...{ workingAir, thermal, cracs, passed, setPointMinC, setPointMaxC, coolingLimits, redLineC },
    budget: { ...problem.budget, powerCapW },
    failedRooms: [],
  };
}

/** Returns the problem without failures to survive; the same object if it has none. */
export function withoutFailedRooms(problem: RewardRateProblem): RewardRateProblem {
  return failedRoomsOf(problem).length === 0 ? problem : { ...problem, failedRooms: [] };
}

/** Returns the set-points of the CRACs still at work in a failed room, C, out of those of all CRACs at work. */
export function leftAtWork({ left }: FailedRoom, setPointsC: ArrayLike<number>): number[] {
  return left.map((c) => setPointsC[c]!);
}
