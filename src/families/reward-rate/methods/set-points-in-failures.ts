import { meterPowerW } from '../../../../models/facility/meter.js';
import {
  failedRoomsOf,
  inFailedRoom,
  leftAtWork,
  withoutFailedRooms,
} from '../../../../models/families/reward-rate/in-failed-room.js';
import {
  hasReset,
  onTheWay,
  type OnTheWay,
  type ResetRoom,
  wayRow,
  type WayRow,
} from '../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { acceptedSetPoints } from '../../../../models/families/reward-rate/set-point-steps.js';
import type { ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import { cheapestSetPoints, keepsRedLine, type SetPointChoice } from './best-set-points.js';
import { coolingOf } from './set-point-merit.js';
import type { InletLimit } from './set-point-room.js';

/** Number of equal steps from the coldest set-points after a failure to those with the least cooling power. */
const SHARES = 16;
/**
 * Number of bisection steps in the search for set-points after a failure that just keep the power cap between the
 * failure and the steady state. Colder set-points exceed the cap, warmer ones keep it.
 */
const POWER_HALVINGS = 8;
/** Maximum number of rounds in which limits on inlet temperatures between a failure and the steady state are added. */
const MAX_ROUNDS = 12;
/** Maximum number of inlets whose limits are added in one round per failure. */
const INLETS_PER_ROUND = 3;
/** Excess over the red line after a failure that does not count, K. Ours: a hundredth of the checker's tolerance. */
const TOLERATED_C = 1e-8;
/** Relative excess over the cap that counts as rounding error. */
const CAP_ROUNDING = 1e-12;
/**
 * Number of bisection steps from the coldest set-points after a failure towards the plan's set-points; leaves an error
 * of a few hundredths of a kelvin.
 */
const HALVINGS = 9;

/**
 * Returns feasible set-points with low cooling power, as cheapestSetPoints does, where set-points may change after a
 * failure; null if none were found.
 *
 * After a failure the set-points become as cold as cap and capacities allow. No inlet may exceed the red line on the
 * way to the steady state. If no such set-points are found, the function returns set-points with which the plan
 * survives even if they do not change after a failure.
 */
export function cheapestSurviving(
  model: RewardRateModel,
  state: ZoneState,
  known: readonly ArrayLike<number>[] = [],
  spread = true,
): SetPointChoice | null {
  const rooms = failedRoomsOf(model);
  if (!rooms.some(hasReset)) return cheapestSetPoints(model, state, known, spread);
  const found = cheapestWithResets(model, state, known, spread);
  const { budget } = model;
  const isWithinCap =
    found !== null && meterPowerW(budget, state.nodePowerW, found.coolingW) <= budget.powerCapW * (1 + CAP_ROUNDING);
  return isWithinCap ? found : (cheapestSetPoints(model, state, known, spread) ?? found);
}

function cheapestWithResets(
  model: RewardRateModel,
  state: ZoneState,
  known: readonly ArrayLike<number>[],
  spread: boolean,
): SetPointChoice | null {
  const atWork = withoutFailedRooms(model);
  const rooms = resetRooms(model, state);
  if (rooms === null) return null;
  const mostW = rooms.map(({ room }) => room.powerCapW * (1 + CAP_ROUNDING));
  let limits: LimitOnTheWay[] = [];
  let resets: readonly (readonly number[])[] = rooms.map(({ at }) => at(0));
  let starts = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const own = limits.map((limit) => limitOf(limit, state, resets[limit.n]!));
    const choice = cheapestSetPoints(atWork, state, starts, spread && round === 0, own);
    if (choice === null) return null;
    const ways = rooms.map((one, n) => gentleWay(model, one, state, choice.setPointsC, mostW[n]!));
    resets = ways.map(({ resetC }) => resetC);
    const hot = ways.flatMap(({ way: { peakC, peakStep } }, n): LimitOnTheWay[] => {
      const { room } = rooms[n]!;
      return [...peakC.keys()]
        .filter((b) => peakC[b]! > room.redLineC + TOLERATED_C)
        .sort((c, d) => peakC[d]! - peakC[c]!)
        .slice(0, INLETS_PER_ROUND)
        .map((b) => ({ n, redLineC: room.redLineC, row: wayRow(model, room, b, peakStep[b]!) }));
    });
    if (hot.length === 0) return ways.every(({ way }, n) => way.mostTotalW <= mostW[n]!) ? choice : null;
    limits = [...limits, ...hot];
    starts = [choice.setPointsC];
  }
  return null;
}

/**
 * Returns the coldest set-points after a failure that keep the power cap, with the temperatures on the way to the
 * steady state. If there are none, it returns those with the least cooling power in the steady state.
 */
function gentleWay(
  model: RewardRateModel,
  { room, failedState, at }: RoomWithResets,
  state: ZoneState,
  setPointsC: readonly number[],
  mostW: number,
): { readonly resetC: readonly number[]; readonly way: OnTheWay } {
  const wayAt = (share: number): ReturnType<typeof gentleWay> => {
    const resetC = at(share);
    return { resetC, way: onTheWay(model, room, state, failedState, setPointsC, resetC) };
  };
  const coldest = wayAt(0);
  if (coldest.way.mostTotalW <= mostW) return coldest;
  let best = wayAt(1);
  if (best.way.mostTotalW > mostW) return best;
  let low = 0;
  let high = 1;
  for (let k = 0; k < POWER_HALVINGS; k++) {
    const middle = (low + high) / 2;
    const tried = wayAt(middle);
    if (tried.way.mostTotalW > mostW) low = middle;
    else [high, best] = [middle, tried];
  }
  return best;
}

