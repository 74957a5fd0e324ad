import type { MeanInterval, PairedDifference } from '../../experiments/statistics.js';
import type { Termination } from '../../runs/result.js';

/** What the record of `plenum compare --json` says whatever the family. Field meanings: docs/results.md. */
export interface ComparisonFrame {
  readonly instance: string;
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
  /** Time limit of one run, s. */
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
  readonly confidence: number;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  readonly warnings: readonly string[];
}

/** One run of a method. */
export interface RunFrame {
  readonly trial: number;
  readonly seed: number;
  readonly method: string;
  readonly termination: Termination;
  readonly feasible: boolean;
  /** The cheaper method whose plan it is, where it is not the method's own. */
  readonly planFrom?: string;
  /** The checker's; null without a feasible plan. */
  readonly objective: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly timeS: number;
  readonly steps: number;
  /** Present when the run broke down: why. */
  readonly failure?: string;
}

/** Over the trials in which the method has a feasible plan. */
export interface SummaryFrame {
  readonly method: string;
  readonly plans: number;
  readonly withoutPlan: number;
  readonly objective: MeanInterval | null;
  /** Fraction of the trial's bound. */
  readonly gap: MeanInterval | null;
  readonly timeS: MeanInterval | null;
  /** Number of the trials in which every method ran to its end and none is better than this one (but for rounding). */
  readonly best: number;
}

/** Over the trials in which both have a plan. */
export interface DifferenceFrame {
  readonly method: string;
  readonly reference: string;
  /** Trials in which only one of the two has a plan. */
  readonly unpaired: number;
  /** Method less reference; null without a common trial. */
  readonly objective: PairedDifference | null;
}
