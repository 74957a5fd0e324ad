import type { BinomialShare } from '../../experiments/binomial.js';
import type { Shift } from '../../experiments/effect.js';
import type { Interval, MeanInterval } from '../../experiments/statistics.js';
import type { Budget, Scalar } from '../plan/study.js';

/**
 * Statistics of a study, computed from its records alone (docs/studies/statistics.md). Classes are never mixed: a class is
 * one family, one unit and one group of like instances.
 */
export interface StudyAnalysis {
  /** Confidence of every interval, e.g. .95. */
  readonly confidence: number;
  readonly classes: readonly ClassAnalysis[];
  /** Runs without an answer, by family, method and reason. */
  readonly failures: readonly FailureCount[];
  /** Runs of the study that have no record yet. */
  readonly missing: number;
  readonly warnings: readonly string[];
}

export interface FailureCount {
  readonly family: string;
  readonly method: string;
  readonly reason: string;
  readonly runs: number;
  /** Key of the first such run, and its message. */
  readonly key: string;
  readonly message: string;
}

/** Instances that are alike: of one family and unit, e.g. an instance with all its seeded variants. */
export interface ClassAnalysis {
  /** Words for the class: "reward-rate, room-1080-hybrid and its variants". */
  readonly name: string;
  readonly family: string;
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  /** Rules that all plans of the class keep; absent where the family has one kind of plan. */
  readonly rules?: string;
  readonly methods: readonly string[];
  /** Cases: an instance with its changes, options and seed; all methods meet the same ones (common random numbers). */
  readonly cases: readonly CaseLabel[];
  readonly budgets: readonly BudgetAnalysis[];
  readonly performance: readonly ProfileCurve[];
  readonly data: readonly ProfileCurve[];
  readonly anytime: Anytime | null;
}

export interface CaseLabel {
  readonly key: string;
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Best certificate of all runs of the case: each holds for every plan. */
  readonly bound: number | null;
  /** Best feasible objective of all runs of the case. */
  readonly best: number | null;
}

/** All methods under one budget. */
export interface BudgetAnalysis {
  readonly budget: Budget;
  /**
   * Units of intervals and tests: instances, each counted once with all its seeds, or, where there are too few of them, seeds; what is found
   * then holds for these instances alone.
   */
  readonly over?: 'instances' | 'seeds';
  readonly methods: readonly MethodStatistics[];
  readonly pairs: readonly PairStatistics[];
  /** Ranking by mean rank over the cases: groups that no test tells apart, and within them by place. */
  readonly ranking: readonly RankedMethod[];
  /** Flag, false where the study cannot tell methods apart; `verdict` says why, in a sentence, and names no winner then. */
  readonly distinguishes: boolean;
  readonly verdict: string;
}

/** A method in a ranking. */
export interface RankedMethod {
  readonly method: string;
  readonly meanRank: number;
  /** Place by mean rank, 1 the best; methods of equal mean rank share one. */
  readonly place: number;
  /** Group of methods that no test tells from its best. */
  readonly group: number;
}

/** Statistics of a method over the cases; null if no run has the figure. */
export interface MethodStatistics {
  readonly method: string;
  readonly runs: number;
  readonly feasible: BinomialShare | null;
  readonly objective: Spread | null;
  /** Gap to the best certificate of the case, a fraction. */
  readonly gap: Spread | null;
  /**
   * Means over the cases in which every method has the figure that has it at all, instances counting alike: methods of which some runs
   * have no plan are comparable by these alone. Null where there is no such case.
   */
  readonly objectiveCommon: CommonMean | null;
  readonly gapCommon: CommonMean | null;
  /** Shifted geometric mean of the gaps and of the times, with the shift in the unit of the figure. */
  readonly gapGeometric: ShiftedMean | null;
  readonly timeS: Spread | null;
  readonly timeGeometricS: ShiftedMean | null;
  readonly steps: Spread | null;
  readonly primalIntegral: Spread | null;
  /** Shares of cases solved to within each gap. */
  readonly successes: readonly { readonly gap: number; readonly share: BinomialShare }[];
}

/** Mean over `cases` cases. */
export interface CommonMean {
  readonly cases: number;
  readonly mean: number;
}

export interface Spread extends MeanInterval {
  readonly median: number;
  /**
   * Interval of the median by order statistics, whose coverage is at least the confidence; null if there are too few
   * values.
   */
  readonly medianInterval: Interval | null;
  /** Bootstrap interval of the mean (bias-corrected and accelerated); null for fewer than two values and for more than 10,000. */
  readonly bootstrap: Interval | null;
  readonly least: number;
  readonly greatest: number;
}

export interface ShiftedMean {
  readonly mean: number;
  readonly shift: number;
}

/** Most cases that a pair names on each side: enough to look at. */
export const MAX_NAMED_CASES = 10;

/** Two methods over the cases that both were run on. A run without a plan is worse than any with one. */
export interface PairStatistics {
  readonly first: string;
  readonly second: string;
  readonly cases: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Keys of the cases that the first won and that the second won, each at most MAX_NAMED_CASES in the order of the class. */
  readonly wonIn: readonly string[];
  readonly lostIn: readonly string[];
  /** Difference first - second of the objectives where both have a plan. */
  readonly difference: Spread | null;
  /** Hodges and Lehmann's estimate of that difference with its exact interval; null for more than 50 cases or none. */
  readonly typicalDifference?: Shift | null;
  /**
   * Wilcoxon signed rank, two-sided: exact where `exact`; null if all differences are 0 and where the methods saturate.
   */
  readonly p: number | null;
  readonly exact: boolean;
  /** Holm's adjustment over all pairs of this budget. */
  readonly pHolm: number | null;
  /** Matched-pairs rank-biserial correlation in [-1, 1], > 0 where the first is better, with its bootstrap interval. */
  readonly effect: number | null;
  readonly effectInterval: Interval | null;
}

/** Share of cases, at each abscissa, that a method solves: within a factor of the best (performance) or within an effort (data). */
export interface ProfileCurve {
  readonly method: string;
  readonly budget: Budget;
  /** Steps of the curve: it is `y` from `x` on; `x` rises. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Gap over effort: median and quartiles over the cases, per method, on the runs of the largest budget. */
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
