import { inletsC } from '../../../../models/facility/room-state.js';
import { airLimitsOf, isOnTemperatures, readingIn } from '../../../../models/facility/air-limits.js';
import { isWithinCap, meterPowerW } from '../../../../models/facility/meter.js';
import { clampedSetPoints, roomsAtWork, type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import { leftAtWork } from '../../../../models/families/reward-rate/in-failed-room.js';
import { hasEnvelope, wayLimits } from '../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { lastThatHolds } from './last-that-holds.js';
import { better, type Change, coolingNear, coolingOf, type Merit } from './set-point-merit.js';
import { type InletLimit, openRoom, type Reach, type Room, WHISKER_C } from './set-point-room.js';

export interface SetPointChoice {
  /** Set-point of each CRAC that has not failed, C. */
  readonly setPointsC: number[];
  readonly coolingW: number;
}

/** Initial step of the pattern search, C. */
const FIRST_STEP_C = 4;
/** Smallest step of the pattern search, C. */
const LAST_STEP_C = 1e-7;
/**
 * A candidate is not evaluated exactly if its predicted cooling power exceeds the lowest found so far by more than this
 * fraction. Ours: just above rounding error.
 */
const SCREENED = 1e-9;
/** Maximum number of accepted moves in one descent of the pattern search. */
const MAX_MOVES = 400;
/**
 * Number of starting points of the pattern search with exactly two CRACs, spread over the range of the first CRAC's
 * set-point. With any other number of CRACs there is one starting point per CRAC.
 */
const SPREAD_STARTS = 9;
/**
 * Largest number of CRACs for which further starts are spread over the set-point ranges. Every start costs time, so
 * with more CRACs the search starts only at known and common set-points.
 */
const MAX_SPREAD = 4;
/**
 * Largest number of CRACs for which the search runs from every start and tries all CRACs again after each move.
 *
 * With more CRACs the first feasible start is enough, and after a move the search goes on with the CRAC that moved.
 */
const MAX_OF_FEW = 12;
/**
 * Returns feasible set-points with low (not proven minimal) cooling power for given zone powers; null if no start led
 * to any. Feasible set-points keep the red line, the set-point ranges and the cooling capacities.
 *
 * A pattern search runs from several starts, with ever smaller steps. A move changes one CRAC's set-point. A second
 * CRAC's set-point may change with it, as far as the red line allows.
 *
 * @param known known set-points, used as starts; [start][CRAC], C
 * @param spread true if further starts are spread over the set-point ranges
 * @param more limits on inlet temperatures besides the red line
 */
export function cheapestSetPoints(
  model: RewardRateModel,
  state: ZoneState,
  known: readonly ArrayLike<number>[] = [],
  spread = true,
  more: readonly InletLimit[] = [],
): SetPointChoice | null {
  const common = warmestCommon(model, state);
  if (common === null) return null;
  const room = openRoom(model, state, more);
  const many = model.cracs.length > MAX_OF_FEW;
  let best: { merit: Merit; setPointsC: number[] } | null = null;
  const starts = [...known.map((values) => Array.from(values)), common.setPointsC];
  for (const start of spread ? [...starts, ...spreadStarts(model, room)] : starts) {
    const from = room.cooledDown(start);
    const found = from === null ? null : descend(model, room, from);
    if (found !== null && (best === null || better(found.merit, best.merit))) best = found;
    if (many && best !== null && best.merit.overW === 0) break;
  }
  return best === null || best.merit.overW > 0 ? null : { setPointsC: best.setPointsC, coolingW: best.merit.coolingW };
}

/**
 * Returns the warmest set-points that keep the red line if all CRACs get one temperature `commonC`, clamped to each
 * CRAC's range. Null if even the coldest set-points break the red line.
 */
export function warmestCommon(
  model: RewardRateModel,
  state: ZoneState,
): { readonly commonC: number; readonly setPointsC: number[] } | null {
  const at = (commonC: number): { readonly commonC: number; readonly setPointsC: number[] } => ({
    commonC,
    setPointsC: clampedSetPoints(model, commonC),
  });
  const holds = (setPointC: number): boolean =>
    keepsRedLine(model, state, clampedSetPoints(model, setPointC), WHISKER_C / 2);
  const low = Math.min(...model.cracs.map((crac) => crac.setPointMinC));
  const high = Math.max(...model.cracs.map((crac) => crac.setPointMaxC));
  // Met but for rounding at the coldest is met.
  if (!keepsRedLine(model, state, clampedSetPoints(model, low), -WHISKER_C)) return null;
  return at(holds(high) ? high : lastThatHolds(holds, { good: low, bad: high }));
}

/**
 * Returns true if every inlet is at least `marginC` colder than the red line, and other temperatures than their limits.
 * This must also hold after each CRAC failure that the plan has to survive, and for inlets on the way there if
 * set-points stay.
 */
export function keepsRedLine(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
  marginC: number,
): boolean {
  return roomsAtWork(model, state).every((room) => {
    const isCool = (inletC: number): boolean => inletC <= room.model.redLineC - marginC;
    const zoneInletC = inletsC(room.model, room.state, leftAtWork(room, setPointsC));
    if (!zoneInletC.every(isCool)) return false;
    const { failure } = room;
    if (failure !== null && hasEnvelope(failure)) {
      const way = wayLimits(model, failure, state, room.state, setPointsC);
      if (way?.peakC.every(isCool) === false) return false;
    }
    if (room.model.airLimits.length === 0) return true;
    const operation = { zoneInletC, zoneNodePowerW: room.state.zonePowerW, cracHeatW: [] };
    return airLimitsOf(room.model).every(
      (one) => !isOnTemperatures(one) || readingIn(one.reading, operation) <= one.limit - marginC,
    );
  });
}

/**
 * Returns true if red line, cooling capacities and power cap hold at these set-points, also after each failure that the
 * plan has to survive.
 *
 * @param setPointsC set-point of each working CRAC, C
 * @param marginC each inlet must be at least this much colder than the red line, K
 */
export function keepsLimitsAt(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
  marginC = 0,
): boolean {
  return keepsRedLine(model, state, setPointsC, marginC) && keepsCap(model, state, setPointsC);
}

/** Returns true if cooling capacities and power cap hold at these set-points, also after failures. */
export function keepsCap(model: RewardRateModel, state: ZoneState, setPointsC: readonly number[]): boolean {
  const { overW, coolingW } = coolingOf(model, state, setPointsC);
  const { budget } = model;
  return overW === 0 && isWithinCap(budget, meterPowerW(budget, state.nodePowerW, coolingW));
}

function spreadStarts(model: RewardRateModel, room: Room): number[][] {
  const { cracs } = model;
  if (cracs.length > MAX_SPREAD) return [];
  const coldest = cracs.map((crac) => crac.setPointMinC);
  const starts = cracs.length === 2 ? SPREAD_STARTS : 1;
  return cracs.slice(0, cracs.length === 2 ? 1 : undefined).flatMap((crac, c) =>
    Array.from({ length: starts }, (_, n) => {
      const start = coldest.slice();
      const share = starts === 1 ? 1 : n / (starts - 1);
      start[c] = Math.min(
        warmestOf(model, room, start, c),
        crac.setPointMinC + share * (crac.setPointMaxC - crac.setPointMinC),
      );
      for (let d = 0; d < cracs.length; d++) if (d !== c) start[d] = warmestOf(model, room, start, d);
      return start;
    }),
  );
}

/** Returns the warmest set-point of CRAC c, C, that keeps the red line while the other set-points stay. */
function warmestOf(model: RewardRateModel, room: Room, setPointsC: readonly number[], c: number): number {
  const inletC = room.inletsC(setPointsC);
  let byC = model.cracs[c]!.setPointMaxC - setPointsC[c]!;
  const { inlet, share } = room.reach[c]!;
  for (let e = 0; e < inlet.length; e++) {
    const n = inlet[e]!;
    if (share[e]! > 0) byC = Math.min(byC, (room.roomC[n]! - inletC[n]!) / share[e]!);
  }
  return Math.max(model.cracs[c]!.setPointMinC, setPointsC[c]! + byC);
}

function descend(
  model: RewardRateModel,
  room: Room,
  start: number[],
): { readonly merit: Merit; readonly setPointsC: number[] } {
  let now = start;
  let merit = room.cooling(now);
  let left = MAX_MOVES;
  const many = model.cracs.length > MAX_OF_FEW;
  let first = 0;
  for (let stepC = FIRST_STEP_C; stepC >= LAST_STEP_C && left > 0;) {
    let moved = false;
    const powerAfter = coolingNear(model, room.heatW(now), now);
    for (const { setPointsC, ...change } of moves(model, room, now, stepC, first)) {
      if (merit.overW === 0 && powerAfter(change) > merit.coolingW * (1 + SCREENED)) continue;
      const next = room.cooling(setPointsC);
      if (!better(next, merit)) continue;
      now = setPointsC;
      merit = next;
      moved = true;
      left--;
      if (many) first = change.crac;
      break;
    }
    if (!moved) stepC /= 4;
  }
  return { merit, setPointsC: now };
}

/** Move of the pattern search: a change of one CRAC's set-point, perhaps together with another CRAC's. */
interface Move extends Change {
  readonly setPointsC: number[];
}

/** Yields the moves from the set-points `now` that keep the red line, CRAC by CRAC from index `first` on. */
function* moves(
  model: RewardRateModel,
  room: Room,
  now: readonly number[],
  stepC: number,
  first: number,
): Generator<Move> {
  const { cracs } = model;
  const { roomC, reach, reachedBy, shareOf } = room;
  const leftC = room.inletsC(now).map((value, n) => roomC[n]! - value);
  const passedNow = leftC.reduce((count, left) => (left < 0 ? count + 1 : count), 0);
  const roomNow = reach.map((one, d) => roomFor(one, leftC, cracs[d]!.setPointMaxC - now[d]!));
  for (let k = 0; k < cracs.length; k++) {
    const c = (first + k) % cracs.length;
    const crac = cracs[c]!;
    for (const direction of [1, -1] as const) {
      const target = Math.min(crac.setPointMaxC, Math.max(crac.setPointMinC, now[c]! + direction * stepC));
      if (target === now[c]) continue;
      const moved = now.slice();
      moved[c] = target;
      // Only inlets that the CRAC reaches change.
      let passed = passedNow;
      let worst = -1;
      const { inlet } = reach[c]!;
      const before = Float64Array.from(inlet, (n) => leftC[n]!);
      for (const [e, n] of inlet.entries()) {
        const inletC = reachedBy[n]!.reduce((sum, d, at) => sum + shareOf[n]![at]! * moved[d]!, 0);
        leftC[n] = roomC[n]! - inletC;
        passed += (leftC[n] < 0 ? 1 : 0) - (before[e]! < 0 ? 1 : 0);
        if (leftC[n] < 0 && (worst < 0 || leftC[n] < leftC[worst]!)) worst = n;
      }
      const byC = target - now[c]!;
      if (passed === 0) yield { crac: c, byC, other: c, otherByC: 0, setPointsC: moved };
      const roomOf = roomsAfter(room, roomNow, leftC, c, direction, { passed, worst });
      for (const [d, other] of cracs.entries()) {
        if (d === c) continue;
        const { byC: otherByC, cooled } = roomOf(d, other.setPointMinC - now[d]!, other.setPointMaxC - now[d]!);
        if (otherByC === 0 || cooled < passed) continue;
        const paired = moved.slice();
        paired[d] = moved[d]! + otherByC;
        if (paired[d] >= other.setPointMinC) yield { crac: c, byC, other: d, otherByC, setPointsC: paired };
      }
      for (const [e, n] of inlet.entries()) leftC[n] = before[e]!;
    }
  }
}

/**
 * Possible change of one CRAC's set-point while the others stay.
 *
 * `byC` is the largest rise with which the CRAC keeps the red line at all inlets that it cools, K. It is negative if
 * the set-point must fall. `cooled` is the number of inlets that are now above the red line and get air from the CRAC.
 * The CRAC can restore the red line alone only if no other inlet is above it.
 */
interface Leeway {
  readonly byC: number;
  readonly cooled: number;
  /** Index of the inlet that limits the rise; -1 if the end of the CRAC's set-point range limits it. */
  readonly at: number;
}

/** Marks a CRAC that cannot bring the hottest inlet below the red line. */
const NO_LEEWAY: Leeway = { byC: -Infinity, cooled: -1, at: -1 };

/**
 * Returns a function that gives the Leeway of CRAC d after a move of CRAC c. If the move does not affect CRAC d, its
 * Leeway from before the move (`roomNow`) is returned.
 *
 * @param leftC red line minus temperature of each inlet after the move, K
 * @param passed number of inlets above the red line after the move
 * @param worst index of the inlet that exceeds the red line most, among those that c cools; -1 if none does
 */
function roomsAfter(
  { reach, reachedBy, shareOf, meets }: Room,
  roomNow: readonly Leeway[],
  leftC: Float64Array,
  c: number,
  direction: 1 | -1,
  { passed, worst }: { readonly passed: number; readonly worst: number },
): (d: number, leastC: number, mostC: number) => Leeway {
  const { inlet } = reach[c]!;
  if (passed === 0 && direction > 0) {
    // Inlets that c reaches leave less than before, no others.
    const byC = Float64Array.from(roomNow, (one) => one.byC);
    for (const n of inlet) {
      const shares = shareOf[n]!;
      for (const [at, d] of reachedBy[n]!.entries())
        if (shares[at]! > 0) byC[d] = Math.min(byC[d]!, leftC[n]! / shares[at]!);
    }
    return (d) => ({ byC: byC[d]!, cooled: 0, at: -1 });
  }
  return (d, leastC, mostC) => {
    if (!meets[c]!.has(d)) return roomNow[d]!;
    if (passed === 0 && reachedBy[roomNow[d]!.at]?.includes(c) !== true) return roomNow[d]!;
    if (worst >= 0) {
      const at = reachedBy[worst]!.indexOf(d);
      const share = at < 0 ? 0 : shareOf[worst]![at]!;
      if (share <= 0 || leftC[worst]! / share < leastC - WHISKER_C) return NO_LEEWAY;
    }
    return roomFor(reach[d]!, leftC, mostC);
  };
}

function roomFor({ inlet, share }: Reach, leftC: Float64Array, mostC: number): Leeway {
  let byC = mostC;
  let cooled = 0;
  let at = -1;
  for (let e = 0; e < inlet.length; e++) {
    const left = leftC[inlet[e]!]!;
    if (share[e]! <= 0) continue;
    if (left < 0) cooled++;
    if (left / share[e]! < byC) [byC, at] = [left / share[e]!, inlet[e]!];
  }
  return { byC, cooled, at };
}
