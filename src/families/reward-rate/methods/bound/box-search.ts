import { shareOfCapW } from '../../../../../models/facility/meter.js';
import { W_PER_KW } from '../../../../../models/units.js';
import type { BoxAnswer, BoxLp } from './box-lp.js';
import { divideWorst } from './divide-worst.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { ConfigurationLpRequest } from '../room-program/configuration-lp.js';
import { halves, isTight, pointBox, tightened } from './cooling-boxes.js';
import type { CoolingBox, CoolingPoint } from '../room-program/cooling-columns.js';
import { idleConflict, isProven } from '../infeasibility.js';
import type { ProofPart, ProvenBound } from '../room-program/proof.js';
import { withinScope } from './set-point-slices.js';

/** Relative gap between the bound and the best fractional solution (mixture) at which the search ends. */
export const TARGET_GAP = 2e-4;
/** Relative gap between an LP's value and its bound at which the LP of a box (node of the search tree) ends. */
const BOX_GAP = 2e-5;
/** Relative gap between an LP's value and its bound at which the LP at fixed set-points ends. */
const POINT_GAP = 1e-5;
/**
 * The LP at fixed set-points is not solved if every set-point differs by less than this from that of an earlier such
 * LP, C.
 */
const SAME_C = 0.02;
/** Excess over the power cap that counts as rounding error, as a fraction of the cap. */
const NO_EXCESS = 1e-9;
/** Initial radius of the trust region, C: how far set-points may move when the CRACs' power is linearised. */
export const TRUST_C = 2;
/** Initial trust region about a mixture (fractional solution), C; small, because that is near a local optimum. */
const CLOSE_C = 0.5;
/** Radius of the trust region below which the local search from a mixture (fractional solution) ends, C. */
const MIN_TRUST_C = 0.05;
/** Maximum number of times that the CRACs' power is linearised on the way to a local optimum. */
const STEPS = 6;
/**
 * Maximum number of steps of the local search from a mixture (fractional solution). More do not pay: with 21,600 nodes
 * and 10 CRACs the relative gap was 1.3e-4 after 4 steps, 1.4e-4 after 16 or 32.
 */
const CLIMBS = 16;

/**
 * Returns the maximum number of boxes (nodes of the search tree) whose LP is solved. With many CRACs the tree is never
 * finished; the remaining gap is then reported.
 */
function mostBoxes(cracs: number): number {
  if (cracs <= 2) return 200;
  return cracs <= 4 ? 120 : 60;
}

interface Leaf {
  readonly box: CoolingBox;
  readonly bound: LagrangianBound;
  readonly answer: BoxAnswer;
}

/** Fractional solution of the configuration LP at fixed set-points that keeps every limit, with the dual values. */
export interface Mixture {
  readonly answer: BoxAnswer;
  readonly setPointsC: Float64Array;
}

/** Lowest bound on the reward of all plans that was proven so far. */
export interface Proven {
  best: ProvenBound;
}

export function lower(proven: Proven, bound: ProvenBound | null): void {
  if (bound !== null && bound.value < proven.best.value) proven.best = bound;
}

/** State of the search for the best set-points and a bound over all of them. */
export class Search {
  /** Boxes that may be split. */
  readonly open: Leaf[] = [];
  /** Boxes that need no further split. */
  readonly closed: Leaf[] = [];
  /** Boxes without a plan, because an idle facility breaks a limit at all their set-points. */
  readonly empty: ProofPart[] = [];
  mixture: Mixture | null = null;
  /**
   * Answer of the LP with the CRACs' power linearised about the best fractional solution; null if not solved. Its dual
   * values also reflect what a change of set-points costs.
   */
  expanded: BoxAnswer | null = null;
  /** Last answer of any LP, used if the run ends before a fractional solution is found. */
  latest: BoxAnswer | null = null;
  readonly tried: Float64Array[] = [];
  stopped = false;
  failure: string | null = null;
  boxes = 0;

  constructor(
    readonly input: ConfigurationLpRequest,
    readonly lp: BoxLp,
    readonly proven: Proven,
    readonly root: CoolingBox = lp.root,
  ) {}
}

