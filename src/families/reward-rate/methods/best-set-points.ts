import {
  clampedSetPoints,
  coolingPowerW,
  cracHeatW,
  type ZoneState,
} from '../../../../models/problems/reward-rate/set-points.js';
import { failedRoomsOf, inFailedRoom, leftAtWork } from '../../../../models/problems/reward-rate/in-failed-room.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';

/** Limit of an inlet that is affine in the set-points: sum over CRACs at work of share T <= roomC. */
export interface InletLimit {
  readonly share: Float64Array;
  readonly roomC: number;
}

export interface SetPointChoice {
  /** Set-points by CRAC at work, C. */
  readonly setPointsC: number[];
  readonly coolingW: number;
}

/** Distance below the red line that inlets keep, K (ours): another program's rounding must not pass it. */
const WHISKER_C = 1e-9;
/** First step of a set-point in the search, C (ours). */
const FIRST_STEP_C = 4;
/** Last step of a set-point in the search, C (ours). */
const LAST_STEP_C = 1e-7;
/** Greatest number of moves of the search (ours). */
const MAX_MOVES = 400;
/** Number of starts spread over the first CRAC's range where there are two (ours); with more, there is one per CRAC. */
const SPREAD_STARTS = 9;
/**
 * Greatest number of CRACs with spread starts (ours): with more, the search begins at known and common set-points only,
 * because every start costs too much.
 */
const MAX_SPREAD = 4;
/** Relative excess over a cooling capacity that is rounding (ours). */
const CAPACITY_ROUNDING = 1e-12;

/**
 * Set-points with little cooling power for given zone powers, within red line, ranges and cooling capacities. A pattern search:
 * one CRAC up or down, or one up and another down until the red line holds again, in ever smaller steps, from several starts.
 * `spread` adds starts over the ranges, `more` are limits of inlets beside those of the steady state. A local search: the answer is feasible, its power not proven least. Null when no start led to feasible set-points.
 */
export function cheapestSetPoints(
  problem: RewardRateProblem,
  state: ZoneState,
  known: readonly ArrayLike<number>[] = [],
  spread = true,
  more: readonly InletLimit[] = [],
): SetPointChoice | null {
  const common = warmestCommon(problem, state);
  if (common === null) return null;
  const room = openRoom(problem, state, more);
  let best: { merit: Merit; setPointsC: number[] } | null = null;
  const starts = [...known.map((values) => Array.from(values)), common.setPointsC];
  for (const start of spread ? [...starts, ...spreadStarts(problem, room)] : starts) {
    const from = room.cooledDown(start);
    const found = from === null ? null : descend(problem, room, from);
    if (found !== null && (best === null || better(found.merit, best.merit))) best = found;
  }
  return best === null || best.merit.overW > 0 ? null : { setPointsC: best.setPointsC, coolingW: best.merit.coolingW };
}

