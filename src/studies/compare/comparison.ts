import type { TrialInput } from '../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../experiments/record.js';
import type { Limits } from '../../runs/control.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { BoundFrame, Certified, RunFrame } from './record.js';

/** Settings on which a trial depends besides its cell and seed: plain data, so that another process can run it. */
export type Settings = Readonly<Record<string, number | string | null>>;

/** Surroundings of a run: limits, clocks and interruption; every worker thread has its own. */
export interface TrialSurroundings {
  readonly limits: Limits;
  /** Clock that never goes back, s. */
  readonly nowS: () => number;
  /** Processor time that this thread has used, s; null where that is not known. */
  readonly cpuS: () => number | null;
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

/** A figure of runs that is averaged by method. */
export interface Metric<Run, Key extends string = string> {
  readonly key: Key;
  /** Value of a run; null leaves the run out of the mean. */
  readonly of: (run: Run) => number | null;
  /** Runs that the mean is over: 'runs' for all that did not break down; if absent, those with a feasible plan. */
  readonly over?: 'runs';
  /** Range that holds all values; the interval of the mean is cut to it. */
  readonly within?: readonly [low: number, high: number];
}

/** A figure whose differences to the reference are taken trial by trial. */
export interface Pairing<Run, Key extends string = string> {
  readonly key: Key;
  /** Value of a run, `reference` being the reference's run of the same trial; null leaves the trial out. */
  readonly of: (run: Run, reference: Run | undefined) => number | null;
}

/** A figure and a proven bound on it. A run on the wrong side of it means that one of the two is wrong. */
export interface Proof<Run> {
  readonly value: (run: Run) => number | null;
  readonly bound: (run: Run) => number | null;
  readonly isUpper: boolean;
  /** Size of the figures that rounding is measured by, where they themselves may be small. */
  readonly scale?: number;
  /** Predicate of the sentence that reports it: "earns 5 reward/s, more than the proven bound of 4". */
  readonly wrong: (value: number, bound: number) => string;
}

/** Rule by which the best plans so far are drawn over time or steps. */
export interface ConvergenceRule<Run, Bound> {
  /** Test whether a method is drawn, by its label. */
  readonly isDrawn: (label: string) => boolean;
  /** Test whether a run is drawn; all are if absent. */
  readonly isUsable?: (run: Run) => boolean;
  /** Horizontal axis; if absent, seconds where runs have a time limit and steps elsewhere. */
  readonly axis?: 'seconds' | 'steps';
  /** Value drawn for a plan of the given value; that value itself if absent. */
  readonly shown?: (run: Run, value: number) => number;
  /** Value that counts for a run without a plan yet; an infinite one is worse than all others and not drawn. */
  readonly without: number;
  /** Length of the axis as a multiple of the longest run. */
  readonly beyond: number;
  /** Value at which a bound is drawn; null for a bound that is not. No bound is drawn if absent. */
  readonly level?: (bound: Bound) => number | null;
}

/**
 * Rules of a family for comparing methods on one instance. `Figures` are the fields of a run besides those of every
 * family; `Key` and `Pair` name the family's own means and paired differences.
 */
export interface Comparison<
  Figures extends object = object,
  Bound extends BoundFrame = BoundFrame,
  Key extends string = never,
  Pair extends string = never,
  Facts extends object = object,
> {
  readonly instance: string;
  readonly warnings: readonly string[];
  /** SHA-256 digest of everything that the answers are computed from. */
  readonly sha256: () => string;
  readonly objectiveUnit: string;
  /** Direction in which the objective is better; more if absent. */
  readonly better?: 'more' | 'less';
  /** Values of a trial that found nothing, under all names of the family and in their order. */
  readonly blank: Values;
  /**
   * Run of one method on one trial, or of the bound's proof. Every run starts afresh, so that none finds another's work
   * done.
   */
  readonly trial: (input: TrialInput, surroundings: TrialSurroundings) => Promise<TrialOutput>;
  /** Validity of a certificate: for its own trial, or for every trial of the instance. */
  readonly boundsPer: 'trial' | 'instance';
  /** Test whether a method draws nothing at random: it is run once, since it finds the same in every trial. */
  readonly isRunOnce?: (label: string) => boolean;
  /** Flag, true if a file of records keeps all runs, without times. */
  readonly keepsRecords?: boolean;
  /** Bound by the best of all certificates among the entries, of which there is one at least. */
  readonly bound: (entries: readonly JournalEntry[], trial: { readonly trial: number; readonly seed: number }) => Bound;
  /** Objective and figures of a run, and its bound: the one of its trial, or null where that does not hold for it. */
  readonly read: (entry: JournalEntry, common: Bound | null) => Certified & Figures;
  readonly proofs: readonly Proof<RunFrame & Figures>[];
  readonly metrics: readonly Metric<RunFrame & Figures, Key>[];
  readonly pairs: readonly Pairing<RunFrame & Figures, Pair>[];
  /**
   * Value that decides which method is best in a trial, more being better. Values are equal if they differ by rounding
   * alone, which is relative to the larger of `scale` and the best value.
   */
  readonly rank: { readonly of: (run: RunFrame & Figures) => number | null; readonly scale: number };
  readonly convergence: ConvergenceRule<RunFrame & Figures, Bound>;
  /** Sentences on the limits of what is proven, such as plans that the bounds do not cover. */
  readonly caveats?: readonly string[];
  /** Fields of a method's summary that do not come from its runs. */
  readonly methodFacts?: (label: string) => Readonly<Record<string, unknown>>;
  /** Fields that the family adds to the record. */
  readonly facts: (runs: readonly (RunFrame & Figures)[]) => Facts;
}