/**
 * Limit on an inlet temperature at one moment after failure number `n`. `row` gives the temperature for any set-points
 * before and after the failure.
 */
interface LimitOnTheWay {
  readonly n: number;
  readonly redLineC: number;
  readonly row: WayRow;
}

function limitOf({ redLineC, row }: LimitOnTheWay, { zonePowerW }: ZoneState, resetC: readonly number[]): InletLimit {
  const knownC =
    row.perW.reduce((sum, value, b) => sum + value * zonePowerW[b]!, 0) +
    row.perReset.reduce((sum, value, c) => sum + value * resetC[c]!, 0);
  return { share: row.perSetPoint, roomC: redLineC - knownC };
}

/**
 * Failure after which set-points may change, with set-points that keep its limits in the steady state. `at(share)`
 * returns them, from the coldest (share 0) to those with the least cooling power (share 1).
 */
interface RoomWithResets {
  readonly room: ResetRoom;
  readonly failedState: ZoneState;
  readonly at: (share: number) => readonly number[];
}

/**
 * Returns each failure after which set-points may change, with set-points for its steady state. Null if one of these
 * failures has no feasible set-points.
 */
function resetRooms(model: RewardRateModel, state: ZoneState): RoomWithResets[] | null {
  const all: RoomWithResets[] = [];
  for (const [f, room] of failedRoomsOf(model).entries()) {
    if (!hasReset(room)) continue;
    const failedState = state.failed[f]!;
    const at = resetsFor(inFailedRoom(model, room), failedState);
    if (at === null) return null;
    all.push({ room, failedState, at });
  }
  return all;
}

function resetsFor(failed: RewardRateModel, state: ZoneState): RoomWithResets['at'] | null {
  const holds = (setPointsC: readonly number[]): boolean => keepsLimitsForGood(failed, state, setPointsC);
  const coldest = failed.cracs.map(({ setPointMinC }) => setPointMinC);
  const warm = cheapestSetPoints(failed, state)?.setPointsC ?? (holds(coldest) ? coldest : null);
  if (warm === null || !holds(warm)) return null;
  const between = (share: number, from: readonly number[]): number[] =>
    from.map((value, c) => value + share * (warm[c]! - value));
  if (holds(coldest)) return (share) => between(share, coldest);
  let low = 0;
  let high = 1;
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2;
    if (holds(between(middle, coldest))) high = middle;
    else low = middle;
  }
  const cold = between(high, coldest);
  return (share) => between(share, cold);
}

function keepsLimitsForGood(failed: RewardRateModel, state: ZoneState, setPointsC: readonly number[]): boolean {
  const { overW, coolingW } = coolingOf(failed, state, setPointsC);
  const { budget } = failed;
  const totalW = meterPowerW(budget, state.nodePowerW, coolingW);
  return overW === 0 && totalW <= budget.powerCapW * (1 + CAP_ROUNDING) && keepsRedLine(failed, state, setPointsC, 0);
}

function sharesOf(steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, n) => n / steps);
}

export interface FailureSetPoints {
  readonly room: ResetRoom;
  readonly setPointsC: readonly number[];
}

/**
 * Returns the set-points of the remaining CRACs after each failure. They are as close to the plan's as the limits
 * allow, on the way and in the steady state. Omits failures that the plan survives unchanged or for which none were
 * found.
 *
 * @param setPointsC set-point of each working CRAC in the plan, C
 */
export function failureSetPoints(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
): FailureSetPoints[] {
  return failedRoomsOf(model).flatMap((room, f): FailureSetPoints[] => {
    if (!hasReset(room)) return [];
    const failed = inFailedRoom(model, room);
    const failedState = state.failed[f]!;
    const planned = leftAtWork(room, setPointsC);
    if (keepsLimitsForGood(failed, failedState, planned)) return [];
    const holds = (resetC: readonly number[]): boolean => {
      if (!keepsLimitsForGood(failed, failedState, resetC)) return false;
      const { peakC, mostTotalW } = onTheWay(model, room, state, failedState, setPointsC, resetC);
      const isCool = peakC.every((value) => value <= room.redLineC + 2 * TOLERATED_C);
      return isCool && mostTotalW <= room.powerCapW * (1 + CAP_ROUNDING);
    };
    const at = resetsFor(failed, failedState);
    const cold = at === null ? undefined : sharesOf(SHARES).map(at).find(holds);
    if (cold === undefined) return [];
    const towardsPlan = (share: number): number[] => cold.map((value, c) => value + share * (planned[c]! - value));
    let low = 0;
    let high = 1;
    for (let n = 0; n < HALVINGS; n++) {
      const middle = (low + high) / 2;
      if (holds(towardsPlan(middle))) low = middle;
      else high = middle;
    }
    return [{ room, setPointsC: acceptedSetPoints(failed, towardsPlan(low), holds) }];
  });
}
