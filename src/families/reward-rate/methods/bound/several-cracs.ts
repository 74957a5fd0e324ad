import { W_PER_KW } from '../../../../../models/units.js';
import { cracHeatW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { groupForLp } from '../room-program/aggregation.js';
import { type LagrangianBound, lagrangianBound } from '../room-program/bound.js';
import { type BoxAnswer, type BoxLp, type BoxLpRequest, openBoxLp } from './box-lp.js';
import {
  boundOfBoxes,
  branch,
  climb,
  climbFromMixture,
  expandMixture,
  isClosed,
  lower,
  type Proven,
  Search,
  TRUST_C,
  tryPoint,
  worstBox,
} from './box-search.js';
import {
  type ConfigurationLpRequest,
  type ConfigurationLpResult,
  type FirstColumns,
  solveConfigurationLp,
} from '../room-program/configuration-lp.js';
import type { Failure, LpWork } from '../room-program/room-lp.js';
import { pointBox } from './cooling-boxes.js';
import type { CoolingPoint } from '../room-program/cooling-columns.js';
import { type CouplingRow, lpRooms, redLineRow } from '../room-program/coupling.js';
import { homeOfZones } from '../room-program/crac-blocks.js';
import { isOnDemand } from '../room-program/failure-rows.js';
import { solutionOverZones } from '../room-program/disaggregation.js';
import { type Grouping, groupByType } from '../room-program/grouping.js';
import { pricedGroups } from '../room-program/priced-groups.js';
import type { ProvenBound } from '../room-program/proof.js';
import { boundAtMixedPrices, provenSeparately } from './mixed-prices.js';

/**
 * Maximum number of CRACs for which branch and bound always runs. With more CRACs, branch and bound gains little in
 * acceptable time. It then runs only if the separate bound (which treats each CRAC separately) is not within
 * CLOSE_ENOUGH.
 */
const MAX_BRANCHED = 4;
/**
 * With more than MAX_BRANCHED CRACs, branch and bound is left out if the relative gap between the best fractional
 * solution and the separate bound (which treats each CRAC separately) is at most this.
 */
const CLOSE_ENOUGH = 0.02;
/** With more than MAX_BRANCHED CRACs and more zones than this, LP variables are for groups of zones only. */
const MAX_SINGLE_ZONES_OF_MANY = 200;
/**
 * Allowed loss of reward through merging zones into groups, as a fraction of the bound. Ours: a tenth of the target
 * gap.
 *
 * With 21,600 nodes and 10 CRACs, the final relative gap is 1.4e-4. It would be 1.8e-4 for the value 1e-4, and 2.2e-4
 * for 1e-6.
 */
const GROUPS_SHARE = 1e-5;
/**
 * Groups of zones are refined if merging costs the best fractional solution more than this fraction of the bound. With
 * 1e-4, the final relative gap with 21,600 nodes is 2.3e-4.
 */
const MERGING_LOSS = 1e-5;
/** Maximum number of times that the groups of zones are refined; three are usually enough. */
const MAX_REFINEMENTS = 6;
/** Relative gap between an LP's value and its bound at which each LP of the first, rough search ends. */
const SCOUT_GAP = 1e-4;
/** Number of times that the CRACs' power is linearised in the first, rough search. */
const SCOUT_CLIMBS = 4;
/**
 * How far set-points may move from those of the first, rough search when the CRACs' power is linearised, C. Wide,
 * because the rough search solves a loose relaxation.
 */
const SCOUT_TRUST_C = 8;

/**
 * Solves the configuration LP with one set-point per CRAC, with a bound over all set-points
 * (docs/facility/several-cracs.md). Null if stopped before any LP had an answer.
 *
 * 1. A local optimum is found. 2. The separate bound is computed at its dual values. 3. If a gap is left, branch and
 * bound over boxes (ranges of CRAC heats) follows. The result is the best fractional solution at fixed set-points.
 */
export async function solveSeveralCracs(
  input: ConfigurationLpRequest,
): Promise<ConfigurationLpResult | Failure | null> {
  const { model } = input;
  const work: LpWork = { masterSolves: 0, simplexIterations: 0, columns: 0, rows: 0 };
  const proven: Proven = { best: allArrivals(input) };
  let search: Search | null = null;
  const step = (bound: ProvenBound | null): Promise<boolean> => {
    lower(proven, bound);
    if (search !== null) lower(proven, boundOfBoxes(search));
    const { value } = proven.best;
    return input.control.step({
      phase: 'configuration LP',
      bound: Number.isFinite(value) ? value : null,
      incumbent: input.incumbent,
    });
  };
  const common = { ...input, work, step };
  const adaptive = hasPricedGroups(input);
  const scouted = await scout(common, input.first ?? null, adaptive);
  if ('failure' in scouted) return scouted;
  if (scouted.answer?.stopped === true) {
    const end = { answer: scouted.answer, grouping: groupByType(model), work, stopped: true, rows: scouted.known };
    return resultAt(input, end, proven.best);
  }
  const grouping =
    adaptive && scouted.answer !== null
      ? pricedGroups(model, scouted.answer.bound, input.oracles, homeOfZones(model), GROUPS_SHARE)
      : groupForLp(model, input.mostSingleZones, input.mostGroups);
  const open = new Set<BoxLp>();
  const opened = (ofGrouping: Grouping, known: readonly CouplingRow[]): Level => {
    const lp = openBoxLp({ ...common, grouping: ofGrouping }, known);
    open.add(lp);
    return { grouping: ofGrouping, lp, search: new Search(input, lp, proven) };
  };
  const close = ({ lp }: Level): void => {
    open.delete(lp);
    lp.dispose();
  };
  try {
    let level = opened(grouping, scouted.known);
    ({ search } = level);
    if (scouted.answer !== null) level.lp.room.seed(scouted.answer.bound);
    if (input.first != null) level.lp.room.addConfigurations(input.first.configurations);
    if (scouted.from !== null) await climb(search, scouted.from);
    for (let n = 0; adaptive && n < MAX_REFINEMENTS; n++) {
      const finer = refinement(input, level);
      if (finer === null) break;
      const next = opened(finer, level.lp.room.rows.filter(isOnDemand));
      search = next.search;
      await moveTo(next, level);
      const before = level;
      level = better(before, next);
      close(level === next ? before : next);
      search = level.search;
      if (level !== next) break;
    }
    if (level.grouping.groups.length < model.zones.length) work.groups = level.grouping.groups.length;
    if (search.expanded === null) await expandMixture(search);
    let separate = search.stopped ? null : await provenSeparately(search, level.grouping, step);
    if (await gainsFromCommon(search, step)) {
      const again = await provenSeparately(search, level.grouping, step);
      if (again !== null && again.value < (separate?.value ?? Infinity)) separate = again;
    }
    const isHopeless = separate !== null && isCloseEnough(search, separate.value);
    if (separate !== null && isHopeless && !search.stopped)
      await boundAtMixedPrices(search, level.grouping, separate, step);
    if (!isClosed(search) && !search.stopped && !isHopeless) await branch(search);
    if (search.expanded === null) await expandMixture(search);
    input.onProgram?.(level.lp.room.program());
    return resultOf(search, work, level.grouping);
  } finally {
    for (const lp of open) lp.dispose();
  }
}

interface Level {
  readonly grouping: Grouping;
  readonly lp: BoxLp;
  readonly search: Search;
}

/**
 * Returns true if zones with similar prices of power are merged into groups: with more than MAX_BRANCHED CRACs and
 * MAX_SINGLE_ZONES_OF_MANY zones, unless the request limits the number of groups.
 */
function hasPricedGroups({ model, mostGroups }: ConfigurationLpRequest): boolean {
  return model.cracs.length > MAX_BRANCHED && model.zones.length > MAX_SINGLE_ZONES_OF_MANY && mostGroups === undefined;
}

/**
 * Returns a finer grouping of zones by the dual values of the best fractional solution. Null if the present one loses
 * at most MERGING_LOSS, no group can be divided, or the run was stopped.
 */
function refinement({ model, oracles }: ConfigurationLpRequest, { grouping, search }: Level): Grouping | null {
  if (search.mixture === null || search.stopped) return null;
  const { bound, solution } = search.mixture.answer;
  if (bound.value - solution.objective <= MERGING_LOSS * Math.abs(bound.value)) return null;
  const finer = pricedGroups(model, bound, oracles, grouping.groupOf, GROUPS_SHARE);
  return finer.groups.length > grouping.groups.length ? finer : null;
}

/** Searches with a finer grouping of zones, from the coarser one's best fractional solution and its configurations. */
async function moveTo({ grouping, lp, search }: Level, coarser: Level): Promise<void> {
  const { mixture } = coarser.search;
  if (mixture === null) return;
  const { answer } = mixture;
  lp.room.seed(answer.bound);
  lp.room.addConfigurations(
    Array.from(grouping.groupOf, (_, b) =>
      answer.solution.used[coarser.grouping.groupOf[b]!]!.map(({ configuration }) => configuration),
    ),
  );
  await tryPoint(search, { ...answer.point, setPointsC: mixture.setPointsC });
  await climbFromMixture(search);
}

/**
 * Returns the search (level) with the better fractional solution. It is marked as stopped if the search with the finer
 * grouping was stopped.
 */
function better(coarser: Level, finer: Level): Level {
  const value = ({ search }: Level): number => search.mixture?.answer.solution.objective ?? -Infinity;
  const chosen = value(finer) >= value(coarser) ? finer : coarser;
  chosen.search.stopped ||= finer.search.stopped;
  return chosen;
}

/** Returns a bound that needs no LP: the reward of completing all arriving tasks. Its dual values are all 0. */
function allArrivals({ model, oracles }: ConfigurationLpRequest): LagrangianBound {
  const prices = { task: new Float64Array(model.taskNames.length), coupling: new Float64Array(0) };
  return lagrangianBound(model, oracles, { rows: [], prices, side: [] });
}

/**
 * Searches again from the best common set-point, if there are more than MAX_BRANCHED CRACs and the gap is too large. So
 * independent set-points are never worse than a common one. Returns true if that gave a better fractional solution and
 * the run goes on.
 */
async function gainsFromCommon(
  search: Search,
  step: (bound: ProvenBound | null) => Promise<boolean>,
): Promise<boolean> {
  const { input, mixture } = search;
  if (input.model.cracs.length <= MAX_BRANCHED || isClosed(search) || search.stopped) return false;
  const point = await bestCommonPoint(input, async () => (search.stopped ||= await step(null)));
  if (point === null) return false;
  await tryPoint(search, point);
  if (search.mixture === mixture) return false;
  await climbFromMixture(search);
  if (search.expanded === null) await expandMixture(search);
  return !search.stopped;
}

/**
 * Returns the best common set-point for the configuration LP, as a starting point for independent set-points. Null if
 * the ranges have no common value, no plan exists, or the run was stopped.
 *
 * @param step called after each LP, without its bound, which holds only for common set-points
 */
async function bestCommonPoint(
  input: ConfigurationLpRequest,
  step: () => Promise<boolean>,
): Promise<Pick<CoolingPoint, 'setPointsC' | 'heatKW' | 'state'> | null> {
  const { model } = input;
  if (model.setPointMinC > model.setPointMaxC) return null;
  const whole = await solveConfigurationLp({ ...input, first: null, onProgram: undefined, control: { step } });
  if ('failure' in whole || whole.stoppedEarly) return null;
  const { groupKW, side } = whole.solution;
  const state = zoneState(
    model,
    Float64Array.from(model.zones, ({ idleW }, b) => idleW + W_PER_KW * groupKW[b]!),
  );
  const setPointsC = Float64Array.from(model.cracs, () => side[0]!);
  const heatKW = cracHeatW(model, state, setPointsC).map((W) => W / W_PER_KW);
  return { setPointsC, heatKW, ...(state.failed.length === 0 ? {} : { state }) };
}

/**
 * Returns true if, with more than MAX_BRANCHED CRACs, branch and bound would gain little.
 *
 * @param separate bound that treats each CRAC separately, reward/s
 */
function isCloseEnough({ input, mixture }: Search, separate: number): boolean {
  if (mixture === null || input.model.cracs.length <= MAX_BRANCHED) return false;
  return separate <= (1 + CLOSE_ENOUGH) * mixture.answer.solution.objective;
}

interface Scouted {
  readonly known: readonly CouplingRow[];
  readonly answer: BoxAnswer | null;
  readonly from: CoolingPoint | null;
}

/**
 * Returns dual values, red-line rows and set-points to start from: those of an earlier run, or of a small LP that
 * treats all zones of a node type alike.
 *
 * @param isAlways true if the small LP is solved after an earlier run, too
 */
async function scout(
  common: Omit<BoxLpRequest, 'grouping'>,
  first: FirstColumns | null,
  isAlways: boolean,
): Promise<Scouted | Failure> {
  const { model } = common;
  const begun = first?.point ?? null;
  const [room] = lpRooms(model, 'own');
  const known = (first?.hotZones ?? []).map((zone) => redLineRow(room, zone));
  if (first !== null && !isAlways) return { known, answer: null, from: begun };
  const lp = openBoxLp({ ...common, grouping: groupByType(model) }, known);
  const about = (point: CoolingPoint, withinC: number): ReturnType<BoxLp['solve']> =>
    lp.solve({ box: pointBox(model, lp.root, point, withinC), about: point, gap: SCOUT_GAP });
  try {
    lp.room.seedFirst();
    let answer = begun === null ? await lp.solve({ box: lp.root, gap: SCOUT_GAP }) : await about(begun, TRUST_C);
    for (let n = 0; n < SCOUT_CLIMBS && !('failure' in answer) && !answer.stopped; n++)
      answer = await about(answer.point, n === 0 && begun === null ? SCOUT_TRUST_C : TRUST_C);
    if ('failure' in answer) return answer;
    return { known: lp.room.rows.filter(isOnDemand), answer, from: answer.point };
  } finally {
    lp.dispose();
  }
}

/**
 * Returns the best fractional solution with the lowest proven bound. Without a fractional solution, it is the LP answer
 * of the box with the largest bound, or else the last one.
 */
function resultOf(search: Search, work: LpWork, grouping: Grouping): ConfigurationLpResult | Failure | null {
  const { input, root, mixture, expanded, failure, proven, stopped } = search;
  const worst = worstBox(search);
  lower(proven, boundOfBoxes(search));
  work.boxes = search.boxes;
  const answer = mixture?.answer ?? worst?.answer ?? search.latest;
  if (mixture === null && failure !== null) return { failure };
  if (answer === null) return null;
  const end = { answer, grouping, work, stopped, rows: search.lp.room.rows };
  if (mixture === null) return resultAt(input, end, proven.best);
  const { value } = proven.best;
  const { objective } = answer.solution;
  // At fixed set-points the LP over zones is bounded as well: merging costs no more than what is between the two.
  if (work.groups !== undefined) work.aggregationLoss = Math.max(0, answer.bound.value - objective);
  // What a limit is worth with set-points free to move. The prices that prove the bound may be those of a loose relaxation.
  const { bound } = expanded ?? answer;
  return {
    ...resultAt(input, end, { ...bound, value, parts: proven.best.parts ?? [{ scope: root, by: proven.best }] }),
    lpGap: (value - objective) / Math.max(1e-12, Math.abs(value)),
  };
}

interface End {
  readonly answer: BoxAnswer;
  readonly grouping: Grouping;
  readonly work: LpWork;
  readonly stopped: boolean;
  readonly rows: readonly CouplingRow[];
}

/** Returns an LP's answer as a result that is still to be rounded, with a bound on all plans. */
function resultAt({ model }: ConfigurationLpRequest, end: End, bound: ProvenBound): ConfigurationLpResult {
  const { answer, grouping, work, stopped } = end;
  const { point, solution } = answer;
  const suppliedC = model.thermal.inletFromSetPointsC(point.setPointsC);
  const headroomC = (zone: number): number => model.redLineC - suppliedC[zone]!;
  return {
    solution: solutionOverZones(model, grouping, solution, answer.bound, headroomC),
    relaxedCoreKW: solution.groupKW.reduce((sum, kW) => sum + kW, 0),
    bound,
    rows: bound.rows,
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
