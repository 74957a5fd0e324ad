import type { Budget } from '../plan/study.js';
import type { AdviceTests } from './advice-tests.js';
import { isBudgetWorthless, WORTHLESS } from './advice-worth.js';
import type { BudgetAnalysis, ClassAnalysis, MethodStatistics } from './analysis.js';

/**
 * What the budgets of a ladder limit: time, number of steps, both or nothing. Only budgets that limit the same can be
 * ordered.
 */
export type Axis = 'time' | 'steps' | 'both' | 'none';

/** One budget of a ladder (budgets of one kind, ascending), with the recommendation under it. */
export interface Rung {
  /** Position of the budget in the class's `budgets`, from 0. */
  readonly index: number;
  readonly budget: Budget;
  readonly analysis: BudgetAnalysis;
  readonly choice: RungChoice;
}

/** Recommendation under one budget: a method and those not significantly worse, or why there is none. */
export type RungChoice =
  | {
      readonly kind: 'methods';
      /** The recommended method. */
      readonly take: string;
      /**
       * Methods as good as the recommended one by tests and effect size: the recommended one first, the others by
       * ascending median time.
       */
      readonly tied: readonly string[];
      /**
       * Methods that the effect size (by its confidence interval) shows to be worse than the recommended one, although
       * no test does. Sorted by ascending median time.
       */
      readonly behind: readonly string[];
    }
  | { readonly kind: 'none'; readonly why: string };

/** Budgets with the same kind of limit (`axis`), ascending. */
export interface Ladder {
  readonly axis: Axis;
  readonly rungs: readonly Rung[];
}

/** Consecutive budgets of a ladder with the same recommendation. */
export interface Step {
  readonly choice: RungChoice;
  readonly rungs: readonly Rung[];
}

/**
 * Minimum ratio of median times at which the faster method counts as cheaper. Our choice: machines differ by this
 * factor.
 */
const CHEAPER = 1.2;
/**
 * Minimum difference of median times at which the faster method counts as cheaper, s. Our choice: the time to start a
 * process varies by this much.
 */
export const MIN_SAVED_S = 0.1;

/** Why there is no recommendation under a budget without a significant test. Tests are adjusted over all budgets. */
const NOT_PROVEN = "No paired test is significant after Holm's adjustment over all budgets.";

/**
 * Returns the ladders of a class. A ladder has all budgets of one kind, ascending, each with its recommendation or the
 * reason why there is none.
 */
export function laddersOf(of: ClassAnalysis, tests: AdviceTests): Ladder[] {
  const places = of.budgets.map((analysis, index) => ({ analysis, index, axis: axisOf(analysis.budget) }));
  return (['time', 'steps', 'both', 'none'] as const).flatMap((axis) => {
    const own = places.filter((place) => place.axis === axis);
    own.sort((a, b) => sizeOf(a.analysis.budget) - sizeOf(b.analysis.budget));
    const rungs: Rung[] = [];
    for (const { analysis, index } of own) {
      const before = rungs.at(-1)?.choice;
      const choice: RungChoice = isBudgetWorthless(of, analysis)
        ? { kind: 'none', why: WORTHLESS }
        : choiceAt(analysis, index, tests, before?.kind === 'methods' ? before.take : null);
      rungs.push({ index, analysis, budget: analysis.budget, choice });
    }
    return rungs.length === 0 ? [] : [{ axis, rungs }];
  });
}

/** Divides a ladder into groups of consecutive budgets with the same recommendation. */
export function stepsOf({ rungs }: Ladder): Step[] {
  const steps: { choice: RungChoice; rungs: Rung[] }[] = [];
  for (const rung of rungs) {
    const last = steps.at(-1);
    if (last !== undefined && isSame(last.choice, rung.choice)) last.rungs.push(rung);
    else steps.push({ choice: rung.choice, rungs: [rung] });
  }
  return steps;
}

/**
 * Returns true if the first method's median time is shorter by a factor of at least CHEAPER and by at least
 * MIN_SAVED_S; false if a time is unknown.
 */
export function isCheaper(analysis: BudgetAnalysis, first: string, second: string): boolean {
  const [a, b] = [timeOf(analysis, first), timeOf(analysis, second)];
  return a !== null && b !== null && a * CHEAPER <= b && b - a >= MIN_SAVED_S;
}

/** Returns the statistics of a method under a budget; null if it was not run. */
export function statisticsOf({ methods }: BudgetAnalysis, method: string): MethodStatistics | null {
  return methods.find((one) => one.method === method) ?? null;
}

export function timeOf(analysis: BudgetAnalysis, method: string): number | null {
  return statisticsOf(analysis, method)?.timeS?.median ?? null;
}

