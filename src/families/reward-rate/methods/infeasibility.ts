import { limitInFailure, worstFirst } from '../../../../models/facility/limits.js';
import { overCapW, toleratedOverCapW } from '../../../../models/facility/meter.js';
import type { Configuration } from '../../../../models/facility/configuration.js';
import { minimumsOf } from '../../../../models/families/reward-rate/minimum-on.js';
import {
  failedRoomsOf,
  inFailedRoom,
  leftAtWork,
  withoutFailedRooms,
} from '../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { outletsByCrac, type ZoneState, zoneState } from '../../../../models/families/reward-rate/set-points.js';
import {
  type BrokenLimit,
  capacityConflicts,
  capacityConflictsAt,
  capConflicts,
  type Judged,
  powerLimitConflicts,
  redLineConflicts,
} from './broken-limits.js';
import { loosened } from './idle-limits.js';
import { placeIn } from './room-program/coupling.js';
import { coldestSetPointsC, idleSetPoints, sharesSetPoint, zoneOutletsC } from './idle-set-points.js';
import { emptyNodes, idleNodes, independentSetPoints, measure, zonePowersW } from './rounding/node-plan.js';

/** Maximum number of violated limits in an IdleConflict besides the first. Further ones are only counted. */
const MAX_NAMED = 500;

/** All limits that even an idle facility violates: the first one in the object's own fields, the others in `others`. */
export interface IdleConflict extends BrokenLimit {
  readonly others: readonly BrokenLimit[];
  /** Number of further violated limits that are not listed in `others`. */
  readonly omitted: number;
  /** Set-points at which the limits are violated, C, one for each CRAC, failed ones included. */
  readonly setPointsC: readonly number[];
}

/** Returns true if some of the limits is proven to be violated by every plan. */
export function isProven(conflict: IdleConflict): boolean {
  return [conflict, ...conflict.others].some(({ proven }) => proven);
}

/**
 * Returns the limits that an idle facility violates by more than the checker's tolerance; null if none. They are
 * checked at the best set-points found, or at the coldest ones if inlets are too hot even there.
 *
 * Work only adds power and heat, so a plan exists exactly if idling is feasible. A violation counts as proven only if
 * no other set-points and no other choice of idle nodes could avoid it.
 */
