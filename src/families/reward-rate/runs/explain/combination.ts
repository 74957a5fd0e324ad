import type { LinearProgram, LinearRow } from '../../../../../models/forms/linear-program.js';
import type { LimitChange } from '../../../../runs/result.js';
import { dualBound } from '../../../../solvers/linear/dual-bound.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { PER_PRICE } from './fix.js';
import { type Asking, type AtSteps, type Goal, ROUNDING, type StepSlope, trialsOf } from './goal.js';
import { changesBy, type Movable } from './knobs.js';
import type { PriceOf } from './option-words.js';
import { changesText } from './words.js';

/** Cheapest changes found with which a checked plan reaches a goal (a wanted reward, or demanded service). */
export interface GoalFix {
  readonly changes: readonly LimitChange[];
  readonly price: number;
  /**
   * Proven lower bound on the price of changes of the priced limits with which a plan reaches the goal, also in
   * fractional numbers of steps; null if none is proven.
   */
  readonly priceBound: number | null;
  readonly message: string;
}

/** Request for the cheapest numbers of steps of several levers with which a plan reaches a wanted value. */
export interface CombinationRequest {
  /** Price of one step of each lever, and its maximum number of steps. */
  readonly levers: readonly { readonly price: number; readonly most: number }[];
  /** Value that a plan must reach, in the unit of `AtSteps.objective`. */
  readonly wanted: number;
  readonly engine: LpEngine;
}

/** Maximum number of runs in one search for the cheapest combination. */
const MAX_RUNS = 12;
/** Relative gap between the price of the cheapest changes found and its lower bound at which the search ends. */
const NEAR = 1e-3;
/**
 * Margin by which the next changes must raise the bound above the wanted value, because plans stay below their bound: a
 * multiple of the last run's distance between bound and plan.
 */
const AHEAD = 1.1;
/**
 * Penalty in the LP for missing the target value altogether, as a multiple of the largest price of all steps of one
 * lever. With it every LP has an answer.
 */
const MISSING = 1e3;
/** An LP's answer counts as reaching the target value if it misses at most this fraction of it. */
const MISSING_SHARE = 1e-7;

/** Returns the cheapest changes to priced limits with which a plan reaches the goal; null if none were found. */
export async function goalFix(
  goal: Goal,
  limits: readonly Movable[],
  priceOf: PriceOf,
  asking: Asking,
  engine: LpEngine,
): Promise<GoalFix | null> {
  const levers = limits.filter((one) => priceOf(one) !== null);
  if (levers.length === 0) return null;
  const { knobs, first, runAt } = trialsOf(goal, levers, asking);
  const priced = knobs.map(({ step, unit, most }, l) => ({
    price: (priceOf(levers[l]!)! * step) / (PER_PRICE[unit] ?? 1),
    most,
  }));
  const asked = { levers: priced, wanted: goal.worth, engine };
  const { found, priceBound } = await cheapestCombination(asked, first, runAt);
  if (found === null) return null;
  const changes = changesBy(knobs, found.run.steps);
  const { price } = found;
  return { changes, price, priceBound, message: `With ${changesText(changes)} a plan ${goal.does}.` };
}

interface Found {
  readonly run: AtSteps;
  readonly price: number;
}

/**
 * Returns the cheapest combination of changes found with which a plan reaches the wanted value. It uses cutting planes:
 * each run's bound and its slopes limit what plans can reach with other changes. The cheapest changes that all these
 * limits permit are run next.
 *
 * `found` is the cheapest run whose plan reaches the value, null if none does. `priceBound` is a proven lower bound on
 * the price of any changes with which a plan reaches it, also in fractional numbers of steps; null if none is proven.
 *
 * @param first the run without changes
 * @param runAt makes a run with each lever changed by a number of steps; null if no more runs are allowed
 */
export async function cheapestCombination(
  asked: CombinationRequest,
  first: AtSteps,
  runAt: (steps: readonly number[]) => Promise<AtSteps | null>,
): Promise<{ readonly found: Found | null; readonly priceBound: number | null }> {
  const { levers, wanted } = asked;
  const runs = [first];
  const priceOf = (steps: readonly number[]): number => steps.reduce((sum, n, l) => sum + n * levers[l]!.price, 0);
  let found: Found | null = null;
  let priceBound: number | null = null;
  let target = wanted;
  let last = first;
  for (let n = 0; n < MAX_RUNS; n++) {
    priceBound = provenPrice(asked, runs) ?? priceBound;
    if (found !== null && priceBound !== null && found.price <= priceBound * (1 + NEAR)) break;
    const next = nextSteps(asked, runs, target, last.steps);
    // Steps as dear as those found are no better.
    if (next === null || (found !== null && priceOf(next) >= found.price)) break;
    const run = await runAt(next);
    if (run === null) break;
    runs.push(run);
    last = run;
    const { objective, bound } = run;
    if (objective !== null && objective >= wanted) found = { run, price: priceOf(next) };
    else if (bound !== null && bound >= wanted * (1 - ROUNDING)) {
      target = Math.max(target, wanted + AHEAD * (bound - (objective ?? 0)));
    }
  }
  return { found, priceBound: provenPrice(asked, runs) ?? priceBound };
}

