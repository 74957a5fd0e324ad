import type { LinearProgram, LinearRow } from '../../../../../models/forms/linear-program.js';
import { dualBound } from '../../../../solvers/linear/dual-bound.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';

/**
 * Result of a run after a number of steps of each lever. A lever is a limit that can be loosened in steps at a price.
 */
export interface AtSteps {
  readonly steps: readonly number[];
  /** Value (objective) of the best plan found; null if none was found. */
  readonly objective: number | null;
  /** Proven bound on the value of any plan; null if none was proven. */
  readonly bound: number | null;
  /**
   * Bound that is extended to other steps by the slopes `proven`. It may be higher than `bound`, which may hold only
   * for these steps and fewer.
   */
  readonly lineBound: number | null;
  /** [lever]: estimated change of the bound per step. */
  readonly perStep: readonly number[];
  /** [lever]: proven slopes that extend `lineBound` to any steps of all levers together; null if none are proven. */
  readonly proven: readonly ProvenSlope[] | null;
}

/**
 * Slopes of a proven bound per step of one lever (a limit that can be changed in steps), for fewer steps (`below`) and
 * more steps (`above`) than in the run.
 */
export interface ProvenSlope {
  readonly below: number;
  readonly above: number;
}

/** A lever (limit that can be loosened in steps), with the price of a step. */
export interface PricedSteps {
  readonly price: number;
  /** Maximum number of steps. */
  readonly most: number;
}

/** Request for the cheapest combination of steps. */
export interface CombinationRequest {
  readonly levers: readonly PricedSteps[];
  /** Value that a plan must have. */
  readonly wanted: number;
  readonly engine: LpEngine;
}

/** The cheapest combination of steps found, with a lower bound on the price of any combination. */
export interface Combination {
  /** Run whose plan has the wanted value; null if none has. */
  readonly found: AtSteps | null;
  readonly price: number | null;
  /** Proven lower bound on the price of any combination, even with fractional steps; null if none is proven. */
  readonly priceBound: number | null;
}

/** Maximum number of runs in one search. */
const MAX_RUNS = 12;
/** Relative gap between the cheapest price found and the lower bound on the price at which the search ends. */
const NEAR = 1e-3;
/** The next steps aim at the wanted value plus this multiple of the last plan's gap to its bound. */
const AHEAD = 1.1;
/** Relative rounding error of proven bounds, allowed for before steps are excluded. */
const ROUNDING = 1e-9;
/**
 * Penalty in the LP for falling short of the target value, as a multiple of the largest price of all steps of one lever
 * (a limit that can be changed in steps). It gives every LP an answer.
 */
const MISSING = 1e3;
/** Fraction of the target value by which an LP's answer may fall short of it. */
const MISSING_SHARE = 1e-7;

/**
 * Returns the cheapest combination of steps by cutting planes. The bound of each run and its slopes give a linear upper
 * bound on the value of plans after other steps. The cheapest steps that all these bounds allow are run next.
 *
 * @param first the run without steps
 * @param runAt runs with given steps; null if no more runs are allowed
 */
export async function cheapestCombination(
  asked: CombinationRequest,
  first: AtSteps,
  runAt: (steps: readonly number[]) => Promise<AtSteps | null>,
): Promise<Combination> {
  const { levers, wanted } = asked;
  const runs = [first];
  const priceOf = (steps: readonly number[]): number => steps.reduce((sum, n, l) => sum + n * levers[l]!.price, 0);
  let found: { readonly run: AtSteps; readonly price: number } | null = null;
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
  priceBound = provenPrice(asked, runs) ?? priceBound;
  return { found: found?.run ?? null, price: found?.price ?? null, priceBound };
}

/**
 * Returns for each lever (a limit that can be changed in steps) the number of steps to try next: the cheapest integers
 * that may reach the target according to the runs so far. If these were tried before, returns one step more than `last`
 * for each lever in use. Null if the target cannot be reached or those were tried, too.
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

/** Returns a lower bound on the price of any combination, from the runs with proven slopes; null if no run has them. */
function provenPrice(asked: CombinationRequest, runs: readonly AtSteps[]): number | null {
  const cuts = runs.flatMap(({ steps, lineBound, proven }): Cut[] =>
    lineBound === null || proven === null ? [] : [{ steps, value: lineBound, slopes: proven }],
  );
  if (cuts.length === 0) return null;
  const wanted = asked.wanted * (1 - ROUNDING);
  const bounds = pieces(cuts, asked.levers).map((piece) => answerOf(asked, cuts, piece, wanted).bound);
  return Math.max(0, Math.min(...bounds));
}

/** Cutting plane: upper bound on the value of plans, piecewise linear in the steps. */
interface Cut {
  readonly steps: readonly number[];
  readonly value: number;
  readonly slopes: readonly ProvenSlope[];
}

/**
 * Part of all combinations in which every cut is linear: the steps of one lever (a limit that can be changed in steps)
 * lie between `from` and `to`.
 */
interface Piece {
  readonly lever: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides all combinations into parts in which every cut is linear. The slopes of at most one lever (a limit that can
 * be changed in steps) may differ below and above a run's steps; its range is divided at these steps.
 */
function pieces(cuts: readonly Cut[], levers: readonly PricedSteps[]): readonly Piece[] {
  const lever = Math.max(
    0,
    levers.findIndex((_, l) => cuts.some(({ slopes }) => slopes[l]!.below !== slopes[l]!.above)),
  );
  const ends = [...new Set([0, ...cuts.map(({ steps }) => steps[lever]!), levers[lever]!.most])].sort((a, b) => a - b);
  return ends.slice(1).map((to, n) => ({ lever, from: ends[n]!, to }));
}

/** Cheapest answer of the LP within one part. */
interface PieceAnswer {
  readonly steps: readonly number[];
  readonly price: number;
  /**
   * Amount by which plans in this part fall short of the target value, as a fraction of it; 0 if the part can reach the
   * target.
   */
  readonly missing: number;
  /** Proven lower bound on the price in the part. */
  readonly bound: number;
}

function answerOf(
  { levers, engine }: CombinationRequest,
  cuts: readonly Cut[],
  piece: Piece,
  target: number,
): PieceAnswer {
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
