import { groupForLp } from '../master/aggregation.js';
import { lagrangianBound } from './bound.js';
import { type BoxAnswer, type Bounded, type BoxLpInput, openBoxLp } from './box-lp.js';
import { branch, climb, expandMixture, isClosed, lower, newSearch } from './box-search.js';
import { type ProvenBound, type Search, TRUST_C, worstBox } from './box-search.js';
import type { ConfigurationLpInput, ConfigurationLpResult, LpWork } from '../master/configuration-lp.js';
import { penaltyPerKW, pointBox, rootBox } from './cooling-boxes.js';
import { type CoolingPoint, independentRedLineRow } from '../master/cooling-columns.js';
import type { CouplingRow } from '../master/coupling.js';
import { expansionRows, isOnDemand } from '../master/failure-rows.js';
import { solutionOverZones } from '../master/disaggregation.js';
import { type Grouping, groupByType } from '../master/grouping.js';
import { separateBound } from './separate-bound.js';

/**
 * Greatest number of CRACs whose boxes are always split (ours): with more, none is split where the bound that separates
 * is within CLOSE_ENOUGH, because there are too many to gain much.
 */
const MAX_BRANCHED = 4;
/** Share by which the separating bound may exceed the mixture there (ours). */
const CLOSE_ENOUGH = 0.02;
/**
 * Greatest number of groups of zones with more than MAX_BRANCHED CRACs (ours): every LP costs more, so near-equal zones
 * are merged earlier.
 */
const MAX_GROUPS_OF_MANY = 1500;
/** Relative gap at which the LPs of the scouting end (ours). */
const SCOUT_GAP = 1e-4;
/** Number of expansions of the scouting (ours). */
const SCOUT_CLIMBS = 4;
/**
 * Distance that set-points may move from the first scouted ones, C (ours): those are of a loose relaxation and may be
 * far off.
 */
const SCOUT_TRUST_C = 8;

/**
 * The configuration LP with one set-point per CRAC, to a bound that holds for all of them (docs/facility/several-cracs.md): a local
 * optimum, the bound that separates by CRAC at its prices, and where that leaves a gap, best-first over boxes of CRAC heats.
 * The solution is the best mixture found at fixed set-points. Null when stopped before there was any LP's answer.
 */
export async function solveSeveralCracs(
  input: ConfigurationLpInput,
): Promise<ConfigurationLpResult | { readonly failure: string } | null> {
  const { problem } = input;
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const root = rootBox(problem);
  const proven: ProvenBound = { best: allArrivals(input) };
  let search: Search | null = null;
  const step = (bounded: Bounded | null): Promise<boolean> => {
    lower(proven, bounded);
    if (search !== null) lower(proven, worstBox(search));
    const { value } = proven.best.bound;
    return input.control.step({
      phase: 'configuration LP',
      bound: Number.isFinite(value) ? value : null,
      incumbent: input.incumbent,
    });
  };
  const common = { ...input, root, penalty: penaltyPerKW(problem), work, step };
  const scouted = input.first == null ? await scout(common) : earlier(input);
  if ('failure' in scouted) return scouted;
  if (scouted.answer?.stopped === true) {
    const end = { answer: scouted.answer, grouping: groupByType(problem), work, stopped: true, rows: scouted.known };
    return resultAt(input, end, proven.best);
  }
  const merged = problem.cracs.length > MAX_BRANCHED ? MAX_GROUPS_OF_MANY : undefined;
  const grouping = groupForLp(problem, input.mostSingleZones ?? merged, input.mostGroups ?? merged);
  if (grouping.groups.length < problem.zones.length) work.groups = grouping.groups.length;
  const lp = openBoxLp({ ...common, grouping }, scouted.known);
  try {
    if (scouted.answer !== null) lp.seed(scouted.answer.bound);
    if (input.first != null) lp.addConfigurations(input.first.configurations);
    search = newSearch(input, lp, root, proven);
    if (scouted.from !== null) await climb(search, scouted.from);
    if (search.expanded === null) await expandMixture(search);
    const separate = search.stopped ? Infinity : await separateOf(search, grouping, step);
    if (!isClosed(search) && !search.stopped && !isHopeless(search, separate)) await branch(search);
    if (search.expanded === null) await expandMixture(search);
    input.onProgram?.(lp.program());
    return resultOf(search, work, grouping);
  } finally {
    lp.dispose();
  }
}

/** First bound: all arrivals served, at no price of anything, which holds in every facility. */
function allArrivals({ problem, oracles, unitsPerNode }: ConfigurationLpInput): Bounded {
  const free = { task: new Float64Array(problem.taskNames.length), coupling: new Float64Array(0) };
  return { bound: lagrangianBound(problem, oracles, unitsPerNode, [], free, []), rows: [] };
}

function isHopeless({ input, mixture }: Search, separate: number): boolean {
  if (mixture === null || input.problem.cracs.length <= MAX_BRANCHED) return false;
  return separate <= (1 + CLOSE_ENOUGH) * mixture.answer.solution.objective;
}

interface Scouted {
  readonly known: readonly CouplingRow[];
  readonly answer: BoxAnswer | null;
  readonly from: CoolingPoint | null;
}