/**
 * Returns the number of steps of each lever to try next; null if none are left. By the bounds proven so far, no cheaper
 * numbers of steps let a plan reach the target. If they were tried before, each lever in use gets one step more than in
 * `last`.
 */
function nextSteps(
  asked: CombinationRequest,
  runs: readonly AtSteps[],
  target: number,
  last: readonly number[],
): readonly number[] | null {
  const { levers } = asked;
  const cuts = runs.flatMap((run): Cut[] => {
    if (run.bound === null) return [];
    const slopes = run.proven ?? run.perStep.map((slope) => ({ below: slope, above: slope }));
    return [{ steps: run.steps, value: run.bound, slopes }];
  });
  const answers = pieces(cuts, levers).map((piece) => answerOf(asked, cuts, piece, target));
  const able = answers.filter((one) => one.missing <= MISSING_SHARE);
  if (able.length === 0) return null;
  const best = able.reduce((least, one) => (one.price < least.price ? one : least));
  const steps = best.steps.map((value, l) => Math.min(levers[l]!.most, Math.ceil(value - 1e-6)));
  const isNew = !runs.some((run) => run.steps.every((own, l) => own === steps[l]));
  if (isNew) return steps;
  const further = last.map((own, l) => Math.min(levers[l]!.most, own > 0 || steps[l]! > 0 ? own + 1 : own));
  return runs.some((run) => run.steps.every((own, l) => own === further[l])) ? null : further;
}

/** Returns a proven lower bound on the price of reaching the wanted value; null if no run has proven slopes. */
function provenPrice(asked: CombinationRequest, runs: readonly AtSteps[]): number | null {
  const cuts = runs.flatMap(({ steps, lineBound, proven }): Cut[] =>
    lineBound === null || proven === null ? [] : [{ steps, value: lineBound, slopes: proven }],
  );
  if (cuts.length === 0) return null;
  const wanted = asked.wanted * (1 - ROUNDING);
  const bounds = pieces(cuts, asked.levers).map((piece) => answerOf(asked, cuts, piece, wanted).bound);
  return Math.max(0, Math.min(...bounds));
}

/** Cutting plane from one run: an upper bound on plans' value, piecewise linear in the numbers of steps. */
interface Cut {
  readonly steps: readonly number[];
  readonly value: number;
  readonly slopes: readonly StepSlope[];
}

/** Part of the search space: all changes with `from` to `to` steps of lever `lever`. In it every cut is linear. */
interface Piece {
  readonly lever: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides all combinations of changes into parts in which every cut is linear. At most one lever may have different
 * slopes below and above a run's number of steps. Its range is divided at these numbers.
 */
function pieces(cuts: readonly Cut[], levers: CombinationRequest['levers']): readonly Piece[] {
  const lever = Math.max(
    0,
    levers.findIndex((_, l) => cuts.some(({ slopes }) => slopes[l]!.below !== slopes[l]!.above)),
  );
  const ends = [...new Set([0, ...cuts.map(({ steps }) => steps[lever]!), levers[lever]!.most])].sort((a, b) => a - b);
  return ends.slice(1).map((to, n) => ({ lever, from: ends[n]!, to }));
}

/**
 * Solves the LP for one part: the cheapest numbers of steps, which may be fractional. `missing` is how far plans in this
 * part stay below the target value, as a fraction of it; 0 if they can reach it. `bound` is a proven lower bound on the
 * price of the changes in this part that reach the target.
 */
function answerOf({ levers, engine }: CombinationRequest, cuts: readonly Cut[], piece: Piece, target: number) {
  const unit = Math.max(Math.abs(target), Number.MIN_VALUE);
  const dearest = levers.reduce((most, lever) => Math.max(most, lever.price * lever.most), 1);
  const columns = [
    ...levers.map(({ price, most }, l) => {
      const [lower, upper] = l === piece.lever ? [piece.from, piece.to] : [0, most];
      return { name: `steps${l}`, cost: price, lower, upper };
    }),
    { name: 'missing', cost: MISSING * dearest, lower: 0, upper: 1e9 },
  ];
  const rows = cuts.map(({ steps, value, slopes }, n): LinearRow => {
    const own = slopes.map(({ below, above }, l) => (l === piece.lever && piece.to <= steps[l]! ? below : above));
    const base = value - own.reduce((sum, slope, l) => sum + slope * steps[l]!, 0);
    const entries = [...own.map((slope) => slope / unit), 1].map((coefficient, column) => ({ coefficient, column }));
    const present = entries.filter(({ coefficient }) => coefficient !== 0);
    return {
      name: `run${n}`,
      lower: (target - base) / unit,
      upper: Infinity,
      columnIndices: present.map(({ column }) => column),
      coefficients: present.map(({ coefficient }) => coefficient),
    };
  });
  const program: LinearProgram = { sense: 'minimize', columns, rows };
  const session = engine.open(program);
  const { point, duals } = session.solve();
  session.dispose();
  const steps = point === null ? levers.map(() => 0) : [...point.columnValues.subarray(0, levers.length)];
  return {
    steps,
    price: steps.reduce((sum, own, l) => sum + own * levers[l]!.price, 0),
    missing: point === null ? Infinity : point.columnValues[levers.length]!,
    bound: duals === null ? 0 : dualBound(program, duals.rows),
  };
}