export function idleConflict(model: RewardRateModel): IdleConflict | null {
  const conflict = conflictOf(model, idleNodes(model));
  if (conflict === null || !placesIdleNodes(model)) return conflict;
  // Other nodes that are on may heat less: proven is what holds wherever they are, or with none of them on.
  const floor = conflictOf({ ...model, minimumOn: [] }, emptyNodes(model));
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

/**
 * Returns true if some required minimum of running nodes covers several zones. Then it is not determined in which of
 * these zones the nodes are on.
 */
function placesIdleNodes(model: RewardRateModel): boolean {
  return minimumsOf(model).some(({ zones }) => zones.length > 1);
}

function conflictOf(model: RewardRateModel, idle: Configuration[][]): IdleConflict | null {
  const powersW = zonePowersW(model, idle);
  const state = zoneState(model, powersW);
  const atWork = withoutFailedRooms(model);
  const own = measure(atWork, idle).feasible ? null : conflictAtWork(atWork, idle, powersW, state);
  return atWork === model || (own === null && survives(model, idle))
    ? own
    : survivalConflict(model, idle, powersW, state);
}

/**
 * Returns true if the idle facility also keeps its limits after every CRAC failure. It must be known to keep them
 * without a failure.
 */
function survives(model: RewardRateModel, idle: Configuration[][]): boolean {
  if (measure(model, idle).feasible) return true;
  const own = independentSetPoints(loosened(model), zonePowersW(model, idle));
  return own !== null && overCapW(model.budget, own.totalW) <= toleratedOverCapW(model.budget);
}

/**
 * Returns the limits that the idle facility violates at one choice of set-points, without a failure or after one.
 * Proven violations come first.
 */
function survivalConflict(
  model: RewardRateModel,
  idle: Configuration[][],
  powersW: Float64Array,
  state: ZoneState,
): IdleConflict {
  const atWork = withoutFailedRooms(model);
  const ofFailures = (setPointsC: readonly number[], at: Judged): BrokenLimit[] =>
    failureLimits(model, powersW, state, setPointsC, at);
  const isHot =
    redLineConflicts(atWork, state).length > 0 ||
    ofFailures(coldestSetPointsC(model), 'coldest').some(({ constraint }) => constraint === 'failureRedLine');
  const { setPointsC } = idleSetPoints(model, idle, state, isHot);
  const at = isHot ? 'coldest' : 'found';
  const broken = worstFirst([
    ...redLineConflicts(atWork, state, setPointsC, at),
    ...capConflicts(atWork, powersW, state, setPointsC, !isHot && sharesSetPoint(model) ? 'warmest' : at),
    ...powerLimitConflicts(atWork, powersW),
    ...capacityConflicts(atWork, powersW, state, setPointsC).filter(({ proven }) => proven),
    ...capacityConflictsAt(atWork, state, setPointsC),
    ...ofFailures(setPointsC, at),
  ]).sort((a, b) => Number(b.proven) - Number(a.proven));
  return conflictFrom(model, powersW, state, setPointsC, broken.length > 0 ? broken : [NO_SET_POINTS])!;
}

/** Conflict reported if no feasible set-points were found, although no single limit is violated at those tried. */
const NO_SET_POINTS: BrokenLimit = {
  constraint: 'survive',
  where: '',
  unit: 'count',
  amount: 1,
  proven: false,
  message:
    'No set-points were found at which idle nodes keep all limits both with all CRACs at work and when any one of them fails (limits.survive).',
};

/**
 * Returns the limits that the idle facility violates after a CRAC failure, over all failures to survive.
 *
 * @param setPointsC set-point of each working CRAC, C
 */
function failureLimits(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
  at: Judged,
): BrokenLimit[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    // With set-points of its own it may keep what is broken at these, unless they are the coldest.
    if (room.reset !== undefined && at !== 'coldest') return [];
    const failed = withoutReserve(inFailedRoom(model, room));
    const own = state.failed[f]!;
    const left = leftAtWork(room, setPointsC);
    return [
      ...redLineConflicts(failed, own, left, at),
      ...capConflicts(failed, powersW, own, left, at),
      ...capacityConflictsAt(failed, own, left),
    ].map((limit): BrokenLimit => ({
      ...limit,
      constraint: limitInFailure(limit.constraint),
      where: placeIn(room, limit.where),
      message: `When ${room.gone} fails: ${uncapitalised(limit.message)}`,
    }));
  });
}

/** Returns the model without reserves (amounts subtracted from limits): after a CRAC failure, limits apply in full. */
function withoutReserve(model: RewardRateModel): RewardRateModel {
  const { limits } = model.instance;
  return { ...model, instance: { ...model.instance, limits: { ...limits, reserve: undefined } } };
}

function conflictAtWork(
  model: RewardRateModel,
  idle: Configuration[][],
  powersW: Float64Array,
  state: ZoneState,
): IdleConflict | null {
  const hot = redLineConflicts(model, state);
  const { setPointsC, found } = idleSetPoints(model, idle, state, hot.length > 0);
  const single = sharesSetPoint(model);
  const at = hot.length > 0 ? 'coldest' : single ? 'warmest' : 'found';
  const removed = single
    ? capacityConflictsAt(model, state, setPointsC)
    : found
      ? []
      : capacityConflicts(model, powersW, state, setPointsC);
  const cap = capConflicts(model, powersW, state, setPointsC, at);
  const all = [...hot, ...cap, ...powerLimitConflicts(model, powersW), ...removed];
  return conflictFrom(model, powersW, state, setPointsC, worstFirst(all));
}

function conflictFrom(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
  [first, ...others]: readonly BrokenLimit[],
): IdleConflict | null {
  if (first === undefined) return null;
  return {
    ...first,
    message: `No feasible plan${first.proven ? '' : ' found'}: ${uncapitalised(first.message)}`,
    others: others.slice(0, MAX_NAMED),
    omitted: Math.max(0, others.length - MAX_NAMED),
    setPointsC: outletsByCrac(model, setPointsC, zoneOutletsC(model, powersW, state, setPointsC)),
  };
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
