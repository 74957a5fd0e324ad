import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import { dualBound } from '../../../../solvers/linear/dual-bound.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { lpRow } from '../../methods/room-program/lp-parts.js';
import type { ProvenSlope } from './limit-slopes.js';
import type { Steps } from './search.js';

/**
 * Result of a run in which each lever was loosened by a number of steps. A lever is a limit or a demand that may be
 * changed to reach a goal. The part by which a demand was lowered counts as served, in `objective` and in bounds.
 */
export interface AtSteps {
  readonly steps: Steps;
  /** Value of the best plan found; null without a plan. */
  readonly objective: number | null;
  /** Proven upper bound on the value of any plan; null if none was proven. */
  readonly bound: number | null;
  /**
   * Upper bound that the slopes `proven` extend to other numbers of steps. It may be above `bound`, which may hold only
   * for these numbers of steps and smaller ones.
   */
  readonly lineBound: number | null;
  /** [lever]: estimated rise of the bound per step. */
  readonly perStep: readonly number[];
  /** [lever]: proven slopes of `lineBound` per step. Null if none are proven. */
  readonly proven: readonly StepSlope[] | null;
}

/** Proven slopes of a bound per step of one lever, for fewer (`below`) and more (`above`) steps than in the run. */
export type StepSlope = Pick<ProvenSlope, 'below' | 'above'>;

/** Value that a plan should reach, and how far the search for the steps of one limit goes. */
export interface Wanted {
  readonly worth: number;
  /** Maximum number of steps by which the limit is loosened. */
  readonly most: number;
  /** Maximum number of runs in the search, in addition to the first. */
  readonly runs: number;
}

/**
 * Allowance for rounding errors of proven bounds, as a fraction. Plans with a wanted value are excluded only if their
 * bound is below it by more than this.
 */
export const ROUNDING = 1e-9;
/** The search ends if the range between `noneUpTo` and `enoughAt` is at most this fraction of `enoughAt`. */
const NARROW = 0.01;
/** The next change of one limit is this fraction larger than the bound suggests: plans stay slightly below their bound. */
const AHEAD = 0.02;

/**
 * Returns a range that contains the smallest number of steps of one limit with which a plan reaches a value. Proven
 * bounds give its lower end `noneUpTo`, which is null if not even 0 steps are excluded. Plans found give its upper end
 * `enoughAt`, with the value of the plan there; null if none was found. `isMostTooFew` is true if the maximum number of
 * steps was tried in vain. More steps must make the limit looser.
 *
 * @param first run with 0 steps, whose plan is worth too little
 * @param runAt makes a run with the limit loosened by a number of steps; null if no more runs are allowed
 */
export async function bracketOf(
  { worth, most, runs }: Wanted,
  first: AtSteps,
  runAt: (steps: number) => Promise<AtSteps | null>,
) {
  const least = worth * (1 - ROUNDING);
  /** Returns the number of steps up to which a run proves that no plan is worth enough; -1 if it proves nothing. */
  const excluded = ({ steps: [steps], bound, lineBound, proven }: AtSteps): number => {
    if (bound === null || !(bound < least)) return -1;
    const slope = proven?.[0]!.above ?? null;
    if (slope === null || lineBound === null || !(lineBound < least)) return steps!;
    if (slope <= 0) return most;
    return Math.min(most, steps! + Math.max(0, Math.ceil((least - lineBound) / (slope * (1 + ROUNDING))) - 1));
  };
  let none = excluded(first);
  // The most steps whose run found no plan that does, for the search alone: it proves nothing.
  let short = 0;
  let enough: AtSteps | null = null;
  let last = first;
  let isMostTooFew = false;
  /** Returns the next number of steps, between too few and enough; null if this range is narrow enough. */
  const nextSteps = (): number | null => {
    const tooFew = Math.max(short, none);
    const enoughAt = enough?.steps[0] ?? null;
    const [fewest, greatest] = [tooFew + 1, enoughAt === null ? most : enoughAt - 1];
    if (fewest > greatest) return null;
    if (enoughAt !== null && enoughAt - tooFew <= Math.max(1, NARROW * enoughAt)) return null;
    const [lastSteps, perStep] = [last.steps[0]!, last.perStep[0]!];
    const missing = worth - (last.objective ?? 0);
    const ahead = perStep > 0 ? (missing / perStep) * (missing > 0 ? 1 + AHEAD : 1 - AHEAD) : Infinity;
    const guess = Number.isFinite(ahead) ? lastSteps + Math.ceil(ahead) : missing > 0 ? most : fewest;
    // A guess outside says nothing new: the middle does.
    if (enoughAt !== null && (guess <= fewest || guess >= greatest)) return Math.floor((fewest + greatest) / 2);
    return Math.max(fewest, Math.min(greatest, Math.max(guess, enoughAt === null ? lastSteps + 1 : 0)));
  };
  for (let n = 0; n < runs && none < most && !isMostTooFew; n++) {
    const steps = nextSteps();
    const run = steps === null ? null : await runAt(steps);
    if (steps === null || run === null) break;
    none = Math.max(none, excluded(run));
    if (run.objective !== null && run.objective >= worth) enough = run;
    else short = Math.max(short, steps);
    isMostTooFew = enough === null && steps === most;
    last = run;
  }
  return {
    noneUpTo: none < 0 ? null : none,
    enoughAt: enough?.steps[0] ?? null,
    objectiveAt: enough?.objective ?? null,
    isMostTooFew,
  };
}

