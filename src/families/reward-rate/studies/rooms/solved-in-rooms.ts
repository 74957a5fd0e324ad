import type { Reserve } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { reserveFaults } from '../../instances/consistency-reserve.js';
import { METHODS } from '../../methods/registry.js';
import { modelInMemory } from '../../runs/open.js';
import type { RunResult } from '../../runs/result.js';
import type { RunRequest } from '../../runs/request.js';
import { type Solved, solveOpened } from '../../runs/solve.js';
import { DEFAULT_ROOMS, drawnRooms, outcomesInRooms } from './draw-rooms.js';
import type { PlannedRoom } from './planned-room.js';
import { reserveForRooms, WANTED_SHARE } from './reserve-for-rooms.js';

/**
 * Returns the outcomes of a run's plan in random rooms, and a reserve with which limits hold in more of them if the
 * instance states what is uncertain and they hold in too few.
 */
export async function solvedInRooms(
  solved: Solved & Pick<PlannedRoom, 'plan' | 'evaluation'>,
  request: RunRequest,
  rooms = DEFAULT_ROOMS,
): Promise<Pick<RunResult, 'rooms' | 'roomsReserve'>> {
  const drawn = outcomesInRooms(solved, rooms, request.seed);
  const own = drawnRooms(drawn);
  const isShort = drawn.stated && solved.record.result.feasible && own.within.probability < WANTED_SHARE;
  if (!isShort || request.interrupted()) return { rooms: own };
  return { rooms: own, roomsReserve: await reserveForRooms(drawn, planWithReserve(solved, request)) };
}

/**
 * Returns a function that computes a plan with a given reserve, by the default method with a warm start from the given
 * run. Each plan has its own time limit, equal to the run's.
 */
function planWithReserve(
  { instance, matrix, next }: Solved,
  { leastPower: _, ...request }: RunRequest,
): (reserve: Reserve) => Promise<PlannedRoom | null> {
  let like: RewardRateModel | undefined;
  return async (reserve) => {
    const under = { ...instance, limits: { ...instance.limits, reserve } };
    if (reserveFaults(under.facility, under.limits).length > 0) return null;
    const opened = modelInMemory(under, matrix, like);
    like = opened.model;
    const { plan, record } = await solveOpened(
      {
        ...request,
        method: METHODS[0]!,
        naive: false,
        withBound: false,
        onProgress: () => undefined,
        ...(next === null ? {} : { start: next }),
      },
      opened,
    );
    const { evaluation, result } = record;
    return plan === null || evaluation === null || !result.feasible
      ? null
      : { instance: under, matrix, limitChecks: request.limitChecks, plan, evaluation };
  };
}
