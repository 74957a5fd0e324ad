import type { BinomialShare } from '../../experiments/binomial.js';
import type { Shift } from '../../experiments/effect.js';
import type { Interval, MeanInterval } from '../../experiments/statistics.js';
import type { Budget, Scalar } from '../plan/study.js';

/**
 * Statistics of a study from its records (docs/studies/statistics.md), separately for each class: comparable runs of
 * one family, one unit and similar instances.
 */
export interface StudyAnalysis {
  /** Confidence level of every interval, such as 0.95. */
  readonly confidence: number;
  readonly classes: readonly ClassAnalysis[];
  /** Numbers of failed runs, by family, method and reason. */
  readonly failures: readonly FailureCount[];
  /** Number of runs of the study without a record. */
  readonly missing: number;
  readonly warnings: readonly string[];
}

export interface FailureCount {
  readonly family: string;
  readonly method: string;
  readonly reason: string;
  readonly runs: number;
  /** Key of the first of the counted runs. */
  readonly key: string;
  /** Error message of the run `key`. */
  readonly message: string;
}

/**
 * Statistics of one class: comparable runs on similar instances of one family and unit, such as an instance with its
 * seeded variants.
 */
export interface ClassAnalysis {
  /** Description of the class, such as "reward-rate, room-1080-hybrid and its variants". */
  readonly name: string;
  readonly family: string;
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  /**
   * Rules that all plans of the class obey in addition, such as "whole nodes" (no node changes its configuration).
   * Absent if they are the same in the whole family.
   */
  readonly rules?: string;
  readonly methods: readonly string[];
  /**
   * Cases of the class: instances with their changes, options and random seed. All methods run on the same cases
   * (common random numbers).
   */
  readonly cases: readonly CaseLabel[];
  readonly budgets: readonly BudgetAnalysis[];
  readonly performance: readonly ProfileCurve[];
  readonly data: readonly ProfileCurve[];
  readonly anytime: Anytime | null;
}

export interface CaseLabel {
  readonly key: string;
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Best bound that any run on the case proved, for every plan of the case; null if there is none. */
  readonly bound: number | null;
  /** Best objective of the feasible plans found for the case; null if there are none. */
  readonly best: number | null;
}

/** Statistics of all methods under one budget (time or step limit). */
export interface BudgetAnalysis {
  readonly budget: Budget;
  /**
   * What one sample of intervals and tests is. Normally it is an instance, whose seeds together count once. With too
   * few instances it is a seed, and findings hold only for these instances.
   */
  readonly over?: 'instances' | 'seeds';
  readonly methods: readonly MethodStatistics[];
  readonly pairs: readonly PairStatistics[];
  /** Methods by ascending mean rank over the cases, in groups without significant differences. */
  readonly ranking: readonly RankedMethod[];
  /** False if the study cannot distinguish the methods; `verdict` then says why and names no winner. */
  readonly distinguishes: boolean;
  readonly verdict: string;
}

export interface RankedMethod {
  readonly method: string;
  readonly meanRank: number;
  /** Place by mean rank, from 1 (best). Methods of equal mean rank share it. */
  readonly place: number;
  /** Number of the method's group. A group has one best method and the methods that are not significantly worse. */
  readonly group: number;
}

/** Statistics of a method over the cases of a class under one budget; null where no run has a value. */
export interface MethodStatistics {
  readonly method: string;
  readonly runs: number;
  readonly feasible: BinomialShare | null;
  readonly objective: Spread | null;
  /** Relative gaps of the method's plans to the best bound known for the case. */
  readonly gap: Spread | null;
  /**
   * Mean objective over the common cases, in which all methods (except those without any plan) have a plan; instances
   * weigh equally. If some runs have no plan, only these means are comparable. Null without a common case.
   */
  readonly objectiveCommon: CommonMean | null;
  /** Mean gap over the cases in which all methods have a gap; null if there are none. */
  readonly gapCommon: CommonMean | null;
  /** Shifted geometric mean of the gaps of the method's plans. */
  readonly gapGeometric: ShiftedMean | null;
  readonly timeS: Spread | null;
  /** Shifted geometric mean of the times of the method's runs, s. */
  readonly timeGeometricS: ShiftedMean | null;
  readonly steps: Spread | null;
  readonly primalIntegral: Spread | null;
  /** For each of several gaps, the share of the method's runs whose plan has at most this gap. */
  readonly successes: readonly { readonly gap: number; readonly share: BinomialShare }[];
}

/** Mean over the `cases` cases in which all methods have a value. */
export interface CommonMean {
  readonly cases: number;
  readonly mean: number;
}

export interface Spread extends MeanInterval {
  readonly median: number;
  /** Confidence interval of the median by order statistics, of at least the stated level; null with too few values. */
  readonly medianInterval: Interval | null;
  /**
   * Bootstrap confidence interval of the mean (bias-corrected and accelerated); null for fewer than two values or more
   * than 10,000.
   */
  readonly bootstrap: Interval | null;
  readonly least: number;
  readonly greatest: number;
}

export interface ShiftedMean {
  readonly mean: number;
  readonly shift: number;
}

/** Maximum number of cases in `wonIn` and in `lostIn` of a pair of methods. Our choice: enough to look at. */
export const MAX_NAMED_CASES = 10;

/** Comparison of two methods on the cases that both ran on. A run without a plan is worse than any with one. */
export interface PairStatistics {
  readonly first: string;
  readonly second: string;
  readonly cases: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Keys of cases in which the first method was better, in the order of the class, at most MAX_NAMED_CASES. */
  readonly wonIn: readonly string[];
  /** Keys of cases in which the second method was better, at most MAX_NAMED_CASES. */
  readonly lostIn: readonly string[];
  /** Statistics of the objectives' differences "first - second", over cases in which both methods have a plan. */
  readonly difference: Spread | null;
  /**
   * Hodges-Lehmann estimate of the typical difference "first - second" of the objectives, with its exact confidence
   * interval; null for no case or more than 50.
   */
  readonly typicalDifference?: Shift | null;
  /**
   * Two-sided p-value of Wilcoxon's signed-rank test, exact if `exact`. Null if all differences are 0, or if tests are
   * meaningless for all pairs, e.g. because all methods reach the best possible value.
   */
  readonly p: number | null;
  readonly exact: boolean;
  /** p-value after Holm's adjustment over all pairs of methods under this budget. */
  readonly pHolm: number | null;
  /** Matched-pairs rank-biserial correlation (effect size) in [-1, 1], > 0 if the first method is better. */
  readonly effect: number | null;
  /** Bootstrap confidence interval of `effect`. */
  readonly effectInterval: Interval | null;
}

/**
 * Performance or data profile of a method: the share y of cases that the method solves by x. In a performance profile,
 * x is the cost relative to the best method. In a data profile, x is the effort in seconds or steps.
 */
export interface ProfileCurve {
  readonly method: string;
  readonly budget: Budget;
  /** Points of the step function by ascending x: the value is `y` from `x` to the next point. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/**
 * Median and quartiles of each method's gap over the cases by effort (seconds or steps), from runs under the largest
 * budget.
 */
export interface Anytime {
  readonly axis: 'seconds' | 'steps';
  readonly at: readonly number[];
  readonly curves: readonly {
    readonly method: string;
    readonly median: readonly (number | null)[];
    readonly low: readonly (number | null)[];
    readonly high: readonly (number | null)[];
  }[];
}