/** Searches by branch and bound over boxes (ranges of CRAC heats and set-points). The box with the largest bound is split first. */
export async function branch(search: Search): Promise<void> {
  const { model } = search.input;
  const root = await examine(search, search.root, null);
  if (root === null) return;
  search.open.push(root);
  if (search.mixture === null && !search.stopped) await climb(search, root.answer.point);
  await divideWorst(
    search.open,
    ({ bound }) => bound.value,
    async (leaf) => {
      lower(search.proven, boundOfBoxes(search));
      if (search.stopped || search.failure !== null || isClosed(search)) return null;
      if (leaf.bound.value <= cutoff(search) || search.boxes >= mostBoxes(model.cracs.length)) return null;
      await tryPoint(search, leaf.answer.point);
      if (isTight(model, leaf.box, leaf.answer)) {
        search.closed.push(leaf);
        return [];
      }
      return split(search, leaf);
    },
  );
}

/** Returns the halves of a box with their bounds. If the run ends before, the whole box stays among them. */
async function split(search: Search, leaf: Leaf): Promise<Leaf[]> {
  const { model } = search.input;
  const parts: Leaf[] = [];
  for (const half of halves(model, leaf.box, leaf.answer)) {
    if (search.stopped) return [...parts, leaf];
    const box = tightened(model, half);
    if (box === null) continue;
    const isNarrower = box.setPointMinC !== leaf.box.setPointMinC || box.setPointMaxC !== leaf.box.setPointMaxC;
    const conflict = isNarrower ? idleConflict(withinScope(model, box)) : null;
    if (conflict !== null && isProven(conflict)) {
      search.empty.push({ scope: box, by: null });
      continue;
    }
    const part = await examine(search, box, leaf);
    if (part === null) return [...parts, leaf];
    parts.push(part);
  }
  return parts;
}

/** Solves the LP of a box, whose bound is at most that of the box that it is a part of. Null if the LP failed. */
async function examine(search: Search, box: CoolingBox, parent: Leaf | null): Promise<Leaf | null> {
  const near = parent?.answer.point ?? null;
  const answer = await search.lp.solve({ box, near, cutoff: cutoff(search), gap: BOX_GAP });
  search.boxes++;
  if ('failure' in answer) {
    search.failure = answer.failure;
    return null;
  }
  search.latest = answer;
  search.stopped ||= answer.stopped;
  const bound = parent !== null && parent.bound.value < answer.bound.value ? parent.bound : answer.bound;
  return { box, answer, bound };
}

function cutoff({ mixture }: Search): number {
  return mixture === null ? -Infinity : mixture.answer.solution.objective * (1 + TARGET_GAP);
}

/** Returns true if the relative gap between proven bound and best fractional solution is at most TARGET_GAP. */
export function isClosed(search: Search): boolean {
  return search.proven.best.value <= cutoff(search);
}

/** Returns the boxes that together contain all plans; none before any was examined. */
function allBoxes({ open, closed }: Search): Leaf[] {
  return [...open, ...closed];
}

/** Returns the box with the largest bound, which bounds all boxes together; null before any was examined. */
export function worstBox(search: Search): Leaf | null {
  return allBoxes(search).reduce<Leaf | null>(
    (most, leaf) => (most === null || leaf.bound.value > most.bound.value ? leaf : most),
    null,
  );
}

/** Returns the bound that all boxes together prove; null before any was examined. */
export function boundOfBoxes(search: Search): ProvenBound | null {
  const worst = worstBox(search);
  if (worst === null) return null;
  const parts = allBoxes(search).map(({ box, bound }) => ({ scope: box, by: bound }));
  return { ...worst.bound, parts: [...parts, ...search.empty] };
}

/**
 * Solves the LP at fixed set-points, where the CRACs' power is linear in heat. Returns the best fractional solution
 * (mixture) there and keeps the best so far in `search`. Null if there is none, or if nearby set-points were tried
 * before.
 */
