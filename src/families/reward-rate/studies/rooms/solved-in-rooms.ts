import type { Reserve } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasAirOfStandby } from '../../../../../models/families/reward-rate/standby-air.js';
import { reserveFaults } from '../../instances/consistency-reserve.js';
import { METHODS } from '../../methods/registry.js';
import { leftOutBeside } from '../../combinations.js';
import { modelInMemory } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';
import { type Solved, solveOpened } from '../../runs/solve.js';
import { DEFAULT_ROOMS, drawnRooms, outcomesInRooms } from './draw-rooms.js';
import { canBeRun, type PlannedRoom } from './planned-room.js';
import { reserveForRooms, WANTED_SHARE } from './reserve-for-rooms.js';

/** Returns the run with its plan's outcomes in random rooms, if the user asked or the instance is uncertain. */
export async function withDrawnRooms(solved: Solved, request: RunRequest, rooms: number | undefined): Promise<Solved> {
  const { instance, matrix, plan, record } = solved;
  const { evaluation, result } = record;
  const wanted = rooms !== undefined || instance.uncertainty !== undefined;
  if (!wanted || plan === null || evaluation === null || !canBeRun(evaluation.violations)) return solved;
  if (hasAirOfStandby(instance)) {
    const warnings = [...result.warnings, leftOutBeside('rooms', 'ownAir')];
    return { ...solved, record: { ...record, result: { ...result, warnings } } };
  }
  const beginS = request.nowS();
  const drawn = outcomesInRooms({ instance, matrix, plan, evaluation }, rooms ?? DEFAULT_ROOMS, request.seed);
  const own = drawnRooms(drawn);
  const isShort = drawn.stated && result.feasible && own.within.probability < WANTED_SHARE;
  const roomsReserve =
    isShort && !request.interrupted() ? await reserveForRooms(drawn, planWithReserve(solved, request)) : undefined;
  const roomsS = request.nowS() - beginS;
  const timeS = { ...result.timeS, rooms: roomsS, total: (result.timeS['total'] ?? 0) + roomsS };
  const found = roomsReserve === undefined ? {} : { roomsReserve };
  return { ...solved, record: { ...record, result: { ...result, rooms: own, ...found, timeS } } };
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
      : { instance: under, matrix, plan, evaluation };
  };
}