/** Returns the methods of a budget sorted by mean rank, then by median time, then by name. */
export function byRank(analysis: BudgetAnalysis): string[] {
  const rankOf = new Map(analysis.ranking.map(({ method, meanRank }) => [method, meanRank]));
  const rank = (method: string): number => rankOf.get(method) ?? Infinity;
  const time = (method: string): number => timeOf(analysis, method) ?? Infinity;
  const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  const names = analysis.methods.map(({ method }) => method);
  return names.sort((a, b) => order(rank(a), rank(b)) || order(time(a), time(b)) || (a < b ? -1 : 1));
}

/**
 * Returns the recommended method, then the methods that may equally be used: those with the same mean rank that are not
 * clearly slower.
 */
export function equalTo(
  analysis: BudgetAnalysis,
  { take, tied }: Pick<RungChoice & { kind: 'methods' }, 'take' | 'tied'>,
): string[] {
  const placeOf = (method: string): number | undefined => analysis.ranking.find((one) => one.method === method)?.place;
  return tied.filter(
    (method) => method === take || (placeOf(method) === placeOf(take) && !isCheaper(analysis, take, method)),
  );
}

/** Returns true if at least one run of a method has a feasible plan. */
export function hasPlans(statistics: MethodStatistics | null): boolean {
  return statistics?.feasible != null && statistics.feasible.successes > 0;
}

function choiceAt(analysis: BudgetAnalysis, index: number, tests: AdviceTests, before: string | null): RungChoice {
  if (!analysis.distinguishes) return { kind: 'none', why: analysis.verdict };
  const all = byRank(analysis);
  const able = all.filter((method) => hasPlans(statisticsOf(analysis, method)));
  if (able.length === 0) return { kind: 'none', why: 'No method has a feasible plan.' };
  if (all.length === 1) return { kind: 'none', why: 'There is no other method to compare it with.' };
  const beats = (a: string, b: string): boolean => tests.versus(index, a, b)?.proven === 1;
  // A budget's own tests may speak where those of all budgets together do not.
  if (!all.some((one) => all.some((other) => beats(one, other)))) return { kind: 'none', why: NOT_PROVEN };
  const unbeaten = able.filter((method) => !all.some((other) => beats(other, method)));
  if (unbeaten.length === 0) return { kind: 'none', why: 'Every method is beaten by another.' };
  // The best by rank stands for what can be had; of those not behind it the cheapest is taken.
  const best = unbeaten[0]!;
  const isBehind = (method: string): boolean => {
    const interval = tests.versus(index, best, method)?.effectInterval ?? null;
    return method !== best && interval !== null && interval.low > 0;
  };
  const contenders = unbeaten.filter((method) => !isBehind(method));
  const isDominated = (method: string): boolean =>
    contenders.some((other) => {
      const seen = tests.versus(index, other, method);
      return seen !== null && seen.losses === 0 && seen.wins > 0 && !isCheaper(analysis, method, other);
    });
  const free = contenders.filter((method) => !isDominated(method));
  const take = cheapestOf(analysis, free.length === 0 ? contenders : free, before);
  const others = able.filter((method) => method !== take && !beats(take, method));
  const tied = others.filter((method) => contenders.includes(method));
  return {
    kind: 'methods',
    take,
    tied: [take, ...byCost(analysis, tied)],
    behind: byCost(
      analysis,
      others.filter((method) => !contenders.includes(method)),
    ),
  };
}

/**
 * Returns the method of `methods` (sorted by rank) with the shortest median time. If several are about equally fast, it
 * prefers `before`, the recommendation at the next smaller budget, and otherwise the first by rank.
 */
function cheapestOf(analysis: BudgetAnalysis, methods: readonly string[], before: string | null): string {
  const near = methods.filter((method) => !methods.some((other) => isCheaper(analysis, other, method)));
  return before !== null && near.includes(before) ? before : (near[0] ?? methods[0]!);
}

function byCost(analysis: BudgetAnalysis, methods: readonly string[]): string[] {
  const cost = (method: string): number => timeOf(analysis, method) ?? Infinity;
  return [...methods].sort((a, b) => (cost(a) === cost(b) ? 0 : cost(a) - cost(b)));
}

function axisOf({ timeLimitS, workLimit }: Budget): Axis {
  if (timeLimitS === null) return workLimit === null ? 'none' : 'steps';
  return workLimit === null ? 'time' : 'both';
}

function sizeOf({ timeLimitS, workLimit }: Budget): number {
  return timeLimitS ?? workLimit ?? 0;
}

function isSame(a: RungChoice, b: RungChoice): boolean {
  if (a.kind === 'none' || b.kind === 'none')
    return a.kind === b.kind && a.kind === 'none' && a.why === (b as typeof a).why;
  const same = (x: readonly string[], y: readonly string[]): boolean =>
    x.length === y.length && x.every((method) => y.includes(method));
  return a.take === b.take && same(a.tied, b.tied) && same(a.behind, b.behind);
}
