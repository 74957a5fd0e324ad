import type { MeanInterval, MeanRatio, PairedDifference } from '../../../../experiments/statistics.js';
import type { ComparisonFrame, DifferenceFrame, RunFrame, SummaryFrame } from '../../../../studies/compare/record.js';

/** What `plenum compare --json` prints of a reward-rate instance. Field meanings: docs/results.md. */
export interface ComparisonRecord extends ComparisonFrame {
  readonly family: 'reward-rate';
  readonly engine: string;
  readonly bounds: readonly TrialBound[];
  readonly runs: readonly CompareRun[];
  readonly summary: readonly MethodSummary[];
  readonly differences: readonly MethodDifference[];
  readonly naive: readonly NaiveSummary[];
  readonly convergence: Convergence;
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

export interface CompareRun extends RunFrame {
  /** The plan's reward as if nothing interfered (Eq. 23), by the checker; null without a feasible plan. */
  readonly naiveObjective: number | null;
  /** Best value so far over time, by the method itself; the last point is the checker's. Empty for naive forms. */
  readonly trajectory: readonly (readonly [timeS: number, rewardPerS: number])[];
}

export type MethodSummary = SummaryFrame;

export interface MethodDifference extends DifferenceFrame {
  /** The difference in fractions of the trial's bound; null also without bounds. */
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
