import { groupForLp } from './aggregation.js';
import type { LagrangianBound } from './bound.js';
import { type BoxAnswer, type BoxLp, openBoxLp } from './box-lp.js';
import type { ConfigurationLpInput, ConfigurationLpResult, LpWork } from './configuration-lp.js';
import { type CoolingBox, type CoolingPoint, expansionRow, independentRedLineRow } from './cooling-columns.js';
import { halves, isTight, penaltyPerKW, pointBox, rootBox, tightened } from './cooling-boxes.js';
import type { CouplingRow } from './coupling.js';
import { solutionOverZones } from './disaggregation.js';
import { type Grouping, groupByType } from './grouping.js';

/** Boxes are split until the bound is within this share of the best mixture found. */
const TARGET_GAP = 5e-4;
const SCOUT_GAP = 1e-4;
const BOX_GAP = 2e-5;
const POINT_GAP = 1e-5;
/** A mixture whose set-points move less than this (C) is not solved for again. */
const SAME_C = 0.02;
/** Excess that counts as none, share of the cap. */
const NO_EXCESS = 1e-9;
/** Set-points may move this far (C) from the point about which the CRACs' power is expanded; then less and less. */
const TRUST_C = 2;
const CLIMBS = 4;

/** Boxes solved at most, by number of CRACs: with many the tree never ends and the gap is reported. */
function mostBoxes(cracs: number): number {
  if (cracs <= 2) return 200;
  return cracs <= 4 ? 120 : 60;
}

interface Leaf {
  readonly box: CoolingBox;
  readonly answer: BoxAnswer;
  readonly bound: LagrangianBound;
  readonly rows: readonly CouplingRow[];
}

/** A mixture of configurations that keeps every limit at fixed set-points, and its prices there. */
export interface Mixture {
  readonly answer: BoxAnswer;
  readonly setPointsC: Float64Array;
}

interface Search {
  readonly input: ConfigurationLpInput;
  readonly lp: BoxLp;
  readonly root: CoolingBox;
  readonly leaves: Leaf[];
  /** Being split; its bound counts until both halves are filed. */
  current: Leaf | null;
  /** The worst of the boxes that need no further look. */
  closed: Leaf | null;
  mixture: Mixture | null;
  readonly tried: Float64Array[];
  stopped: boolean;
  failure: string | null;
  boxes: number;
}

/**
 * The configuration LP with one set-point per CRAC, to a bound that holds for all of them: best-first over boxes of CRAC
 * heats, each bounded by its own prices (docs/methods/several-cracs.md). The solution is the best mixture found at fixed
 * set-points. Null when stopped before there was one.
 */
export async function solveSeveralCracs(
  input: ConfigurationLpInput,
): Promise<ConfigurationLpResult | { readonly failure: string } | null> {
  const { problem } = input;
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const root = rootBox(problem);
  let search: Search | null = null;
  const step = (bound: number): Promise<boolean> =>
    input.control.step({
      phase: 'configuration LP',
      bound: search === null || search.boxes === 0 ? bound : worst(search).bound.value,
      incumbent: input.incumbent,
    });
  const common = { ...input, root, penalty: penaltyPerKW(problem), work, step };
  const scouted = input.first == null ? await scout(common) : { known: knownRows(input), prices: null, from: null };
  if ('failure' in scouted) return scouted;
  if ('stopped' in scouted) return null;
  const grouping = groupForLp(problem, input.mostSingleZones, input.mostGroups);
  if (grouping.groups.length < problem.zones.length) work.groups = grouping.groups.length;
  const lp = openBoxLp({ ...common, grouping }, scouted.known);
  try {
    if (scouted.prices !== null) lp.seed(scouted.prices);
    if (input.first != null) lp.offer(input.first.configurations);
    search = newSearch(input, lp, root, grouping);
    if (scouted.from !== null) await climb(search, scouted.from);
    if (search.mixture !== null && !search.stopped) search.separate = await separateOf(search, step);
    if (!isClosed(search) && !search.stopped) await branch(search);
    input.onProgram?.(lp.program());
    return resultOf(search, work, grouping);
  } finally {
    lp.dispose();
  }
}

