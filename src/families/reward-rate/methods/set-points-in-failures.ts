import { isWithinCap, meterPowerW } from '../../../../models/facility/meter.js';
import { leftAtWork, withoutFailedRooms } from '../../../../models/families/reward-rate/in-failed-room.js';
import {
  hasEnvelope,
  hasReset,
  onTheWay,
  type OnTheWay,
  type ResetRoom,
  wayLimits,
  wayRow,
  type WayRow,
} from '../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { acceptedSetPoints } from '../../../../models/families/reward-rate/set-point-steps.js';
import { type RoomAtWork, roomsAtWork, type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import { cheapestSetPoints, keepsRedLine, type SetPointChoice } from './best-set-points.js';
import { lastThatHolds } from './last-that-holds.js';
import { excessW } from './set-point-merit.js';
import type { InletLimit } from './set-point-room.js';

/** Number of equal steps from the coldest set-points after a failure to those with the least cooling power. */
const SHARES = 16;
/**
 * Number of bisection steps in the search for set-points after a failure that just keep the power cap between the
 * failure and the steady state. Colder set-points exceed the cap, warmer ones keep it.
 */
const POWER_HALVINGS = 8;
/**
 * Number of bisection steps from the coldest set-points after a failure towards the plan's set-points; leaves an error
 * of a few hundredths of a kelvin.
 */
const HALVINGS = 9;
/** Maximum number of rounds in which limits on inlet temperatures between a failure and the steady state are added. */
const MAX_ROUNDS = 12;
/** Maximum number of inlets whose limits are added in one round per failure. */
const INLETS_PER_ROUND = 3;
/** Excess over the red line after a failure that does not count, K. Ours: a hundredth of the checker's tolerance. */
const TOLERATED_C = 1e-8;
/** Relative excess over the cap that counts as rounding error. */
const CAP_ROUNDING = 1e-12;

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
  const withReset = resetRooms(model, state);
  if (withReset.length === 0) return cheapestOnWays(model, state, envelopeRooms(model, state), known, spread);
  const rooms = withReset.flatMap((room) => {
    const resets = resetsFor(room);
    return resets === null ? [] : [{ redLineC: room.failure.redLineC, wayAt: gentleWays(model, state, room, resets) }];
  });
  const isPossible = rooms.length === withReset.length;
  const found = isPossible ? cheapestOnWays(withoutFailedRooms(model), state, rooms, known, spread) : null;
  const { budget } = model;
  const isKept =
    found !== null && isWithinCap(budget, meterPowerW(budget, state.nodePowerW, found.coolingW), CAP_ROUNDING);
  return isKept ? found : (cheapestSetPoints(model, state, known, spread) ?? found);
}

/** What happens between a failure and the steady state that follows, at given set-points before the failure. */
interface Way {
  /** Set-points after the failure, C, of the CRACs that are left; empty if set-points stay. */
  readonly resetC: readonly number[];
  /** [zone]: inlet temperature that is not exceeded on the way, C. */
  readonly peakC: Float64Array;
  /** True if power cap and, if set-points stay, cooling capacities hold on the way. */
  readonly keepsPowers: boolean;
  /** Returns the temperature of a zone's inlet at the moment of its peak, for any set-points. */
  readonly rowOf: (zone: number) => WayRow;
}

/** Failed room with limits on the way to its steady state. */
interface RoomOnTheWay {
  readonly redLineC: number;
  /** Returns the way at set-points before the failure; null if nothing on it passes what the steady state does. */
  readonly wayAt: (setPointsC: readonly number[]) => Way | null;
}

/**
 * Returns feasible set-points with low cooling power at which limits hold on the way to each new steady state, too; null
 * if none were found. Inlets that are too hot on the way get limits of their own, round by round.
 */
function cheapestOnWays(
  model: RewardRateModel,
  state: ZoneState,
  rooms: readonly RoomOnTheWay[],
  known: readonly ArrayLike<number>[],
  spread: boolean,
): SetPointChoice | null {
  const limits: { readonly n: number; readonly row: WayRow }[] = [];
  let ways: readonly (Way | null)[] = [];
  let starts = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const own = limits.map(({ n, row }) => limitOf(rooms[n]!.redLineC, row, state, ways[n]?.resetC ?? []));
    const choice = cheapestSetPoints(model, state, starts, spread && round === 0, own);
    if (choice === null) return null;
    ways = rooms.map(({ wayAt }) => wayAt(choice.setPointsC));
    const hot = ways.flatMap((way, n) =>
      way === null ? [] : hottestInlets(way.peakC, rooms[n]!.redLineC).map((b) => ({ n, row: way.rowOf(b) })),
    );
    if (hot.length === 0) return ways.every((way) => way?.keepsPowers !== false) ? choice : null;
    limits.push(...hot);
    starts = [choice.setPointsC];
  }
  return null;
}

/** Returns the failed rooms whose set-points stay and whose way to the steady state has an envelope. */
function envelopeRooms(model: RewardRateModel, state: ZoneState): RoomOnTheWay[] {
  return roomsAtWork(model, state).flatMap(({ failure, state: failedState }): RoomOnTheWay[] => {
    if (failure === null || !hasEnvelope(failure)) return [];
    const wayAt = (setPointsC: readonly number[]): Way | null => {
      const limits = wayLimits(model, failure, state, failedState, setPointsC);
      if (limits === null) return null;
      const { peakC, held, heatW, totalW } = limits;
      return {
        resetC: [],
        peakC,
        keepsPowers:
          isWithinCap(failure, totalW, CAP_ROUNDING) &&
          failure.coolingLimits.every(({ crac, capacityW }) => heatW[crac]! <= capacityW * (1 + CAP_ROUNDING)),
        rowOf: (zone) => wayRow(model, failure, failure.envelope.influence(zone, held)),
      };
    };
    return [{ redLineC: failure.redLineC, wayAt }];
  });
}

