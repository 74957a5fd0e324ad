import type { BinomialShare } from '../../experiments/binomial.js';
import type { MeanInterval, PairedDifference } from '../../experiments/statistics.js';
import type { Termination } from '../../runs/result.js';

/**
 * Record of a comparison of methods, for every family. Runs, means, differences and bounds also have the family's own
 * figures under their keys. `plenum compare --json` prints it inside an envelope. Fields are explained in
 * docs/results.md.
 */
export interface ComparisonRecord {
  readonly instance: string;
  readonly family: string;
  readonly methods: readonly string[];
  /** Label of the method with which the others are compared. */
  readonly reference: string;
  readonly seed: number;
  readonly trialsAsked: number;
  /** Number of complete trials, in which every method and the bound were run. */
  readonly trials: number;
  readonly termination: 'finished' | 'interrupted';
  /**
   * True if each trial uses another seeded variant of the workload. False if all use the same instance and only the
   * methods' seeds differ.
   */
  readonly variants: boolean;
  /** Time limit of one run, s; null for none. */
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
  /** Number of runs made at the same time. */
  readonly workers: number;
  readonly confidence: number;
  readonly objectiveUnit: string;
  /** Key of the value by which plans are ranked. */
  readonly rankedBy: string;
  /** Currency of the instance, if it names one. */
  readonly currency?: string;
  readonly boundScope: string;
  /** Proven bounds: one for each trial, or one for all trials. */
  readonly bounds: readonly BoundFrame[];
  readonly runs: readonly RunFrame[];
  readonly summary: readonly MethodSummary[];
  readonly differences: readonly MethodDifference[];
  readonly convergence: Convergence;
  readonly profiles: readonly Profile[];
  readonly warnings: readonly string[];
}

/** The best bound that any run proved; it holds for every plan of its instance. */
export interface BoundFrame {
  readonly trial: number;
  readonly seed: number;
  /** Proven bound in the objective's unit; null if none was found, or no plan is feasible. */
  readonly bound: number | null;
  /** Label of the method that proved the bound, or "bound" for the separate bound run; null without a bound. */
  readonly source: string | null;
  /** Reason why no plan is feasible; present if that is proven. */
  readonly infeasibility?: string;
  /** Time of the separate run that proves the bound, s; 0 if there is none. */
  readonly timeS: number;
  /**
   * Processor time of the separate run that proves the bound, s; null if it was not measured or there is no such run.
   */
  readonly cpuS?: number | null;
}

/** Objective of a run, and the bound on it. */
export interface Certified {
  /** Objective by the checker; null without a feasible plan. */
  readonly objective: number | null;
  readonly bound: number | null;
}

/** The record of one run of a method. */
export interface RunFrame extends Certified {
  readonly trial: number;
  readonly seed: number;
  readonly method: string;
  readonly termination: Termination;
  readonly feasible: boolean;
  /** Name of the cheaper method that found this plan; absent if the method found it itself. */
  readonly planFrom?: string;
  /**
   * Rules that the plan keeps in addition to the limits of its instance; absent without a plan, or if all plans of the
   * family keep the same rules.
   */
  readonly rules?: string;
  readonly gap: number | null;
  /** Objective of the returned plan by the checker, whether the plan is feasible or not. */
  readonly planObjective?: number | null;
  /** Names of the limits that the plan breaks, each once. */
  readonly broken?: readonly string[];
  readonly timeS: number;
  /** Processor time of the run, s; null if it was not measured. */
  readonly cpuS?: number | null;
  readonly steps: number;
  /**
   * Improvements of the best plan during the run, with the values that the method computed. The last value is the
   * checker's. Empty without a feasible plan.
   */
  readonly trajectory: readonly TrajectoryStep[];
  /** Reason why the run broke down; present if it did. */
  readonly failure?: string;
}

export type TrajectoryStep = readonly [steps: number, timeS: number, value: number];

/**
 * Keys of values that runs of all families have. Means of times and steps are over all runs that did not fail. Other
 * means are over runs with a feasible plan.
 */
export type CommonKey = 'objective' | 'gap' | 'timeS' | 'cpuS' | 'steps';

export type MethodSummary = SummaryFrame & Readonly<Record<CommonKey, MeanInterval | null>>;

export interface SummaryFrame {
  readonly method: string;
  /** Number of runs that ended with a feasible plan; `withoutPlan` counts the others. */
  readonly plans: number;
  readonly withoutPlan: number;
  readonly feasibleShare: BinomialShare | null;
  /** Number of complete trials in which no method has a better plan of the same rules, apart from rounding. */
  readonly best: number;
}

/**
 * Differences of a method to the reference (method minus reference), over the trials in which both have a plan of the
 * same rules; null if there is none.
 */
export type MethodDifference = DifferenceFrame & { readonly objective: PairedDifference | null };

export interface DifferenceFrame {
  readonly method: string;
  readonly reference: string;
  /** Number of trials in which only one of the two has a plan, or their plans keep different rules. */
  readonly unpaired: number;
}

/**
 * Gap of the best plan so far over time or steps. For each method it has the median, least and greatest gap over its
 * runs at each point of `at`.
 */
export interface Convergence {
  /** What gaps are measured to: the proven bound or, if no run has one, the best plan of the trial. */
  readonly to: 'bound' | 'best plan';
  readonly axis: 'seconds' | 'steps';
  readonly at: readonly number[];
  readonly methods: readonly ConvergenceLine[];
}

export interface ConvergenceLine {
  readonly method: string;
  readonly trials: number;
  /** Number of runs that ended with a feasible plan. */
  readonly plans: number;
  readonly median: readonly number[];
  readonly least: readonly number[];
  readonly greatest: readonly number[];
}

/** Performance profile of a method (Dolan and Moré 2002): how much it loses to the best method of each trial. */
export interface Profile {
  readonly method: string;
  /** Differences to the best objective of the trial as fractions of it, ascending, one for each feasible plan. */
  readonly losses: readonly number[];
  /** Number of trials used: those in which some method found a feasible plan and the best objective is not 0. */
  readonly trials: number;
}