type Scouted = {
  readonly known: readonly CouplingRow[];
  readonly prices: LagrangianBound | null;
  readonly from: CoolingPoint | null;
};

/** Prices, hot zones and set-points to begin with, from an LP that treats all zones of a node type alike. */
async function scout(
  common: Omit<BoxLpInput, 'grouping'>,
): Promise<Scouted | { readonly failure: string } | { readonly stopped: true }> {
  const { problem, root } = common;
  const lp = openBoxLp({ ...common, grouping: groupByType(problem) });
  try {
    lp.seedFirst();
    let answer = await lp.solve({ box: root, gap: SCOUT_GAP });
    for (let n = 0; n < SCOUT_CLIMBS && !('failure' in answer) && !answer.stopped; n++) {
      const { point } = answer;
      const box = pointBox(root, point.setPointsC, n === 0 ? SCOUT_TRUST_C : TRUST_C);
      const extra = problem.cracs.map((_, c) => expansionRow(problem, c, point.heatKW[c]!, point.setPointsC[c]!));
      answer = await lp.solve({ box, extra, cuts: false, gap: SCOUT_GAP });
    }
    if ('failure' in answer) return answer;
    if (answer.stopped) return { stopped: true };
    const known = lp.rows.filter((row) => row.constraint === 'redLine');
    return { known, prices: answer.bound, from: answer.point };
  } finally {
    lp.dispose();
  }
}

async function branch(search: Search): Promise<void> {
  const { problem } = search.input;
  await examine(search, search.root, null);
  const first = search.leaves[0];
  if (first !== undefined && !search.stopped) await climb(search, first.answer.point);
  while (search.leaves.length > 0 && !search.stopped && search.failure === null) {
    search.leaves.sort((a, b) => a.bound.value - b.bound.value);
    const leaf = search.leaves.at(-1)!;
    if (leaf.bound.value <= cutoff(search) || search.boxes >= mostBoxes(problem.cracs.length)) return;
    search.leaves.pop();
    search.current = leaf;
    await tryPoint(search, leaf.answer.point);
    if (isTight(problem, leaf.box, leaf.answer.point)) close(search, leaf);
    else if (!(await split(search, leaf))) search.leaves.push(leaf);
    search.current = null;
  }
}

/** False when the run ended before both halves were bounded: the box keeps its bound. */
async function split(search: Search, leaf: Leaf): Promise<boolean> {
  const { problem } = search.input;
  for (const half of halves(problem, leaf.box, leaf.answer.point)) {
    if (search.stopped) return false;
    const box = tightened(problem, half);
    if (box !== null) await examine(search, box, leaf);
    if (search.failure !== null) return false;
  }
  return true;
}

/** Bounds a box and files it. */
async function examine(search: Search, box: CoolingBox, parent: Leaf | null): Promise<void> {
  const { lp, root } = search;
  const near = parent?.answer.point ?? null;
  const answer = await lp.solve({ box: parent === null ? root : box, near, cutoff: cutoff(search), gap: BOX_GAP });
  search.boxes++;
  if ('failure' in answer) {
    search.failure = answer.failure;
    return;
  }
  search.stopped ||= answer.stopped;
  const inherited = parent !== null && parent.bound.value < answer.bound.value ? parent : null;
  const leaf = { box, answer, bound: (inherited ?? answer).bound, rows: (inherited ?? answer).rows };
  if (leaf.bound.value <= cutoff(search)) close(search, leaf);
  else search.leaves.push(leaf);
}

function close(search: Search, leaf: Leaf): void {
  if (search.closed === null || leaf.bound.value > search.closed.bound.value) search.closed = leaf;
}

