import type { BinomialShare } from '../../experiments/binomial.js';
import type { Shift } from '../../experiments/effect.js';
import type { Interval, MeanInterval } from '../../experiments/statistics.js';
import type { Budget, Scalar } from '../plan/study.js';

/**
 * Statistics of a study, computed from its records (docs/studies/statistics.md). They are separate for each class: one
 * family, one unit, and one group of similar instances.
 */
export interface StudyAnalysis {
  /** Confidence of every interval, such as 0.95. */
  readonly confidence: number;
  readonly classes: readonly ClassAnalysis[];
  /** Runs without an answer, by family, method and reason. */
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
  /** Key of the first such run, and its message. */
  readonly key: string;
  readonly message: string;
}

/** Similar instances of one family and unit, such as an instance with all its seeded variants. */
export interface ClassAnalysis {
  /** Text that describes the class, such as "reward-rate, room-1080-hybrid and its variants". */
  readonly name: string;
  readonly family: string;
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  /** Rules that all plans of the class keep; absent if the family has only one kind of plan. */
  readonly rules?: string;
  readonly methods: readonly string[];
  /**
   * Cases: an instance with its changes, options and seed. All methods run on the same cases (common random numbers).
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
  /** Best bound of all runs of the case; each bound holds for every plan. */
  readonly bound: number | null;
  /** Best feasible objective of all runs of the case. */
  readonly best: number | null;
}

/** All methods under one budget. */
export interface BudgetAnalysis {
  readonly budget: Budget;
  /**
   * Units of intervals and tests. Normally instances, each counted once with all its seeds; if there are too few
   * instances, seeds, and then findings hold only for these instances.
   */
  readonly over?: 'instances' | 'seeds';
  readonly methods: readonly MethodStatistics[];
  readonly pairs: readonly PairStatistics[];
  /** Ranking by mean rank over the cases, in groups of methods that no test tells apart. */
  readonly ranking: readonly RankedMethod[];
  /**
   * False if the study cannot tell the methods apart. Then `verdict` gives the reason in a sentence, without a winner.
   */
  readonly distinguishes: boolean;
  readonly verdict: string;
}

/** A method in a ranking. */
export interface RankedMethod {
  readonly method: string;
  readonly meanRank: number;
  /** Place by mean rank, 1 is the best; methods of equal mean rank share a place. */
  readonly place: number;
  /** Number of the group: methods that no test tells apart from the best of the group. */
  readonly group: number;
}

/** Statistics of a method over the cases; null if no run has the quantity. */
export interface MethodStatistics {
  readonly method: string;
  readonly runs: number;
  readonly feasible: BinomialShare | null;
  readonly objective: Spread | null;
  /** Gap to the best bound of the case, a fraction. */
  readonly gap: Spread | null;
  /**
   * Means over those cases in which every method has the quantity (of the methods that ever have it); instances have
   * equal weights. Only these means can be compared if some runs have no plan. Null if there is no such case.
   */
  readonly objectiveCommon: CommonMean | null;
  readonly gapCommon: CommonMean | null;
  /** Shifted geometric mean of the gaps and of the times, with the shift in the unit of the quantity. */
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
   * Interval of the median by order statistics, with at least the stated confidence; null if there are too few values.
   */
  readonly medianInterval: Interval | null;
  /**
   * Bootstrap interval of the mean (bias-corrected and accelerated); null for fewer than two values and for more than
   * 10,000.
   */
  readonly bootstrap: Interval | null;
  readonly least: number;
  readonly greatest: number;
}

export interface ShiftedMean {
  readonly mean: number;
  readonly shift: number;
}

/** Maximum number of cases that a pair names for each side. Our choice: enough to look at. */
export const MAX_NAMED_CASES = 10;

/** Two methods compared on the cases that both ran on. A run without a plan is worse than any run with one. */
export interface PairStatistics {
  readonly first: string;
  readonly second: string;
  readonly cases: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /**
   * Keys of cases in which the first, and in which the second, was better; at most MAX_NAMED_CASES each, in the order
   * of the class.
   */
  readonly wonIn: readonly string[];
  readonly lostIn: readonly string[];
  /** Difference first - second of the objectives, for cases in which both have a plan. */
  readonly difference: Spread | null;
  /** Hodges and Lehmann's estimate of that difference with its exact interval; null for more than 50 cases or none. */
  readonly typicalDifference?: Shift | null;
  /**
   * Two-sided p-value of Wilcoxon's signed-rank test; exact if `exact` is true. Null if all differences are 0, or if
   * all methods find the best possible.
   */
  readonly p: number | null;
  readonly exact: boolean;
  /** p-value after Holm's adjustment over all pairs of this budget. */
  readonly pHolm: number | null;
  /** Matched-pairs rank-biserial correlation in [-1, 1], > 0 if the first is better, with its bootstrap interval. */
  readonly effect: number | null;
  readonly effectInterval: Interval | null;
}

/**
 * Share of cases that a method solves, by abscissa: within a factor of the best (performance), or within an effort
 * (data).
 */
export interface ProfileCurve {
  readonly method: string;
  readonly budget: Budget;
  /** Steps of the curve: its value is `y` from `x` on; `x` rises. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Gap over effort for each method: median and quartiles over the cases, from the runs of the largest budget. */
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
