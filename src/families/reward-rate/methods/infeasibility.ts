import { isRobust } from '../../../../models/problems/reward-rate/worst-case.js';
import { totalPowerW } from '../../../../models/physics/cooling/power-budget.js';
import type { Configuration } from '../../../../models/facility/configuration.js';
import { minimumsOf } from '../../../../models/problems/reward-rate/minimum-on.js';
import {
  failedRoomsOf,
  inFailedRoom,
  withoutFailedRooms,
} from '../../../../models/problems/reward-rate/in-failed-room.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import {
  cracHeatW,
  outletsByCrac,
  type ZoneState,
  zoneState,
} from '../../../../models/problems/reward-rate/set-points.js';
import { coolingOf, warmestCommon } from './best-set-points.js';
import { loosened, roomFor, roomyFailedRooms, SHORT_OF, TOLERATED_C, TOLERATED_W, toleratedW } from './idle-limits.js';
import {
  emptyNodes,
  idleNodes,
  independentSetPoints,
  measure,
  type NodeConfigurations,
  zonePowersW,
} from './rounding/node-plan.js';

/** Greatest number of hot inlets that are named, hottest first (ours); the rest is a number. */
const MAX_NAMED = 500;

/** A limit that even an idle facility breaks, and by how much. */
export interface BrokenLimit {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly amount: number;
  /**
   * Flag: it is proven that no set-points keep the limit; false where several CRACs or another broken limit leave that
   * open.
   */
  readonly proven: boolean;
  readonly message: string;
}

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
  const removed =
    problem.cracs.length === 1
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

/**
 * Set-points by CRAC of the matrix, C: the best found for an idle facility none of whose inlets is too warm at the coldest ones. Where it has
 * no conflict, it keeps the limits at these.
 */
export function idleSetPointsC(problem: RewardRateProblem): readonly number[] {
  const idle = idleNodes(problem);
  const powersW = zonePowersW(problem, idle);
  const state = zoneState(problem, powersW);
  const { setPointsC } = idleSetPoints(problem, idle, state, false);
  return outletsByCrac(problem, setPointsC, zoneOutletsC(problem, powersW, state, setPointsC));
}

/**
 * Problem whose limits leave room for idling where an idle facility has no conflict: limits that idling passes by no
 * more than the tolerance, or meets but for rounding, are raised to its need. Bounds of it hold for the problem given,
 * whose plans are among its own; LPs of it have an answer.
 */
export function withIdleRoom(problem: RewardRateProblem): RewardRateProblem {
  const idle = idleNodes(problem);
  if (measure(problem, idle).feasible) return problem;
  const powersW = zonePowersW(problem, idle);
  const state = zoneState(problem, powersW);
  const { setPointsC } = idleSetPoints(problem, idle, state, redLineConflicts(problem, state).length > 0);
  const inletC = problem.thermal.inletFromSetPointsC(setPointsC).map((value, b) => value + state.riseC[b]!);
  const hottestC = inletC.reduce((most, value) => Math.max(most, value), -Infinity);
  const heatW = cracHeatW(problem, state, setPointsC);
  return {
    ...problem,
    redLineC: roomFor(hottestC, problem.redLineC),
    budget: {
      ...problem.budget,
      powerCapW: roomFor(idleTotalW(problem, powersW, state, setPointsC), problem.budget.powerCapW),
    },
    powerLimits: problem.powerLimits.map((limit) => ({
      ...limit,
      limitW: roomFor(drawnW(limit.zones, powersW), limit.limitW),
    })),
    coolingLimits: problem.coolingLimits.map((limit) => ({
      ...limit,
      capacityW: roomFor(heatW[limit.crac]!, limit.capacityW),
    })),
    ...(problem.failedRooms === undefined ? {} : { failedRooms: roomyFailedRooms(problem, state, setPointsC) }),
  };
}

function idleTotalW(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): number {
  const { budget } = problem;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  return problem.cracs.length === 1
    ? totalPowerW(budget, nodePowerW, setPointsC[0]!)
    : nodePowerW / budget.upsEfficiency + budget.otherLoadW + coolingOf(problem, state, setPointsC).coolingW;
}

function drawnW(zones: readonly number[], powersW: Float64Array): number {
  return [...new Set(zones)].reduce((sum, b) => sum + powersW[b]!, 0);
}

/** Set-points by CRAC at work, C; `found` where they keep red line, ranges and capacities. */
function idleSetPoints(
  problem: RewardRateProblem,
  idle: NodeConfigurations,
  state: ZoneState,
  isHot: boolean,
): { readonly setPointsC: readonly number[]; readonly found: boolean } {
  const coldestC = problem.cracs.map((crac) => crac.setPointMinC);
  if (isHot) return { setPointsC: coldestC, found: false };
  if (problem.cracs.length === 1) {
    const { redLineC, setPointMinC, setPointMaxC } = problem;
    const hottestC = state.riseC.reduce((most, riseC) => Math.max(most, riseC), -Infinity);
    return { setPointsC: [Math.max(setPointMinC, Math.min(setPointMaxC, redLineC - hottestC))], found: true };
  }
  const strict = independentSetPoints(problem, idle);
  const keepsCap = strict !== null && strict.totalW <= problem.budget.powerCapW;
  const own = keepsCap ? strict : (independentSetPoints(loosened(problem), idle) ?? strict);
  if (own !== null) return { setPointsC: problem.cracs.map(({ index }) => own.setPointsC[index]!), found: true };
  return { setPointsC: warmestCommon(loosened(problem), state)?.setPointsC ?? coldestC, found: false };
}

