import {
  failedRoomsOf,
  inFailedRoom,
  leftAtWork,
  withoutFailedRooms,
} from '../../../../models/problems/reward-rate/in-failed-room.js';
import { hasReset, onTheWay, type ResetRoom, wayRow } from '../../../../models/problems/reward-rate/on-the-way.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { acceptedSetPoints } from '../../../../models/problems/reward-rate/set-point-steps.js';
import type { ZoneState } from '../../../../models/problems/reward-rate/set-points.js';
import { cheapestSetPoints, coolingOf, type InletLimit, keepsRedLine, type SetPointChoice } from './best-set-points.js';

/** Shares of the way from the coldest set-points for a failure to the cheapest ones that are tried (ours): warmer ones ask for less power on the way. */
const SHARES = [0, 0.5, 1];
/** Greatest number of rounds in which limits on the way are added (ours). */
const MAX_ROUNDS = 12;
/** Greatest number of inlets whose limits are added per round and failed room (ours). */
const INLETS_PER_ROUND = 3;
/** Excess over the red line on the way that is none, K (ours): a hundredth of the checker's tolerance. */
const TOLERATED_C = 1e-8;
/** Relative excess over the cap that is rounding (ours). */
const CAP_ROUNDING = 1e-12;
/** Number of halvings of the way from the coldest set-points for a failure to the plan's (ours): a few hundredths of a kelvin. */
const HALVINGS = 9;

/**
 * Set-points as cheapestSetPoints finds them, where the CRACs left take others after a failure: these are as cold as cap and capacities allow, and the plan's
 * such that no inlet passes the red line on the way. Else those with which the plan holds unchanged; null where neither was found.
 */
export function cheapestSurviving(
  problem: RewardRateProblem,
  state: ZoneState,
  known: readonly ArrayLike<number>[] = [],
  spread = true,
): SetPointChoice | null {
  const rooms = failedRoomsOf(problem);
  if (!rooms.some(hasReset)) return cheapestSetPoints(problem, state, known, spread);
  const found = cheapestWithResets(problem, state, known, spread);
  const { upsEfficiency, otherLoadW, powerCapW } = problem.budget;
  const isWithinCap =
    found !== null && state.nodePowerW / upsEfficiency + found.coolingW + otherLoadW <= powerCapW * (1 + CAP_ROUNDING);
  return isWithinCap ? found : (cheapestSetPoints(problem, state, known, spread) ?? found);
}

function cheapestWithResets(
  problem: RewardRateProblem,
  state: ZoneState,
  known: readonly ArrayLike<number>[],
  spread: boolean,
): SetPointChoice | null {
  const atWork = withoutFailedRooms(problem);
  const rooms = resetRooms(problem, state);
  if (rooms === null) return null;
  const tried = rooms.map(() => 0);
  let limits: { readonly room: number; readonly limit: InletLimit }[] = [];
  let starts = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const own = limits.map(({ limit }) => limit);
    const choice = cheapestSetPoints(atWork, state, starts, spread && round === 0, own);
    if (choice === null) return null;
    let holds = true;
    for (const [n, { room, failedState, resets }] of rooms.entries()) {
      const resetC = resets[tried[n]!]!;
      const { peakC, peakStep, mostTotalW } = onTheWay(problem, room, state, failedState, choice.setPointsC, resetC);
      if (mostTotalW > room.powerCapW * (1 + CAP_ROUNDING)) {
        tried[n]!++;
        if (tried[n] === resets.length) return null;
        limits = limits.filter((one) => one.room !== n);
        holds = false;
        continue;
      }
      const hot = [...peakC.keys()]
        .filter((b) => peakC[b]! > room.redLineC + TOLERATED_C)
        .sort((a, b) => peakC[b]! - peakC[a]!)
        .slice(0, INLETS_PER_ROUND);
      holds &&= hot.length === 0;
      const added = hot.map((b) => ({ room: n, limit: limitOnTheWay(problem, room, b, peakStep[b]!, state, resetC) }));
      limits = [...limits, ...added];
    }
    if (holds) return choice;
    starts = [choice.setPointsC];
  }
  return null;
}

