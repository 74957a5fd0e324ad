import type { BinomialShare } from '../../experiments/binomial.js';
import type { MeanInterval, PairedDifference } from '../../experiments/statistics.js';
import type { Termination } from '../../runs/result.js';

/**
 * Record of a comparison of methods, for every family. Runs, means, differences and bounds have the family's figures, too, by their keys. `plenum compare --json` prints it in an envelope. Field meanings:
 * docs/results.md.
 */
export interface ComparisonRecord {
  readonly instance: string;
  readonly family: string;
  readonly methods: readonly string[];
  /** Label of the method that the others are held against. */
  readonly reference: string;
  readonly seed: number;
  readonly trialsAsked: number;
  /** Trials in which every method and the bound came to their end. */
  readonly trials: number;
  readonly termination: 'finished' | 'interrupted';
  /**
   * True if trials are seeded variants of the workload; false if they are the instance with other seeds of the methods.
   */
  readonly variants: boolean;
  /** Time limit of one run, s, and below it the limit of its steps; null for none. */
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
  /** Number of runs made at a time. */
  readonly workers: number;
  readonly confidence: number;
  readonly objectiveUnit: string;
  /** Figure that plans are ranked by, and trials won. */
  readonly rankedBy: string;
  /** Currency of the instance, where it names one. */
  readonly currency?: string;
  readonly boundScope: string;
  /** Proven bounds: one per trial, or one for all trials. */
  readonly bounds: readonly BoundFrame[];
  readonly runs: readonly RunFrame[];
  readonly summary: readonly MethodSummary[];
  readonly differences: readonly MethodDifference[];
  readonly convergence: Convergence;
  readonly warnings: readonly string[];
}

/** Bound by the best of all certificates found, each of which holds for every plan of its instance. */
export interface BoundFrame {
  readonly trial: number;
  readonly seed: number;
  /** Proven bound in the objective's unit; null if none was found, or no plan is feasible. */
  readonly bound: number | null;
  /** Label of the method whose certificate the bound is, or "bound" for the bound's own run; null without a bound. */
  readonly source: string | null;
  /** Reason why no plan is feasible, present where that is proven. */
  readonly infeasibility?: string;
  /** Time of the bound's own run, s. */
  readonly timeS: number;
  /** Processor time of that run, s; null where it was not measured. */
  readonly cpuS?: number | null;
}

/** Objective of a run, and the bound on it. */
export interface Certified {
  /** Objective by the checker; null without a feasible plan. */
  readonly objective: number | null;
  readonly bound: number | null;
}

/** One run of a method. */
export interface RunFrame extends Certified {
  readonly trial: number;
  readonly seed: number;
  readonly method: string;
  readonly termination: Termination;
  readonly feasible: boolean;
  /** Name of the cheaper method whose plan this is, where it is not the method's own. */
  readonly planFrom?: string;
  /** Rules that the plan keeps beside the limits of its instance; absent without a plan, and where all plans of the family keep the same. */
  readonly rules?: string;
  readonly gap: number | null;
  /** Value of the plan returned, feasible or not, by the checker. */
  readonly planObjective?: number | null;
  /** Limits that the plan breaks, by name, each once. */
  readonly broken?: readonly string[];
  readonly timeS: number;
  /** Processor time of the run, s; null where it was not measured. */
  readonly cpuS?: number | null;
  readonly steps: number;
  /**
   * Improvements of the best plan so far by the method's own values; the last one is the checker's. Empty without a
   * feasible plan.
   */
  readonly trajectory: readonly TrajectoryStep[];
  /** Reason why the run broke down, present if it did. */
  readonly failure?: string;
}

export type TrajectoryStep = readonly [steps: number, timeS: number, value: number];

/** Metrics of every family: means over the feasible plans; of time and steps, over all runs that did not break down. */
export type CommonKey = 'objective' | 'gap' | 'timeS' | 'cpuS' | 'steps';

export type MethodSummary = SummaryFrame & Readonly<Record<CommonKey, MeanInterval | null>>;

export interface SummaryFrame {
  readonly method: string;
  /** Number of runs that ended with a feasible plan; `withoutPlan` counts the others. */
  readonly plans: number;
  readonly withoutPlan: number;
  readonly feasibleShare: BinomialShare | null;
  /** Number of trials without a better plan of the same rules (but for rounding), of those in which all methods came to their end. */
  readonly best: number;
}

/** Differences method less reference over the trials in which both have a plan of the same rules; null without such a trial. */
export type MethodDifference = DifferenceFrame & { readonly objective: PairedDifference | null };

export interface DifferenceFrame {
  readonly method: string;
  readonly reference: string;
  /** Number of trials in which only one of the two has a plan, or their plans keep different rules. */
  readonly unpaired: number;
}

/**
 * Best plan so far over time or steps: per method the median, least and greatest over its runs at each point of `at`. A
 * point without a finite value is null, such as where too few runs have a plan yet.
 */
export interface Convergence {
  /** What is drawn: 'gap', 'objective', or the figure that plans are ranked by. */
  readonly figure: string;
  readonly axis: 'seconds' | 'steps';
  readonly at: readonly number[];
  /** Median, least and greatest of the proven bounds, in the unit of the lines; null if none is drawn. */
  readonly level: { readonly median: number; readonly least: number; readonly greatest: number } | null;
  readonly methods: readonly ConvergenceLine[];
}

export interface ConvergenceLine {
  readonly method: string;
  readonly trials: number;
  /** Number of runs that ended with a feasible plan. */
  readonly plans: number;
  readonly median: readonly (number | null)[];
  readonly least: readonly (number | null)[];
  readonly greatest: readonly (number | null)[];
}
