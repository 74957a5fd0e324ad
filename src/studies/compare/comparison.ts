import type { TrialInput } from '../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../experiments/record.js';
import type { Limits } from '../../runs/control.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { BoundFrame, Certified, RunFrame } from './record.js';

/** All that a trial is told beside its cell and seed: plain data, so that another process can run it. */
export type Settings = Readonly<Record<string, number | string | null>>;

/** How a run is made; a worker thread has its own. */
export interface TrialSurroundings {
  readonly limits: Limits;
  /** Monotonic seconds. */
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
  /** Null leaves the run out. */
  readonly of: (run: Run) => number | null;
  /** Runs averaged over: those with a feasible plan (if absent), or all that did not break down. */
  readonly over?: 'runs';
  /** An interval of means is cut to this range, which holds all values. */
  readonly within?: readonly [low: number, high: number];
}

/** A figure whose differences to the reference are taken trial by trial. */
export interface Pairing<Run, Key extends string = string> {
  readonly key: Key;
  /** `reference` is the reference's run of the same trial. Null leaves the trial out. */
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

/** How the best plan so far is drawn over time. */
export interface ConvergenceRule<Run, Bound> {
  /** Methods that are drawn, among those compared. */
  readonly isDrawn: (label: string) => boolean;
  /** Runs that are drawn. */
  readonly isUsable?: (run: Run) => boolean;
  /** Absent: seconds where runs have a limit of time, else steps. */
  readonly axis?: 'seconds' | 'steps';
  /** What is drawn of the value of a plan. */
  readonly shown?: (run: Run, value: number) => number;
  /** What counts for a run without a plan yet; infinite: worse than all, and not drawn. */
  readonly without: number;
  /** End of the axis in lengths of the longest run. */
  readonly beyond: number;
  /** Where a bound is drawn; null where it is not. */
  readonly level?: (bound: Bound) => number | null;
}

/** Methods on one instance. `Figures` are what runs say beside the common frame, `Key` and `Pair` the metrics of the family's own. */
export interface Comparison<
  Figures extends object = object,
  Bound extends BoundFrame = BoundFrame,
  Key extends string = never,
  Pair extends string = never,
  Facts extends object = object,
> {
  readonly instance: string;
  readonly warnings: readonly string[];
  /** Digest of everything that was read. */
  readonly sha256: () => string;
  readonly objectiveUnit: string;
  /** What a record of a trial says where there is nothing to say: all names, in order. */
  readonly blank: Values;
  /** One method on one trial, or its bound. Every run starts afresh, so that none finds another's work done. */
  readonly trial: (input: TrialInput, surroundings: TrialSurroundings) => Promise<TrialOutput>;
  /** Whether a certificate holds for its trial, or for every trial. */
  readonly boundsPer: 'trial' | 'instance';
  /** Methods that draw nothing: run once, they find the same in every trial. */
  readonly isRunOnce?: (label: string) => boolean;
  /** Whether all runs, without times, are kept as a file of records. */
  readonly keepsRecords?: boolean;
  /** The best of all certificates among the entries, of which there is one at least. */
  readonly bound: (entries: readonly JournalEntry[], trial: { readonly trial: number; readonly seed: number }) => Bound;
  /** What a run found, beside the bound of its trial. */
  readonly read: (entry: JournalEntry, common: Bound | null) => Certified & Figures;
  readonly proofs: readonly Proof<RunFrame & Figures>[];
  readonly metrics: readonly Metric<RunFrame & Figures, Key>[];
  readonly pairs: readonly Pairing<RunFrame & Figures, Pair>[];
  /** By what the best of a trial is told: more is better. Values closer than rounding of `scale` are equal. */
  readonly rank: { readonly of: (run: RunFrame & Figures) => number | null; readonly scale: number };
  readonly convergence: ConvergenceRule<RunFrame & Figures, Bound>;
  /** What bounds do not cover, or the like, in sentences. */
  readonly caveats?: readonly string[];
  /** What is known of a method apart from its runs. */
  readonly methodFacts?: (label: string) => Readonly<Record<string, unknown>>;
  /** What the family adds to the record. */
  readonly facts: (runs: readonly (RunFrame & Figures)[]) => Facts;
}