/** A failed room with set-points for it that keep its limits for good, the coldest first. */
interface RoomWithResets {
  readonly room: ResetRoom;
  readonly failedState: ZoneState;
  readonly resets: readonly (readonly number[])[];
}

/** Every failed room; null where the limits of one are kept at no set-points found. */
function resetRooms(problem: RewardRateProblem, state: ZoneState): RoomWithResets[] | null {
  const all: RoomWithResets[] = [];
  for (const [f, room] of failedRoomsOf(problem).entries()) {
    if (!hasReset(room)) continue;
    const failedState = state.failed[f]!;
    const resets = resetsFor(inFailedRoom(problem, room), failedState);
    if (resets.length === 0) return null;
    all.push({ room, failedState, resets });
  }
  return all;
}

function resetsFor(failed: RewardRateProblem, state: ZoneState): number[][] {
  const holds = (setPointsC: readonly number[]): boolean => keepsLimitsForGood(failed, state, setPointsC);
  const coldest = failed.cracs.map(({ setPointMinC }) => setPointMinC);
  const warm = cheapestSetPoints(failed, state)?.setPointsC ?? (holds(coldest) ? coldest : null);
  if (warm === null || !holds(warm)) return [];
  const between = (share: number, from: readonly number[]): number[] =>
    from.map((value, c) => value + share * (warm[c]! - value));
  const heldFrom = (from: readonly number[]): number[][] => SHARES.map((share) => between(share, from)).filter(holds);
  if (holds(coldest)) return heldFrom(coldest);
  let low = 0;
  let high = 1;
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2;
    if (holds(between(middle, coldest))) high = middle;
    else low = middle;
  }
  return heldFrom(between(high, coldest));
}

function keepsLimitsForGood(failed: RewardRateProblem, state: ZoneState, setPointsC: readonly number[]): boolean {
  const { overW, coolingW } = coolingOf(failed, state, setPointsC);
  const { upsEfficiency, otherLoadW, powerCapW } = failed.budget;
  const totalW = state.nodePowerW / upsEfficiency + coolingW + otherLoadW;
  return overW === 0 && totalW <= powerCapW * (1 + CAP_ROUNDING) && keepsRedLine(failed, state, setPointsC, 0);
}

function limitOnTheWay(
  problem: RewardRateProblem,
  room: ResetRoom,
  zone: number,
  steps: number,
  { zonePowerW }: ZoneState,
  resetC: readonly number[],
): InletLimit {
  const { perW, perSetPoint, perReset } = wayRow(problem, room, zone, steps);
  const knownC =
    perW.reduce((sum, value, b) => sum + value * zonePowerW[b]!, 0) +
    perReset.reduce((sum, value, c) => sum + value * resetC[c]!, 0);
  return { share: perSetPoint, roomC: room.redLineC - knownC };
}

/** Set-points for a failure, by CRAC left. */
export interface FailureSetPoints {
  readonly room: ResetRoom;
  readonly setPointsC: readonly number[];
}

/**
 * Set-points of the CRACs left after each failure of a plan: as near to the plan's as limits allow, for good and on the way. A failure that the plan
 * outlives unchanged, or for which none were found, is left out. @param setPointsC by CRAC at work.
 */
export function failureSetPoints(
  problem: RewardRateProblem,
  state: ZoneState,
  setPointsC: readonly number[],
): FailureSetPoints[] {
  return failedRoomsOf(problem).flatMap((room, f): FailureSetPoints[] => {
    if (!hasReset(room)) return [];
    const failed = inFailedRoom(problem, room);
    const failedState = state.failed[f]!;
    const planned = leftAtWork(room, setPointsC);
    if (keepsLimitsForGood(failed, failedState, planned)) return [];
    const holds = (resetC: readonly number[]): boolean => {
      if (!keepsLimitsForGood(failed, failedState, resetC)) return false;
      const { peakC, mostTotalW } = onTheWay(problem, room, state, failedState, setPointsC, resetC);
      const isCool = peakC.every((value) => value <= room.redLineC + 2 * TOLERATED_C);
      return isCool && mostTotalW <= room.powerCapW * (1 + CAP_ROUNDING);
    };
    const cold = resetsFor(failed, failedState).find(holds);
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
