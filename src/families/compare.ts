import type { Refused } from '../instances/fault.js';
import type { CompareReport } from '../reports/compare/report.js';
import type { Figure } from '../reports/figures.js';
import type { Limits } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { Comparison } from '../studies/compare/comparison.js';
import type { Ended } from '../studies/plan/ended.js';
import type { Words } from './options.js';

/** Request for a comparison, as far as all families read it. */
export interface ComparisonRequest {
  /** Labels of methods: each is a name, followed by ":" and its form if it has one. */
  readonly methods: readonly string[];
  readonly trials: number;
  /** Seed of the first trial; trial t has `seed + t`. */
  readonly seed: number;
  /** True if every trial is a seeded variant of the workload, the same for all methods. */
  readonly variants: boolean;
}

/** A comparison whose methods and options were judged before any file was read. */
export interface JudgedContest {
  readonly ok: true;
  readonly labels: readonly string[];
  /** Options that all runs share. */
  readonly words: Words;
  /** Options of the bound's own run. */
  readonly boundWords: Words;
  /** Returns true if a method draws no random numbers, so that one run stands for all trials. */
  readonly isRunOnce: (label: string) => boolean;
}

/** What `compare` needs from a family in order to run several methods on the same trials. */
export interface CompareOfFamily {
  /** Unit of bounds and objectives on the progress line; '' means the unit of the objective. */
  readonly progressUnit: string;
  /** Judges the list of methods and the family's own options before any file is read. */
  readonly readWords: (words: Words, asked: ComparisonRequest) => JudgedContest | Refused;
  /** Reads the instance. The same file and options give the same runs on any computer. */
  readonly open: (request: ComparisonOpening) => OpenedComparison | Refused;
}

/** Request to read the instance of a comparison. */
export interface ComparisonOpening {
  readonly file: string;
  readonly words: Words;
  readonly variants: boolean;
  readonly shouldStop: () => boolean;
}

/** An instance that was read for a comparison. */
export interface OpenedComparison {
  readonly ok: true;
  /** Returns how the runs of the methods are rated, or the fault of a method that does not suit the instance. */
  readonly rated: (labels: readonly string[]) => { readonly ok: true; readonly comparison: Comparison } | Refused;
  /** Makes one run afresh: of a method, or of the proof of the bound (label "bound"). */
  readonly run: (run: ComparedRun, around: RunSurroundings) => Promise<Ended>;
  /** Figures that the family declares, in the order in which they are shown. */
  readonly figures: readonly Figure<never>[];
  /** Loads what the family reports besides its figures. */
  readonly report: () => Promise<CompareReport>;
}

/** One run of a comparison. */
export interface ComparedRun {
  readonly label: string;
  readonly words: Words;
  readonly seed: number;
  readonly variants: boolean;
}

/** Limits, clock and interruption of a run. */
export interface RunSurroundings {
  readonly limits: Limits;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}
