import { groupForLp } from './aggregation.js';
import type { LagrangianBound } from './bound.js';
import { type BoxLpInput, openBoxLp } from './box-lp.js';
import { type Bounded, branch, climb, isClosed, newSearch, type Search, TRUST_C, worstBox } from './box-search.js';
import type { ConfigurationLpInput, ConfigurationLpResult, LpWork } from './configuration-lp.js';
import { penaltyPerKW, pointBox, rootBox } from './cooling-boxes.js';
import { type CoolingPoint, expansionRow, independentRedLineRow } from './cooling-columns.js';
import type { CouplingRow } from './coupling.js';
import { solutionOverZones } from './disaggregation.js';
import { type Grouping, groupByType } from './grouping.js';
import { separateBound } from './separate-bound.js';

/** With more CRACs boxes are not split once there is a bound that separates: there are too many to gain anything. */
const MOST_BRANCHED = 4;
/** With many CRACs every LP costs more: near-equal zones are merged earlier. */
const MOST_GROUPS_OF_MANY = 1500;
const SCOUT_GAP = 1e-4;
const SCOUT_CLIMBS = 4;
/** The first scouted set-points are those of a loose relaxation: the next may be far from them, C. */
const SCOUT_TRUST_C = 8;

/**
 * The configuration LP with one set-point per CRAC, to a bound that holds for all of them (docs/methods/several-cracs.md): a local
 * optimum, the bound that separates by CRAC at its prices, and where that leaves a gap, best-first over boxes of CRAC heats.
 * The solution is the best mixture found at fixed set-points. Null when stopped before there was a bound.
 */
export async function solveSeveralCracs(
  input: ConfigurationLpInput,
): Promise<ConfigurationLpResult | { readonly failure: string } | null> {
  const { problem } = input;
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const root = rootBox(problem);
  let search: Search | null = null;
  const step = (bound: number): Promise<boolean> => {
    const proven =
      search === null
        ? Infinity
        : Math.min(search.separate, (worstBox(search) ?? search.first)?.bound.value ?? Infinity);
    const shown = proven === Infinity ? bound : proven;
    return input.control.step({
      phase: 'configuration LP',
      bound: Number.isFinite(shown) ? shown : null,
      incumbent: input.incumbent,
    });
  };
  const common = { ...input, root, penalty: penaltyPerKW(problem), work, step };
  const scouted = input.first == null ? await scout(common) : earlier(input);
  if ('failure' in scouted) return scouted;
  if ('stopped' in scouted) return null;
  const merged = problem.cracs.length > MOST_BRANCHED ? MOST_GROUPS_OF_MANY : undefined;
  const grouping = groupForLp(problem, input.mostSingleZones ?? merged, input.mostGroups ?? merged);
  if (grouping.groups.length < problem.zones.length) work.groups = grouping.groups.length;
  const lp = openBoxLp({ ...common, grouping }, scouted.known);
  try {
    if (scouted.prices !== null) lp.seed(scouted.prices);
    if (input.first != null) lp.offer(input.first.configurations);
    search = newSearch(input, lp, root);
    search.first = scouted.first;
    if (scouted.from !== null) await climb(search, scouted.from);
    if (search.mixture !== null && !search.stopped) search.separate = await separateOf(search, grouping, step);
    const hopeless = problem.cracs.length > MOST_BRANCHED && search.separate < Infinity;
    if (!isClosed(search) && !search.stopped && !hopeless) await branch(search);
    input.onProgram?.(lp.program());
    return resultOf(search, work, grouping);
  } finally {
    lp.dispose();
  }
}

interface Scouted {
  readonly known: readonly CouplingRow[];
  readonly prices: LagrangianBound | null;
  readonly from: CoolingPoint | null;
  /** Of the box that contains every plan: loose, but a bound from the start. */
  readonly first: Bounded | null;
}

/** Prices, hot zones and set-points to begin with, from an LP that treats all zones of a node type alike. */
async function scout(
  common: Omit<BoxLpInput, 'grouping'>,
): Promise<Scouted | { readonly failure: string } | { readonly stopped: true }> {
  const { problem, root } = common;
  const lp = openBoxLp({ ...common, grouping: groupByType(problem) });
  try {
    lp.seedFirst();
    let answer = await lp.solve({ box: root, gap: SCOUT_GAP });
    const first = 'failure' in answer ? null : { bound: answer.bound, rows: answer.rows };
    for (let n = 0; n < SCOUT_CLIMBS && !('failure' in answer) && !answer.stopped; n++) {
      const { point } = answer;
      const box = pointBox(root, point.setPointsC, n === 0 ? SCOUT_TRUST_C : TRUST_C);
      const extra = problem.cracs.map((_, c) => expansionRow(problem, c, point.heatKW[c]!, point.setPointsC[c]!));
      answer = await lp.solve({ box, extra, cuts: false, gap: SCOUT_GAP });
    }
    if ('failure' in answer) return answer;
    if (answer.stopped) return { stopped: true };
    const known = lp.rows.filter((row) => row.constraint === 'redLine');
    return { known, prices: answer.bound, from: answer.point, first };
  } finally {
    lp.dispose();
  }
}

/** The same from an earlier run. */
function earlier(input: ConfigurationLpInput): Scouted {
  const { problem, first } = input;
  const known = first!.hotZones.map((zone) => independentRedLineRow(problem, zone));
  return { known, prices: null, from: input.first!.point ?? null, first: null };
}

/** The bound that separates by CRAC, at the best mixture's prices; Infinity when stopped. */
async function separateOf(
  search: Search,
  grouping: Grouping,
  step: (bound: number) => Promise<boolean>,
): Promise<number> {
  const { input, lp, mixture, expanded } = search;
  const { problem } = input;
  const { answer, setPointsC } = mixture!;
  const coreKW = Float64Array.from(problem.zones, (zone, b) => {
    const g = grouping.groupOf[b]!;
    return (answer.solution.groupKW[g]! * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  });
  const value = await separateBound({
    ...input,
    bound: (expanded ?? answer).bound,
    rows: (expanded ?? answer).rows,
    knownRedLines: lp.rows.filter((row) => row.constraint === 'redLine'),
    setPointsC,
    heatKW: answer.point.heatKW,
    coreKW,
    cutoff: answer.solution.objective,
    step: async (bound) => (search.stopped ||= await step(bound)),
  });
  return value ?? Infinity;
}

function resultOf(
  search: Search,
  work: LpWork,
  grouping: Grouping,
): ConfigurationLpResult | { readonly failure: string } | null {
  const { mixture, failure, separate } = search;
  const worst = worstBox(search);
  const byBoxes = worst?.bound.value ?? Infinity;
  const certified =
    worst !== null && byBoxes <= separate
      ? { bound: worst.bound, rows: worst.rows }
      : mixture !== null && separate < Infinity
        ? { bound: { ...mixture.answer.bound, value: separate }, rows: mixture.answer.rows }
        : search.first;
  if (certified === null) return failure === null ? null : { failure };
  const { value } = certified.bound;
  const answer = mixture?.answer ?? worst?.answer;
  if (answer === undefined) return null;
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
