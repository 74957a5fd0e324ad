import type { Configuration } from '../../../../models/facility/configuration.js';
import { minimumsOf } from '../../../../models/problems/reward-rate/minimum-on.js';
import {
  failedRoomsOf,
  inFailedRoom,
  withoutFailedRooms,
} from '../../../../models/problems/reward-rate/in-failed-room.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { outletsByCrac, zoneState } from '../../../../models/problems/reward-rate/set-points.js';
import {
  type BrokenLimit,
  capacityConflicts,
  capacityConflictsOfOne,
  capConflict,
  powerLimitConflicts,
  redLineConflicts,
} from './broken-limits.js';
import { loosened, toleratedW } from './idle-limits.js';
import { idleSetPoints, sharesSetPoint, zoneOutletsC } from './idle-set-points.js';
import { emptyNodes, idleNodes, independentSetPoints, measure, zonePowersW } from './rounding/node-plan.js';

/** Greatest number of hot inlets that are named, hottest first (ours); the rest is a number. */
const MAX_NAMED = 500;

/** Limits that even an idle facility breaks: the first limit in the way, and all others. */
export interface IdleConflict extends BrokenLimit {
  readonly others: readonly BrokenLimit[];
  /** Number of further limits: of hot inlets only the hottest are named. */
  readonly omitted: number;
  /** Set-points by CRAC of the matrix, C: at these the idle facility breaks the limits named. */
  readonly setPointsC: readonly number[];
}

/**
 * A plan exists exactly when all cores idle is one: work only adds power and heat. Where nodes of several zones count for a minimum that must be on,
 * those chosen here may heat the hottest inlet more than others would: such limits are not proven to be broken. Returns the limits the idle facility
 * breaks at the best set-points found by more than the checker tolerates, or null. With one CRAC at work those are the best there
 * are; with several the message says so where it is proven. Where even the coldest set-points leave inlets above the red line, the other limits are
 * judged at these.
 */
export function idleConflict(problem: RewardRateProblem): IdleConflict | null {
  const conflict = conflictOf(problem, idleNodes(problem));
  if (conflict === null || !placesIdleNodes(problem)) return conflict;
  // Other nodes that are on may heat less: proven is what holds wherever they are, or with none of them on.
  const floor = conflictOf({ ...problem, minimumOn: [] }, emptyNodes(problem));
  const atFloor = floor === null ? [] : [floor, ...floor.others];
  const judged = <Limit extends BrokenLimit>(limit: Limit): Limit => {
    const everywhere = limit.constraint === 'rackPower' || limit.constraint === 'pduPower';
    const alike = atFloor.some((one) => one.proven && one.constraint === limit.constraint && one.where === limit.where);
    return { ...limit, proven: limit.proven && (everywhere || alike) };
  };
  const first = judged(conflict);
  const unsure = conflict.proven && !first.proven;
  return {
    ...first,
    message: unsure ? first.message.replace('No feasible plan', 'No feasible plan found') : first.message,
    others: conflict.others.map(judged),
  };
}

/** Test whether idle nodes that must be on may be in one zone or another. */
function placesIdleNodes(problem: RewardRateProblem): boolean {
  return minimumsOf(problem).some(({ zones }) => zones.length > 1);
}

function conflictOf(problem: RewardRateProblem, idle: Configuration[][]): IdleConflict | null {
  const atWork = withoutFailedRooms(problem);
  return conflictAtWork(atWork, idle) ?? (atWork === problem ? null : survivalConflict(problem, idle));
}

/** Limits of failed rooms that idling breaks, where it keeps all limits with every CRAC at work. */
function survivalConflict(problem: RewardRateProblem, idle: Configuration[][]): IdleConflict | null {
  if (measure(problem, idle).feasible) return null;
  const powersW = zonePowersW(problem, idle);
  const { budget } = problem;
  const own = independentSetPoints(loosened(problem), idle);
  if (own !== null && own.totalW <= budget.powerCapW + toleratedW(budget.powerCapW)) return null;
  const state = zoneState(problem, powersW);
  const { setPointsC } = idleSetPoints(withoutFailedRooms(problem), idle, state, false);
  const hot = failedRoomsOf(problem).flatMap((room, f) =>
    redLineConflicts(withoutReserve(inFailedRoom(problem, room)), state.failed[f]!).map((limit): BrokenLimit => ({
      ...limit,
      ...{ constraint: 'failureRedLine', where: `${room.gone}: ${limit.where}` },
      message: `When ${room.gone} fails: ${uncapitalised(limit.message)}`,
    })),
  );
  const some = (): BrokenLimit => ({
    ...{ constraint: 'survive', where: '', unit: 'count', amount: 1, proven: false },
    message:
      'No set-points were found at which idle nodes keep all limits both with all CRACs at work and when any one of them fails (limits.survive).',
  });
  const [first, ...others] = hot.length > 0 ? hot : [some()];
  return {
    ...first!,
    message: `No feasible plan${first!.proven ? '' : ' found'}: ${uncapitalised(first!.message)}`,
    others: others.slice(0, MAX_NAMED),
    omitted: Math.max(0, others.length - MAX_NAMED),
    setPointsC: outletsByCrac(problem, setPointsC, zoneOutletsC(problem, powersW, state, setPointsC)),
  };
}

/** Problem of a failed room in words that name no reserve: limits themselves hold there. */
function withoutReserve(problem: RewardRateProblem): RewardRateProblem {
  const { limits } = problem.instance;
  return { ...problem, instance: { ...problem.instance, limits: { ...limits, reserve: undefined } } };
}

function conflictAtWork(problem: RewardRateProblem, idle: Configuration[][]): IdleConflict | null {
  if (measure(problem, idle).feasible) return null;
  const powersW = zonePowersW(problem, idle);
  const state = zoneState(problem, powersW);
  const hot = redLineConflicts(problem, state);
  const { setPointsC, found } = idleSetPoints(problem, idle, state, hot.length > 0);
  const cap = capConflict(problem, powersW, state, setPointsC, hot.length > 0);
  const drawn = powerLimitConflicts(problem, powersW);
  const removed = sharesSetPoint(problem)
    ? capacityConflictsOfOne(problem, state)
    : found
      ? []
      : capacityConflicts(problem, powersW, state, setPointsC);
  const [first, ...others] = [...hot, ...(cap === null ? [] : [cap]), ...drawn, ...removed];
  if (first === undefined) return null;
  return {
    ...first,
    message: `No feasible plan${first.proven ? '' : ' found'}: ${uncapitalised(first.message)}`,
    others: others.slice(0, MAX_NAMED),
    omitted: Math.max(0, others.length - MAX_NAMED),
    setPointsC: outletsByCrac(problem, setPointsC, zoneOutletsC(problem, powersW, state, setPointsC)),
  };
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
