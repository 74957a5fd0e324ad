import type { MeanInterval, MeanRatio, PairedDifference } from '../../experiments/statistics.js';
import type { Termination } from '../../runs/result.js';

/** What `plenum compare --json` prints. Field meanings: docs/results.md. */
export interface ComparisonRecord {
  readonly instance: string;
  readonly family: 'reward-rate';
  readonly methods: readonly string[];
  /** The method the others are held against. */
  readonly reference: string;
  readonly seed: number;
  readonly trialsAsked: number;
  /** Trials in which every method and the bound came to their end. */
  readonly trials: number;
  readonly termination: 'finished' | 'interrupted';
  /** Whether trials are seeded variants of the workload, or the instance itself with other seeds of the methods. */
  readonly variants: boolean;
  /** Of one run. */
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
  readonly engine: string;
  readonly confidence: number;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  readonly bounds: readonly TrialBound[];
  readonly runs: readonly CompareRun[];
  readonly summary: readonly MethodSummary[];
  readonly differences: readonly MethodDifference[];
  readonly naive: readonly NaiveSummary[];
  readonly convergence: Convergence;
  readonly warnings: readonly string[];
}

/** One certified bound per trial, common to all methods. */
export interface TrialBound {
  readonly trial: number;
  readonly seed: number;
  readonly bound: number | null;
  /** Whose certificate it is: a method's, or "bound" for the configuration LP of the trial's own. */
  readonly source: string | null;
  readonly timeS: number;
}

export interface CompareRun {
  readonly trial: number;
  readonly seed: number;
  readonly method: string;
  readonly termination: Termination;
  readonly feasible: boolean;
  /** The checker's; null without a feasible plan. */
  readonly objective: number | null;
  /** The plan's reward as if nothing interfered (Eq. 23), by the checker; null without a feasible plan. */
  readonly naiveObjective: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly timeS: number;
  readonly steps: number;
  /** Best value so far over time, by the method itself; the last point is the checker's. Empty for naive forms. */
  readonly trajectory: readonly (readonly [timeS: number, rewardPerS: number])[];
  /** Present when the run broke down: why. */
  readonly failure?: string;
}

/** Over the trials in which the method has a feasible plan. */
export interface MethodSummary {
  readonly method: string;
  readonly plans: number;
  readonly withoutPlan: number;
  readonly objective: MeanInterval | null;
  /** Fraction of the trial's bound. */
  readonly gap: MeanInterval | null;
  readonly timeS: MeanInterval | null;
  /** Of the trials in which every method ran to its end: those in which none earns more (by more than 1e-9 of it). */
  readonly best: number;
}

/** Over the trials in which both have a plan. */
export interface MethodDifference {
  readonly method: string;
  readonly reference: string;
  /** Trials in which only one of the two has a plan. */
  readonly unpaired: number;
  /** Method less reference; null without a common trial. */
  readonly objective: PairedDifference | null;
  /** The same in fractions of the trial's bound; null also without bounds. */
  readonly ofBound: PairedDifference | null;
}

export interface NaiveSummary {
  readonly method: string;
  readonly plans: number;
  /** What its plans would earn if nothing interfered. */
  readonly claimed: MeanInterval | null;
  /** What they earn. */
  readonly actual: MeanInterval | null;
  /** mean actual / mean claimed, with Fieller's interval. */
  readonly kept: MeanRatio | null;
  /** The aware form less this one, where both have a plan; null when the aware form was not compared. */
  readonly awareLessNaive: PairedDifference | null;
}

/** Gap to the trial's bound over time, fractions; 1 while there is no plan, to the end where a run finds none. Aware forms alone. */
export interface Convergence {
  readonly timeS: readonly number[];
  readonly methods: readonly {
    readonly method: string;
    readonly trials: number;
    readonly median: readonly number[];
    readonly least: readonly number[];
    readonly greatest: readonly number[];
  }[];
}