/** Prices, hot zones and set-points to begin with, from an LP that treats all zones of a node type alike. */
async function scout(common: Omit<BoxLpInput, 'grouping'>): Promise<Scouted | { readonly failure: string }> {
  const { problem, root } = common;
  const lp = openBoxLp({ ...common, grouping: groupByType(problem) });
  try {
    lp.seedFirst();
    let answer = await lp.solve({ box: root, gap: SCOUT_GAP });
    for (let n = 0; n < SCOUT_CLIMBS && !('failure' in answer) && !answer.stopped; n++) {
      const { point } = answer;
      const box = pointBox(problem, root, point, n === 0 ? SCOUT_TRUST_C : TRUST_C);
      const extra = expansionRows(problem, point);
      answer = await lp.solve({ box, extra, cuts: false, gap: SCOUT_GAP });
    }
    if ('failure' in answer) return answer;
    return { known: lp.rows.filter(isOnDemand), answer, from: answer.point };
  } finally {
    lp.dispose();
  }
}

/** Rows and set-points to begin with, from an earlier run. */
function earlier(input: ConfigurationLpInput): Scouted {
  const { problem, first } = input;
  const known = first!.hotZones.map((zone) => independentRedLineRow(problem, zone));
  return { known, answer: null, from: input.first!.point ?? null };
}

/** The bound that separates by CRAC, at the best mixture's prices; Infinity without a mixture or when stopped before. */
async function separateOf(
  search: Search,
  grouping: Grouping,
  step: (bounded: Bounded | null) => Promise<boolean>,
): Promise<number> {
  const { input, lp, mixture, expanded, proven } = search;
  if (mixture === null) return Infinity;
  const { problem } = input;
  const { answer, setPointsC } = mixture;
  const { bound, rows } = expanded ?? answer;
  const boundedAt = (value: number | null): Bounded | null =>
    value === null ? null : { bound: { ...bound, value }, rows };
  const coreKW = Float64Array.from(problem.zones, (zone, b) => {
    const g = grouping.groupOf[b]!;
    return (answer.solution.groupKW[g]! * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  });
  const value = await separateBound({
    ...input,
    bound,
    rows,
    knownRedLines: lp.rows.filter((row) => row.constraint === 'redLine'),
    setPointsC,
    heatKW: answer.point.heatKW,
    coreKW,
    cutoff: answer.solution.objective,
    step: async (sofar) => (search.stopped ||= await step(boundedAt(sofar))),
  });
  lower(proven, boundedAt(value));
  return value ?? Infinity;
}

/** The best mixture, or where there is none the worst box's or the last answer, with the least bound proven. */
function resultOf(
  search: Search,
  work: LpWork,
  grouping: Grouping,
): ConfigurationLpResult | { readonly failure: string } | null {
  const { input, mixture, expanded, failure, proven, stopped } = search;
  const worst = worstBox(search);
  lower(proven, worst);
  work.boxes = search.boxes;
  const answer = mixture?.answer ?? worst?.answer ?? search.latest;
  if (mixture === null && failure !== null) return { failure };
  if (answer === null) return null;
  const end = { answer, grouping, work, stopped, rows: search.lp.rows };
  if (mixture === null) return resultAt(input, end, proven.best);
  const { value } = proven.best.bound;
  const { objective } = answer.solution;
  // At fixed set-points the LP over zones is bounded as well: merging costs no more than what is between the two.
  if (work.groups !== undefined) work.aggregationLoss = Math.max(0, answer.bound.value - objective);
  // What a limit is worth with set-points free to move. The prices that prove the bound may be those of a loose relaxation.
  const { bound, rows } = expanded ?? answer;
  return {
    ...resultAt(input, end, { bound: { ...bound, value }, rows }),
    lpGap: (value - objective) / Math.max(1e-12, Math.abs(value)),
  };
}

interface End {
  readonly answer: BoxAnswer;
  readonly grouping: Grouping;
  readonly work: LpWork;
  readonly stopped: boolean;
  /** Coupling rows of the answer's LP. */
  readonly rows: readonly CouplingRow[];
}

/** Result from an LP's answer, still to be rounded, with a bound on all plans; no gap is claimed. */
function resultAt({ problem }: ConfigurationLpInput, end: End, { bound, rows }: Bounded): ConfigurationLpResult {
  const { answer, grouping, work, stopped } = end;
  const { point, solution } = answer;
  const suppliedC = problem.thermal.inletFromSetPointsC(point.setPointsC);
  const headroomC = (zone: number): number => problem.redLineC - suppliedC[zone]!;
  return {
    solution: solutionOverZones(problem, grouping, solution, answer.bound, headroomC),
    relaxedCoreKW: solution.groupKW.reduce((sum, kW) => sum + kW, 0),
    bound,
    rows,
    lpGap: null,
    stoppedEarly: stopped,
    work: { ...work },
    at: {
      setPointsC: point.setPointsC,
      heatKW: point.heatKW,
      rewardPerS: solution.objective,
      bound: { ...answer.bound, value: bound.value },
      redLined: end.rows.filter(isOnDemand),
      ...(point.state === undefined ? {} : { state: point.state }),
      ...(point.resetC === undefined ? {} : { resetC: point.resetC }),
    },
  };
}