/** Request for the cheapest numbers of steps of several levers with which a plan reaches a wanted value. */
interface CombinationRequest {
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
const MARGIN = 1.1;
/**
 * Penalty in the LP for missing the target value altogether, as a multiple of the largest price of all steps of one
 * lever. With it every LP has an answer.
 */
const MISSING = 1e3;
/** An LP's answer counts as reaching the target value if it misses at most this fraction of it. */
const MISSING_SHARE = 1e-7;
/** Numbers of steps in an LP's answer may be above a whole number by this much through rounding errors. */
const STEP_ERROR = 1e-6;

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
  runAt: (steps: Steps) => Promise<AtSteps | null>,
) {
  const { levers, wanted } = asked;
  const runs = [first];
  const priceOf = (steps: Steps): number => steps.reduce((sum, n, l) => sum + n * levers[l]!.price, 0);
  let found: { readonly run: AtSteps; readonly price: number } | null = null;
  let priceBound: number | null = null;
  let target = wanted;
  for (let n = 0; n < MAX_RUNS; n++) {
    priceBound = provenPrice(asked, runs) ?? priceBound;
    if (found !== null && priceBound !== null && found.price <= priceBound * (1 + NEAR)) break;
    const next = nextSteps(asked, runs, target);
    // Steps as dear as those found are no better.
    if (next === null || (found !== null && priceOf(next) >= found.price)) break;
    const run = await runAt(next);
    if (run === null) break;
    runs.push(run);
    const { objective, bound } = run;
    if (objective !== null && objective >= wanted) found = { run, price: priceOf(next) };
    else if (bound !== null && bound >= wanted * (1 - ROUNDING)) {
      target = Math.max(target, wanted + MARGIN * (bound - (objective ?? 0)));
    }
  }
  return { found, priceBound: provenPrice(asked, runs) ?? priceBound };
}

/**
 * Returns the number of steps of each lever to try next; null if none are left. By the bounds proven so far, no cheaper
 * numbers of steps let a plan reach the target. If they were tried before, each lever in use gets one step more than in
 * the last run.
 */
function nextSteps(asked: CombinationRequest, runs: readonly AtSteps[], target: number): Steps | null {
  const { levers } = asked;
  const cuts = runs.flatMap(({ steps, bound, proven, perStep }): Cut[] => {
    if (bound === null) return [];
    return [{ steps, value: bound, slopes: proven ?? perStep.map((slope) => ({ below: slope, above: slope })) }];
  });
  const able = answersOf(asked, cuts, target).filter((one) => one.missing <= MISSING_SHARE);
  if (able.length === 0) return null;
  const best = able.reduce((least, one) => (one.price < least.price ? one : least));
  const upTo = (own: number, l: number): number => Math.min(levers[l]!.most, own);
  const isNew = (some: Steps): boolean => !runs.some((run) => run.steps.every((own, l) => own === some[l]));
  const steps = best.steps.map((value, l) => upTo(Math.ceil(value - STEP_ERROR), l));
  if (isNew(steps)) return steps;
  const further = runs.at(-1)!.steps.map((own, l) => upTo(own > 0 || steps[l]! > 0 ? own + 1 : own, l));
  return isNew(further) ? further : null;
}

/** Returns a proven lower bound on the price of reaching the wanted value; null if no run has proven slopes. */
function provenPrice(asked: CombinationRequest, runs: readonly AtSteps[]): number | null {
  const cuts = runs.flatMap(({ steps, lineBound, proven }): Cut[] =>
    lineBound === null || proven === null ? [] : [{ steps, value: lineBound, slopes: proven }],
  );
  if (cuts.length === 0) return null;
  const bounds = answersOf(asked, cuts, asked.wanted * (1 - ROUNDING)).map(({ bound }) => bound);
  return Math.max(0, Math.min(...bounds));
}

/** Cutting plane from one run: an upper bound on plans' value, piecewise linear in the numbers of steps. */
interface Cut {
  readonly steps: Steps;
  readonly value: number;
  readonly slopes: readonly StepSlope[];
}

/**
 * Solves an LP for each part of all combinations of changes in which every cut is linear: the cheapest numbers of steps,
 * which may be fractional. At most one lever may have different slopes below and above a run's number of steps, and its
 * range is divided at these numbers.
 *
 * `missing` is how far plans in the part stay below the target value, as a fraction of it; 0 if they can reach it.
 * `bound` is a proven lower bound on the price of the changes in the part that reach the target.
 */
function answersOf({ levers, engine }: CombinationRequest, cuts: readonly Cut[], target: number) {
  const isBent = (l: number): boolean => cuts.some(({ slopes }) => slopes[l]!.below !== slopes[l]!.above);
  const bent = Math.max(
    0,
    levers.findIndex((_, l) => isBent(l)),
  );
  const ends = [...new Set([0, ...cuts.map(({ steps }) => steps[bent]!), levers[bent]!.most])].sort((a, b) => a - b);
  const unit = Math.max(Math.abs(target), Number.MIN_VALUE);
  const dearest = levers.reduce((most, lever) => Math.max(most, lever.price * lever.most), 1);
  return ends.slice(1).map((to, part) => {
    const columns = [
      ...levers.map(({ price, most }, l) => {
        const [lower, upper] = l === bent ? [ends[part]!, to] : [0, most];
        return { name: `steps${l}`, cost: price, lower, upper };
      }),
      { name: 'missing', cost: MISSING * dearest, lower: 0, upper: 1e9 },
    ];
    const rows = cuts.map(({ steps, value, slopes }, n) => {
      const own = slopes.map(({ below, above }, l) => (l === bent && to <= steps[l]! ? below : above));
      const base = value - own.reduce((sum, slope, l) => sum + slope * steps[l]!, 0);
      const entries = [...own.map((slope) => slope / unit), 1].map((value, column) => [column, value] as const);
      return lpRow(
        `run${n}`,
        (target - base) / unit,
        Infinity,
        entries.filter(([, coefficient]) => coefficient !== 0),
      );
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
  });
}
