import { isWithinCap, meterPowerW } from '../../../../models/facility/meter.js';
import type { FailedRoom } from '../../../../models/families/reward-rate/failed-rooms.js';
import { leftAtWork, withoutFailedRooms } from '../../../../models/families/reward-rate/in-failed-room.js';
import {
  hasEnvelope,
  hasReset,
  onTheWay,
  type OnTheWay,
  type ResetRoom,
  type WayLimits,
  wayRow,
  type WayRow,
} from '../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { acceptedSetPoints } from '../../../../models/families/reward-rate/set-point-steps.js';
import { type RoomAtWork, roomsAtWork, type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import { cheapestSetPoints, keepsRedLine, type SetPointChoice, wayIn } from './best-set-points.js';
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
  const rooms = resetRooms(model, state);
  if (rooms.length === 0) return cheapestWithinEnvelopes(model, state, known, spread);
  const found = cheapestWithResets(model, state, rooms, known, spread);
  const { budget } = model;
  const isKept =
    found !== null && isWithinCap(budget, meterPowerW(budget, state.nodePowerW, found.coolingW), CAP_ROUNDING);
  return isKept ? found : (cheapestSetPoints(model, state, known, spread) ?? found);
}

/**
 * Returns feasible set-points with low cooling power where set-points stay after failures; null if none were found. The
 * envelope of the way to each new steady state keeps the limits too.
 */
function cheapestWithinEnvelopes(
  model: RewardRateModel,
  state: ZoneState,
  known: readonly ArrayLike<number>[],
  spread: boolean,
): SetPointChoice | null {
  const rooms = roomsAtWork(model, state).flatMap((room) => {
    const { failure } = room;
    return failure !== null && hasEnvelope(failure) ? [{ ...room, failure }] : [];
  });
  let limits: InletLimit[] = [];
  let starts = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const choice = cheapestSetPoints(model, state, starts, spread && round === 0, limits);
    if (choice === null) return null;
    const ways = rooms.flatMap((room) => {
      const way = wayIn(model, state, room, choice.setPointsC);
      return way === null ? [] : [{ failure: room.failure, way }];
    });
    const hot = ways.flatMap(({ failure, way: { peakC, held } }) =>
      hottestInlets(peakC, failure.redLineC).map((b) => {
        const row = wayRow(model, failure, failure.envelope.influence(b, held));
        return limitOf({ redLineC: failure.redLineC, row }, state, []);
      }),
    );
    if (hot.length === 0) return ways.every(keepsPowers) ? choice : null;
    limits = [...limits, ...hot];
    starts = [choice.setPointsC];
  }
  return null;
}

/** Returns true if cooling capacities and power cap hold on the way to the steady state after a failure. */
function keepsPowers({
  failure,
  way: { heatW, totalW },
}: {
  readonly failure: FailedRoom;
  readonly way: WayLimits;
}): boolean {
  return (
    isWithinCap(failure, totalW, CAP_ROUNDING) &&
    failure.coolingLimits.every(({ crac, capacityW }) => heatW[crac]! <= capacityW * (1 + CAP_ROUNDING))
  );
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

function cheapestWithResets(
  model: RewardRateModel,
  state: ZoneState,
  all: readonly RoomWithReset[],
  known: readonly ArrayLike<number>[],
  spread: boolean,
): SetPointChoice | null {
  const atWork = withoutFailedRooms(model);
  const rooms: { readonly room: RoomWithReset; readonly resets: Resets }[] = [];
  for (const room of all) {
    const resets = resetsFor(room);
    if (resets === null) return null;
    rooms.push({ room, resets });
  }
  let limits: LimitOnTheWay[] = [];
  let chosenC = rooms.map(({ resets }) => resets(0));
  let starts = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const own = limits.map((limit) => limitOf(limit, state, chosenC[limit.n]!));
    const choice = cheapestSetPoints(atWork, state, starts, spread && round === 0, own);
    if (choice === null) return null;
    const ways = rooms.map(({ room, resets }) =>
      gentleWay(room, resets, wayFrom(model, state, room, choice.setPointsC)),
    );
    chosenC = ways.map(({ resetC }) => resetC);
    const hot = ways.flatMap(({ way: { peakC, peakStep } }, n): LimitOnTheWay[] => {
      const { redLineC } = rooms[n]!.room.failure;
      return hottestInlets(peakC, redLineC).map((b) => ({
        n,
        redLineC,
        row: wayRow(model, rooms[n]!.room.failure, rooms[n]!.room.failure.reset.way.influence(b, peakStep[b]!)),
      }));
    });
    if (hot.length === 0) return ways.every(({ way }, n) => keepsCap(rooms[n]!.room, way)) ? choice : null;
    limits = [...limits, ...hot];
    starts = [choice.setPointsC];
  }
  return null;
}

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
 * Returns the coldest set-points after a failure that keep the power cap, with the temperatures on the way to the
 * steady state. If there are none, it returns those with the least cooling power in the steady state.
 */
function gentleWay(
  room: RoomWithReset,
  resets: Resets,
  wayTo: ReturnType<typeof wayFrom>,
): { readonly resetC: readonly number[]; readonly way: OnTheWay } {
  const at = (share: number): ReturnType<typeof gentleWay> => {
    const resetC = resets(share);
    return { resetC, way: wayTo(resetC) };
  };
  const coldest = at(0);
  if (keepsCap(room, coldest.way)) return coldest;
  let best = at(1);
  if (!keepsCap(room, best.way)) return best;
  const isGentle = (share: number): boolean => {
    const tried = at(share);
    if (!keepsCap(room, tried.way)) return false;
    best = tried;
    return true;
  };
  lastThatHolds(isGentle, { good: 1, bad: 0 }, POWER_HALVINGS);
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

function limitOf(
  { redLineC, row }: Omit<LimitOnTheWay, 'n'>,
  { zonePowerW }: ZoneState,
  resetC: readonly number[],
): InletLimit {
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
