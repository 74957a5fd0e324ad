import type { CompareReport } from '../reports/compare/report.js';
import type { Figure } from '../reports/figures.js';
import type { Refused } from '../instances/fault.js';
import type { Limits } from '../runs/control.js';
import type { Comparison, Settings } from '../studies/compare/comparison.js';

/** The part of a comparison request that all families share. */
export interface ComparisonRequest {
  /** Labels as the user gave them: the name of a method, followed by ":" and its form if it has one. */
  readonly methods: readonly string[];
  readonly trials: number;
  /** Seed of the first trial; trial number t uses the seed `seed + t`. */
  readonly seed: number;
  readonly limits: Limits;
  /** True if every trial is a seeded variant of the workload, the same for all methods. */
  readonly variants: boolean;
}

/** The options of `compare` after validation. */
export interface ComparisonWords {
  readonly ok: true;
  /** Methods in their forms, e.g. "ga:limit"; the first is the reference unless another is named. */
  readonly labels: readonly string[];
  /** Option values that all trials share. */
  readonly settings: Settings;
}

/** What `compare` needs from a family in order to run several methods on the same trials. */
export interface CompareOfFamily {
  /** Unit of bounds and objectives on the progress line; '' means the unit of the objective. */
  readonly progressUnit: string;
  /** Checks the list of methods and the family's own options before any file is read. */
  readonly readWords: (words: Readonly<Record<string, unknown>>, asked: ComparisonRequest) => ComparisonWords | Refused;
  /**
   * Reads the instance and returns how its trials are run and rated. The same file and settings give the same trials on
   * any computer.
   */
  readonly open: (request: ComparisonOpening) => OpenedComparison | Refused;
}

export interface ComparisonOpening {
  readonly file: string;
  readonly labels: readonly string[];
  readonly settings: Settings;
  readonly variants: boolean;
  readonly shouldStop: () => boolean;
}

/** A comparison that is ready to run. Its report is loaded on request. */
export interface OpenedComparison {
  readonly ok: true;
  readonly comparison: Comparison;
  /** Figures that the family declares, in the order in which they are shown. */
  readonly figures: readonly Figure<never>[];
  readonly report: () => Promise<CompareReport>;
}