/** Returns the zones whose inlets exceed the red line most. */
function hottestInlets(peakC: Float64Array, redLineC: number): number[] {
  return [...peakC.keys()]
    .filter((b) => peakC[b]! > redLineC + TOLERATED_C)
    .sort((c, d) => peakC[d]! - peakC[c]!)
    .slice(0, INLETS_PER_ROUND);
}

/** Room after a failure whose CRACs then change their set-points. */
interface RoomWithReset extends RoomAtWork {
  readonly failure: ResetRoom;
}

function resetRooms(model: RewardRateModel, state: ZoneState): RoomWithReset[] {
  return roomsAtWork(model, state).flatMap((room) => {
    const { failure } = room;
    return failure !== null && hasReset(failure) ? [{ ...room, failure }] : [];
  });
}

/**
 * Set-points that keep the limits of a failed room in its steady state: from the coldest (share 0) to those with the
 * least cooling power (share 1).
 */
type Resets = (share: number) => readonly number[];

/**
 * Returns a function from the set-points after a failure to the greatest temperatures and power on the way to the new
 * steady state.
 *
 * @param setPointsC set-points before the failure, C
 */
function wayFrom(model: RewardRateModel, state: ZoneState, room: RoomWithReset, setPointsC: readonly number[]) {
  return (resetC: readonly number[]): OnTheWay => onTheWay(model, room.failure, state, room.state, setPointsC, resetC);
}

function keepsCap({ failure }: RoomWithReset, { mostTotalW }: OnTheWay): boolean {
  return isWithinCap(failure, mostTotalW, CAP_ROUNDING);
}

/**
 * Returns a function from set-points before a failure to the way with the coldest set-points after it that keep the
 * power cap. If there are none, it is the way with the least cooling power in the steady state.
 */
function gentleWays(
  model: RewardRateModel,
  state: ZoneState,
  room: RoomWithReset,
  resets: Resets,
): RoomOnTheWay['wayAt'] {
  return (setPointsC) => {
    const wayTo = wayFrom(model, state, room, setPointsC);
    const at = (share: number): Way => {
      const resetC = resets(share);
      const way = wayTo(resetC);
      const rowOf = (zone: number): WayRow =>
        wayRow(model, room.failure, room.failure.reset.way.influence(zone, way.peakStep[zone]!));
      return { resetC, peakC: way.peakC, keepsPowers: keepsCap(room, way), rowOf };
    };
    const coldest = at(0);
    if (coldest.keepsPowers) return coldest;
    let best = at(1);
    if (!best.keepsPowers) return best;
    const isGentle = (share: number): boolean => {
      const tried = at(share);
      if (tried.keepsPowers) best = tried;
      return tried.keepsPowers;
    };
    lastThatHolds(isGentle, { good: 1, bad: 0 }, POWER_HALVINGS);
    return best;
  };
}

/** Returns the limit on set-points before a failure that keeps an inlet below the red line at one moment after it. */
function limitOf(redLineC: number, row: WayRow, { zonePowerW }: ZoneState, resetC: readonly number[]): InletLimit {
  const knownC =
    row.perW.reduce((sum, value, b) => sum + value * zonePowerW[b]!, 0) +
    resetC.reduce((sum, valueC, c) => sum + row.perReset[c]! * valueC, 0);
  return { share: row.perSetPoint, roomC: redLineC - knownC };
}

function resetsFor(room: RoomAtWork): Resets | null {
  const holds = (setPointsC: readonly number[]): boolean => keepsLimitsForGood(room, setPointsC);
  const coldest = room.model.cracs.map(({ setPointMinC }) => setPointMinC);
  const warm = cheapestSetPoints(room.model, room.state)?.setPointsC ?? coldest;
  if (!holds(warm)) return null;
  const towardsWarm = between(coldest, warm);
  const first = holds(coldest) ? 0 : lastThatHolds((share) => holds(towardsWarm(share)), { good: 1, bad: 0 });
  return between(towardsWarm(first), warm);
}

/** Returns a function that gives set-points by their distance from `from`, as a fraction of that to `to`. */
function between(from: readonly number[], to: readonly number[]): Resets {
  return (share) => from.map((value, c) => value + share * (to[c]! - value));
}

/** Returns true if the steady state of a room keeps all limits that depend on set-points. */
function keepsLimitsForGood(room: RoomAtWork, setPointsC: readonly number[]): boolean {
  return excessW(room, setPointsC) === 0 && keepsRedLine(room.model, room.state, setPointsC, 0);
}

interface FailureSetPoints {
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
  return resetRooms(model, state).flatMap((room): FailureSetPoints[] => {
    const planned = leftAtWork(room, setPointsC);
    if (keepsLimitsForGood(room, planned)) return [];
    const wayTo = wayFrom(model, state, room, setPointsC);
    const holds = (resetC: readonly number[]): boolean => {
      if (!keepsLimitsForGood(room, resetC)) return false;
      const way = wayTo(resetC);
      return way.peakC.every((value) => value <= room.failure.redLineC + 2 * TOLERATED_C) && keepsCap(room, way);
    };
    const resets = resetsFor(room);
    if (resets === null) return [];
    const cold = Array.from({ length: SHARES + 1 }, (_, n) => resets(n / SHARES)).find(holds);
    if (cold === undefined) return [];
    const towardsPlan = between(cold, planned);
    // The plan's own set-points do not hold.
    const share = lastThatHolds((one) => holds(towardsPlan(one)), { good: 0, bad: 1 }, HALVINGS);
    return [{ room: room.failure, setPointsC: acceptedSetPoints(room.model, towardsPlan(share), holds) }];
  });
}