function zoneOutletsC(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): Float64Array {
  const supplied = problem.thermal.inletFromSetPointsC(setPointsC);
  return supplied.map((value, b) => value + state.riseC[b]! + powersW[b]! * problem.thermal.risePerW[b]!);
}

/** Inlets above the red line at the coldest set-points, where every inlet is coldest: the hottest first. */
function redLineConflicts(problem: RewardRateProblem, state: ZoneState): BrokenLimit[] {
  const coldestC = problem.cracs.map((crac) => crac.setPointMinC);
  const overC = problem.thermal
    .inletFromSetPointsC(coldestC)
    .map((value, b) => value + state.riseC[b]! - problem.redLineC);
  const setPoints =
    coldestC.length > 1 ? 'all CRACs at their coldest set-points' : `at the coldest set-point (${coldestC[0]} C)`;
  return [...overC.keys()]
    .filter((b) => overC[b]! > (1 - SHORT_OF) * TOLERATED_C)
    .sort((a, b) => overC[b]! - overC[a]! || a - b)
    .map((b) => {
      const zone = problem.zones[b]!.name;
      return broken(
        'redLine',
        zone,
        'C',
        overC[b]!,
        (amount) =>
          `Even idle and ${setPoints} the inlet of ${zone} is ${amount} above the red line of ${problem.redLineC} C${lessReserve(problem.instance.limits.reserve?.inletK)}${atWorst(problem)}`,
        overC[b]! > TOLERATED_C,
      );
    });
}

function capConflict(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
  isHot: boolean,
): BrokenLimit | null {
  const { budget } = problem;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const uncooledW = nodePowerW / budget.upsEfficiency + budget.otherLoadW;
  const single = problem.cracs.length === 1;
  const overW = idleTotalW(problem, powersW, state, setPointsC) - budget.powerCapW;
  if (!(overW > toleratedW(budget.powerCapW))) return null;
  const at = isHot
    ? `at the coldest set-point${single ? ` (${setPointsC[0]!.toFixed(2)} C)` : 's'}`
    : single
      ? `at the warmest allowed set-point (${setPointsC[0]!.toFixed(2)} C)`
      : 'at the best set-points found';
  // A set-point warmer by what is tolerated costs a little less; above the red line any warmer one does.
  const leastW = single
    ? totalPowerW(budget, nodePowerW, isHot ? problem.setPointMaxC : setPointsC[0]! + TOLERATED_C)
    : uncooledW;
  return broken(
    'powerCap',
    '',
    'W',
    overW,
    (amount) =>
      `Idle nodes and their cooling ${at} need ${amount} more than the cap of ${budget.powerCapW / 1000} kW${lessReserve(problem.instance.limits.reserve?.powerW)}${atWorst(problem)}`,
    // Whatever the set-points, the nodes draw their power, and cooling no less than none.
    leastW > budget.powerCapW + toleratedW(budget.powerCapW),
  );
}

/** Racks and PDUs that are passed by more than is tolerated: set-points do not matter to them. */
function powerLimitConflicts(problem: RewardRateProblem, powersW: Float64Array): BrokenLimit[] {
  return problem.powerLimits.flatMap(({ constraint, where, zones, limitW }) => {
    const overW = drawnW(zones, powersW) - limitW;
    return overW > toleratedW(limitW)
      ? [broken(constraint, where, 'W', overW, aboveLimit(`draw of the racks under ${where}`))]
      : [];
  });
}

function capacityConflictsOfOne(problem: RewardRateProblem, state: ZoneState): BrokenLimit[] {
  return problem.coolingLimits.flatMap(({ where, crac, capacityW }) => {
    const overW = state.heatW[crac]! - capacityW;
    return overW > TOLERATED_W
      ? [broken('coolingCapacity', where, 'W', overW, aboveLimit(`heat that reaches ${where}`))]
      : [];
  });
}

function aboveLimit(what: string): (amount: string) => string {
  return (amount) => `The ${what} with all nodes idle is ${amount} above its limit`;
}

/** No set-points were found at which the capacities suffice; proven when together they are less than the idle heat. */
function capacityConflicts(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): BrokenLimit[] {
  const idleW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const capacityW = problem.cracs.reduce((sum, crac) => sum + crac.capacityW, 0);
  const proven = idleW > capacityW + problem.cracs.length * TOLERATED_W;
  const overW = proven ? idleW - capacityW : coolingOf(problem, state, setPointsC).overW;
  if (!(overW > TOLERATED_W)) return [];
  return [
    broken(
      'coolingCapacity',
      '',
      'W',
      overW,
      (amount) =>
        proven
          ? `The heat of the idle nodes is ${amount} above what all CRACs together can remove`
          : `No set-points were found at which every CRAC can remove the heat that reaches it with all nodes idle (${amount} too much where all are as near to one set-point as their ranges allow)`,
      proven,
    ),
  ];
}

function broken(
  constraint: string,
  where: string,
  unit: string,
  amount: number,
  say: (amount: string) => string,
  proven = true,
): BrokenLimit {
  const shown = unit === 'W' ? `${(amount / 1000).toPrecision(5)} kW` : `${amount.toPrecision(4)} ${unit}`;
  return { constraint, where, unit, amount, proven, message: `${say(shown)}.` };
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** Words after what breaks a limit where plans must hold in all rooms of a set; none otherwise. */
function atWorst({ instance }: RewardRateProblem): string {
  return isRobust(instance) ? ' (in the worst room of the uncertainty set)' : '';
}

/** Words after a limit that is one less its reserve; none where there is no reserve. */
function lessReserve(reserve: number | undefined): string {
  return (reserve ?? 0) > 0 ? ' (the limit less its reserve)' : '';
}