/** All CRACs as near as their ranges allow to one set-point, the warmest that the red line permits; null when none does. */
export function warmestCommon(
  problem: RewardRateProblem,
  state: ZoneState,
): { readonly commonC: number; readonly setPointsC: number[] } | null {
  const at = (commonC: number): { readonly commonC: number; readonly setPointsC: number[] } => ({
    commonC,
    setPointsC: clampedSetPoints(problem, commonC),
  });
  const holds = (setPointC: number): boolean =>
    keepsRedLine(problem, state, clampedSetPoints(problem, setPointC), WHISKER_C / 2);
  let low = Math.min(...problem.cracs.map((crac) => crac.setPointMinC));
  let high = Math.max(...problem.cracs.map((crac) => crac.setPointMaxC));
  // Met but for rounding at the coldest is met.
  if (!keepsRedLine(problem, state, clampedSetPoints(problem, low), -WHISKER_C)) return null;
  if (holds(high)) return at(high);
  for (let n = 0; n < 60 && high - low > 1e-11; n++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return at(low);
}

/** Test whether all inlets are colder than the red line by `marginC` at these set-points, in failed rooms as well. */
export function keepsRedLine(
  problem: RewardRateProblem,
  state: ZoneState,
  setPointsC: readonly number[],
  marginC: number,
): boolean {
  const inletC = problem.thermal.inletFromSetPointsC(setPointsC);
  return (
    inletC.every((value, b) => value + state.riseC[b]! <= problem.redLineC - marginC) &&
    failedRoomsOf(problem).every((room, f) =>
      keepsRedLine(inFailedRoom(problem, room), state.failed[f]!, leftAtWork(room, setPointsC), marginC),
    )
  );
}

/**
 * Merit of set-points: the power they cost, and the amount by which they pass cooling capacities; of failed rooms also that by which they pass
 * the cap.
 */
export function coolingOf(problem: RewardRateProblem, state: ZoneState, setPointsC: readonly number[]): Merit {
  const heatW = cracHeatW(problem, state, setPointsC);
  let overW = 0;
  for (const { crac, capacityW } of problem.coolingLimits) {
    overW += Math.max(0, heatW[crac]! - capacityW * (1 + CAPACITY_ROUNDING));
  }
  for (const [f, room] of failedRoomsOf(problem).entries()) {
    overW += overInFailedRoomW(inFailedRoom(problem, room), state.failed[f]!, leftAtWork(room, setPointsC));
  }
  return { overW, coolingW: coolingPowerW(problem, heatW, setPointsC) };
}

/** Sum of what passes cooling capacities and cap in a failed room, W. */
function overInFailedRoomW(failed: RewardRateProblem, state: ZoneState, setPointsC: readonly number[]): number {
  const { overW, coolingW } = coolingOf(failed, state, setPointsC);
  const { upsEfficiency, otherLoadW, powerCapW } = failed.budget;
  const totalW = state.nodePowerW / upsEfficiency + coolingW + otherLoadW;
  return overW + Math.max(0, totalW - powerCapW * (1 + CAPACITY_ROUNDING));
}

/** Merit of set-points, compared by heat beyond cooling capacities first, then by power. */
interface Merit {
  readonly overW: number;
  readonly coolingW: number;
}

function better(a: Merit, b: Merit): boolean {
  if (a.overW > 0 || b.overW > 0) return a.overW < b.overW * (1 - 1e-9);
  return a.coolingW < b.coolingW * (1 - 1e-11);
}

/** Inlets that can pass the red line, with all CRACs at work or in a failed room, and the effect of each CRAC's air on them. */
interface Room {
  readonly state: ZoneState;
  /** Red line less rise, by inlet kept. */
  readonly roomC: Float64Array;
  /** Inlets that the air of each CRAC reaches, ascending, and its share there: few of a large room's. */
  readonly reach: readonly Reach[];
  inletsC(setPointsC: readonly number[]): Float64Array;
  /** The set-points, all lowered alike until the red line holds; null when the coldest do not. */
  cooledDown(setPointsC: readonly number[]): number[] | null;
}

interface Reach {
  readonly inlet: Int32Array;
  readonly share: Float64Array;
}

function reachOf(shares: Float64Array): Reach {
  const inlet = Int32Array.from([...shares.keys()].filter((n) => shares[n] !== 0));
  return { inlet, share: Float64Array.from(inlet, (n) => shares[n]!) };
}

/** Inlets of one room that can pass its red line, as those of Room, and the share of each CRAC's set-point in each. */
function hotInlets(
  problem: RewardRateProblem,
  state: ZoneState,
): { readonly roomC: Float64Array; readonly share: readonly Float64Array[] } {
  const warmest = problem.thermal.inletFromSetPointsC(problem.cracs.map((crac) => crac.setPointMaxC));
  const limitC = problem.redLineC - WHISKER_C;
  const zones = [...warmest.keys()].filter((b) => warmest[b]! + state.riseC[b]! > limitC);
  const share = problem.cracs.map((_, c) => {
    const all = problem.thermal.inletShareOfCrac(c);
    return Float64Array.from(zones, (b) => all[b]!);
  });
  const coldest = problem.thermal.inletFromSetPointsC(problem.cracs.map((crac) => crac.setPointMinC));
  // Where even the coldest set-points meet the red line only but for rounding, that is what there is.
  return { roomC: Float64Array.from(zones, (b) => Math.max(limitC - state.riseC[b]!, coldest[b]!)), share };
}

function openRoom(problem: RewardRateProblem, state: ZoneState, more: readonly InletLimit[]): Room {
  const rooms = [
    { left: problem.cracs.map((_, c) => c), ...hotInlets(problem, state) },
    ...failedRoomsOf(problem).map((room, f) => ({
      left: room.left,
      ...hotInlets(inFailedRoom(problem, room), state.failed[f]!),
    })),
  ];
  const roomC = Float64Array.from([
    ...rooms.flatMap((room) => [...room.roomC]),
    ...more.map((limit) => limit.roomC - WHISKER_C),
  ]);
  const reach = problem.cracs.map((_, c) =>
    reachOf(
      Float64Array.from([
        ...rooms.flatMap((room) => [...(room.share[room.left.indexOf(c)] ?? room.roomC.map(() => 0))]),
        ...more.map((limit) => limit.share[c]!),
      ]),
    ),
  );
  const inletsC = (setPointsC: readonly number[]): Float64Array => {
    const inletC = new Float64Array(roomC.length);
    for (const [c, { inlet, share }] of reach.entries()) {
      for (let e = 0; e < inlet.length; e++) inletC[inlet[e]!]! += share[e]! * setPointsC[c]!;
    }
    return inletC;
  };
  return {
    state,
    roomC,
    reach,
    inletsC,
    cooledDown(setPointsC) {
      const lowered = (byC: number): number[] =>
        problem.cracs.map((crac, c) => Math.max(crac.setPointMinC, Math.min(crac.setPointMaxC, setPointsC[c]! - byC)));
      const holds = (byC: number): boolean => inletsC(lowered(byC)).every((value, n) => value <= roomC[n]!);
      if (holds(0)) return lowered(0);
      let low = 0;
      let high = Math.max(...problem.cracs.map((crac, c) => setPointsC[c]! - crac.setPointMinC), 0);
      if (!holds(high)) return null;
      for (let n = 0; n < 60 && high - low > 1e-11; n++) {
        const middle = (low + high) / 2;
        if (holds(middle)) high = middle;
        else low = middle;
      }
      return lowered(high);
    },
  };
}

function spreadStarts(problem: RewardRateProblem, room: Room): number[][] {
  const { cracs } = problem;
  if (cracs.length > MAX_SPREAD) return [];
  const coldest = cracs.map((crac) => crac.setPointMinC);
  const starts = cracs.length === 2 ? SPREAD_STARTS : 1;
  return cracs.slice(0, cracs.length === 2 ? 1 : undefined).flatMap((crac, c) =>
    Array.from({ length: starts }, (_, n) => {
      const start = coldest.slice();
      const share = starts === 1 ? 1 : n / (starts - 1);
      start[c] = Math.min(
        warmestOf(problem, room, start, c),
        crac.setPointMinC + share * (crac.setPointMaxC - crac.setPointMinC),
      );
      for (let d = 0; d < cracs.length; d++) if (d !== c) start[d] = warmestOf(problem, room, start, d);
      return start;
    }),
  );
}

/** Warmest set-point of CRAC c while the others stay. */
function warmestOf(problem: RewardRateProblem, room: Room, setPointsC: readonly number[], c: number): number {
  const inletC = room.inletsC(setPointsC);
  let byC = problem.cracs[c]!.setPointMaxC - setPointsC[c]!;
  const { inlet, share } = room.reach[c]!;
  for (let e = 0; e < inlet.length; e++) {
    const n = inlet[e]!;
    if (share[e]! > 0) byC = Math.min(byC, (room.roomC[n]! - inletC[n]!) / share[e]!);
  }
  return Math.max(problem.cracs[c]!.setPointMinC, setPointsC[c]! + byC);
}

function descend(
  problem: RewardRateProblem,
  room: Room,
  start: number[],
): { readonly merit: Merit; readonly setPointsC: number[] } {
  let now = start;
  let merit = coolingOf(problem, room.state, now);
  let left = MAX_MOVES;
  for (let stepC = FIRST_STEP_C; stepC >= LAST_STEP_C && left > 0;) {
    let moved = false;
    for (const candidate of moves(problem, room, now, stepC)) {
      const next = coolingOf(problem, room.state, candidate);
      if (!better(next, merit)) continue;
      now = candidate;
      merit = next;
      moved = true;
      left--;
      break;
    }
    if (!moved) stepC /= 4;
  }
  return { merit, setPointsC: now };
}

/** Feasible neighbours: one CRAC by a step, alone or with another that makes room for it or takes the room it leaves. */
function* moves(problem: RewardRateProblem, room: Room, now: readonly number[], stepC: number): Generator<number[]> {
  for (const [c, crac] of problem.cracs.entries()) {
    for (const direction of [1, -1]) {
      const target = Math.min(crac.setPointMaxC, Math.max(crac.setPointMinC, now[c]! + direction * stepC));
      if (target === now[c]) continue;
      const moved = now.slice();
      moved[c] = target;
      const inletC = room.inletsC(moved);
      const leftC = inletC.map((value, n) => room.roomC[n]! - value);
      const passed = leftC.reduce((count, left) => (left < 0 ? count + 1 : count), 0);
      if (passed === 0) yield moved;
      for (const [d, other] of problem.cracs.entries()) {
        if (d === c) continue;
        const byC = roomFor(room.reach[d]!, leftC, passed, other.setPointMaxC - moved[d]!);
        const paired = moved.slice();
        paired[d] = moved[d]! + byC;
        if (byC !== 0 && paired[d] >= other.setPointMinC) yield paired;
      }
    }
  }
}

/** Most that a CRAC may be warmer, C, by what inlets leave; -Infinity where inlets pass the red line that it does not reach. `passed` counts those that pass it. */
function roomFor({ inlet, share }: Reach, leftC: Float64Array, passed: number, mostC: number): number {
  let byC = mostC;
  let cooled = 0;
  for (let e = 0; e < inlet.length; e++) {
    const left = leftC[inlet[e]!]!;
    if (share[e]! <= 0) continue;
    if (left < 0) cooled++;
    byC = Math.min(byC, left / share[e]!);
  }
  return cooled < passed ? -Infinity : byC;
}