export async function tryPoint(
  search: Search,
  point: Pick<CoolingPoint, 'setPointsC' | 'heatKW' | 'state' | 'resetC'>,
): Promise<Mixture | null> {
  const { lp, root, input } = search;
  const { model } = input;
  const { setPointsC } = point;
  if (search.stopped || search.tried.some((known) => distanceC(known, setPointsC) < SAME_C)) return null;
  search.tried.push(setPointsC);
  // With the set-point fixed the linearised power is the power itself.
  const answer = await lp.solve({ box: pointBox(model, root, point), about: point, gap: POINT_GAP });
  if ('failure' in answer) return null;
  search.latest = answer;
  search.stopped ||= answer.stopped;
  if (answer.point.excessKW > shareOfCapW(model.budget, NO_EXCESS) / W_PER_KW || !answer.settled) return null;
  const mixture = { answer, setPointsC };
  const best = search.mixture?.answer.solution.objective ?? -Infinity;
  if (answer.solution.objective > best) {
    search.mixture = mixture;
    search.expanded = null;
  }
  return mixture;
}

/**
 * Improves the fractional solution (mixture) until it is a local optimum.
 *
 * First, LPs with the CRACs' power linearised about the last set-points are solved in turn, within a shrinking trust
 * region. `climbFromMixture` then goes on from the last set-points.
 */
export async function climb(search: Search, from: CoolingPoint): Promise<void> {
  let point = from;
  let before = -Infinity;
  for (let n = 0, trustC = TRUST_C; n < STEPS && !search.stopped; n++, trustC *= 0.6) {
    const moved = await expandedAt(search, point, trustC);
    if (moved === null) return;
    point = moved.point;
    const { objective } = moved.solution;
    const settled = Math.abs(objective - before) <= (TARGET_GAP / 20) * Math.abs(objective);
    before = objective;
    if (settled) break;
  }
  await tryPoint(search, point);
  if (search.mixture === null) await tryPoint(search, from);
  await climbFromMixture(search);
}

/**
 * Improves the best fractional solution (mixture) by a local search. The trust region of the set-points shrinks when a
 * move gains less than half of what the linearisation predicted. The search ends when hardly any gain is predicted.
 */
export async function climbFromMixture(search: Search): Promise<void> {
  for (let n = 0, trustC = CLOSE_C; n < CLIMBS && search.mixture !== null; n++) {
    const { objective } = search.mixture.answer.solution;
    const moved = await expandMixture(search, trustC);
    // Prices of a smaller region are nearly those at fixed set-points.
    if (trustC < CLOSE_C) search.expanded = null;
    if (moved === null || moved.solution.objective <= objective * (1 + TARGET_GAP / 10)) return;
    await tryPoint(search, moved.point);
    const gained = search.mixture.answer.solution.objective - objective;
    if (gained < (moved.solution.objective - objective) / 2) trustC /= 2;
    if (trustC < MIN_TRUST_C) return;
  }
}

/**
 * Solves the LP with the CRACs' power linearised about the best fractional solution. Its dual values reflect what a
 * change of set-points costs. Null if there is no fractional solution yet, the LP failed or the run was stopped.
 *
 * @param trustC how far set-points may move, C
 */
export async function expandMixture(search: Search, trustC = CLOSE_C): Promise<BoxAnswer | null> {
  const { mixture } = search;
  if (mixture === null || search.stopped) return null;
  const { answer, setPointsC } = mixture;
  const moved = await expandedAt(search, { ...answer.point, setPointsC }, trustC);
  search.expanded = moved ?? search.expanded;
  return moved;
}

/**
 * Solves the LP with the CRACs' power linearised about a point, where set-points may move by at most `trustC`, C. Its
 * bound is not valid for all plans. Null if the LP failed.
 */
async function expandedAt(search: Search, point: CoolingPoint, trustC: number): Promise<BoxAnswer | null> {
  const box = pointBox(search.input.model, search.root, point, trustC);
  const answer = await search.lp.solve({ box, about: point, gap: POINT_GAP });
  if ('failure' in answer) return null;
  search.latest = answer;
  search.stopped ||= answer.stopped;
  return answer;
}

function distanceC(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, c) => Math.max(most, Math.abs(value - b[c]!)), 0);
}
