import type { BinomialShare } from '../../experiments/binomial.js';
import type { MeanInterval, PairedDifference } from '../../experiments/statistics.js';
import type { Termination } from '../../runs/result.js';

/** What a comparison found, whatever the family. `plenum compare --json` prints it in an envelope. Field meanings: docs/results.md. */
export interface ComparisonRecord<
  Figures extends object = object,
  Bound extends BoundFrame = BoundFrame,
  Key extends string = never,
  Pair extends string = never,
> {
  readonly instance: string;
  readonly family: string;
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
  /** Runs at a time. */
  readonly workers: number;
  readonly confidence: number;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  /** One per trial, or one for all. */
  readonly bounds: readonly Bound[];
  readonly runs: readonly (RunFrame & Figures)[];
  readonly summary: readonly MethodSummary<Key>[];
  readonly differences: readonly MethodDifference<Pair>[];
  readonly convergence: Convergence;
  readonly warnings: readonly string[];
}

/** The best of all certificates found: each holds for every plan of its instance. */
export interface BoundFrame {
  readonly trial: number;
  readonly seed: number;
  /** null: none, or nothing is feasible. */
  readonly bound: number | null;
  /** Whose certificate it is: a method's, or "bound" for one of its own. */
  readonly source: string | null;
  /** Present where it is proven that no plan is feasible: why. */
  readonly infeasibility?: string;
  /** Of the bound's own run. */
  readonly timeS: number;
}

/** What a run is worth, and the bound on it. */
export interface Certified {
  /** The checker's; null without a feasible plan. */
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
  /** The cheaper method whose plan it is, where it is not the method's own. */
  readonly planFrom?: string;
  readonly gap: number | null;
  readonly timeS: number;
  readonly steps: number;
  /** Improvements of the best plan so far, the method's own values; the last one is the checker's. Empty without a feasible plan. */
  readonly trajectory: readonly TrajectoryStep[];
  /** Present when the run broke down: why. */
  readonly failure?: string;
}

export type TrajectoryStep = readonly [steps: number, timeS: number, value: number];

/** Metrics of every family: over runs with a feasible plan; time and steps over all that did not break down. */
export type CommonKey = 'objective' | 'gap' | 'timeS' | 'steps';

export type MethodSummary<Key extends string = never> = SummaryFrame &
  Readonly<Record<CommonKey | Key, MeanInterval | null>>;

export interface SummaryFrame {
  readonly method: string;
  /** Trials that ended with a feasible plan, and those without. */
  readonly plans: number;
  readonly withoutPlan: number;
  readonly feasibleShare: BinomialShare | null;
  /** Of the trials in which every method ran to its end: those in which none is better (but for rounding). */
  readonly best: number;
}

/** Over the trials in which both have a plan: method less reference; null without a common trial. */
export type MethodDifference<Pair extends string = never> = DifferenceFrame &
  Readonly<Record<'objective' | Pair, PairedDifference | null>>;

export interface DifferenceFrame {
  readonly method: string;
  readonly reference: string;
  /** Trials in which only one of the two has a plan. */
  readonly unpaired: number;
}

/** Best plan so far over time or steps. null: not all runs (median: not half of them) have a plan yet. */
export interface Convergence {
  readonly axis: 'seconds' | 'steps';
  readonly at: readonly number[];
  /** Of the proven bounds, in the same unit; null where none is drawn. */
  readonly level: { readonly median: number; readonly least: number; readonly greatest: number } | null;
  readonly methods: readonly ConvergenceLine[];
}

export interface ConvergenceLine {
  readonly method: string;
  readonly trials: number;
  /** Runs that ended with a feasible plan. */
  readonly plans: number;
  readonly median: readonly (number | null)[];
  readonly least: readonly (number | null)[];
  readonly greatest: readonly (number | null)[];
}