function cutoff({ mixture }: Search): number {
  return mixture === null ? -Infinity : mixture.answer.solution.objective * (1 + TARGET_GAP);
}

/** The leaf whose bound is the bound. */
function worst({ leaves, current, closed }: Search): Leaf {
  return [...leaves, current, closed]
    .filter((leaf) => leaf !== null)
    .reduce((most, leaf) => (leaf.bound.value > most.bound.value ? leaf : most));
}

/** The best mixture at given set-points: there the CRACs' power is linear in heat. Kept if it is the best so far. */
async function tryPoint(search: Search, { setPointsC }: CoolingPoint): Promise<Mixture | null> {
  const { lp, root, input } = search;
  if (search.stopped || search.tried.some((known) => distanceC(known, setPointsC) < SAME_C)) return null;
  search.tried.push(setPointsC);
  const answer = await lp.solve({ box: pointBox(root, setPointsC), near: null, gap: POINT_GAP });
  if ('failure' in answer) return null;
  search.stopped ||= answer.stopped;
  if (answer.point.excessKW > (NO_EXCESS * input.problem.budget.capW) / 1000 || !answer.settled) return null;
  const mixture = { answer, setPointsC };
  const best = search.mixture?.answer.solution.objective ?? -Infinity;
  if (answer.solution.objective > best) search.mixture = mixture;
  return mixture;
}

/** Towards a local optimum: expand the CRACs' power about the best mixture, move within a trust region, settle there. */
async function climb(search: Search, from: CoolingPoint): Promise<void> {
  const { problem } = search.input;
  await tryPoint(search, from);
  let trustC = TRUST_C;
  for (let n = 0; n < CLIMBS && search.mixture !== null && !search.stopped; n++) {
    const { answer, setPointsC } = search.mixture;
    const before = answer.solution.objective;
    const box = pointBox(search.root, setPointsC, trustC);
    const extra = problem.cracs.map((_, c) => expansionRow(problem, c, answer.point.heatKW[c]!, setPointsC[c]!));
    const moved = await search.lp.solve({ box, extra, cuts: false, gap: POINT_GAP });
    if ('failure' in moved) return;
    search.stopped ||= moved.stopped;
    if (moved.solution.objective <= before * (1 + TARGET_GAP / 20)) return;
    await tryPoint(search, moved.point);
    if (search.mixture.answer.solution.objective <= before * (1 + TARGET_GAP / 100)) trustC /= 4;
  }
}

function resultOf(
  search: Search,
  work: LpWork,
  grouping: Grouping,
): ConfigurationLpResult | { readonly failure: string } | null {
  const { mixture, failure } = search;
  if (search.leaves.length === 0 && search.closed === null) return failure === null ? null : { failure };
  const certified = worst(search);
  const value = certified.bound.value;
  const answer = mixture?.answer ?? certified.answer;
  const { problem } = search.input;
  const suppliedC = problem.thermal.inletFromSetPointsC(answer.point.setPointsC);
  const headroomC = (zone: number): number => problem.redLineC - suppliedC[zone]!;
  return {
    solution: solutionOverZones(problem, grouping, answer.solution, answer.bound, headroomC),
    relaxedCoreKW: answer.solution.groupKW.reduce((sum, kW) => sum + kW, 0),
    bound: certified.bound,
    rows: certified.rows,
    lpGap: mixture === null ? null : (value - mixture.answer.solution.objective) / Math.max(1e-12, Math.abs(value)),
    stoppedEarly: search.stopped,
    work: { ...work, boxes: search.boxes },
    at: {
      setPointsC: answer.point.setPointsC,
      heatKW: answer.point.heatKW,
      rewardPerS: answer.solution.objective,
      bound: { ...answer.bound, value },
      redLined: search.lp.rows.filter((row) => row.constraint === 'redLine'),
    },
  };
}

function distanceC(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, c) => Math.max(most, Math.abs(value - b[c]!)), 0);
}
