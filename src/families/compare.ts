import type { CompareReport } from '../reports/compare/report.js';
import type { Figure } from '../reports/figures.js';
import type { Refused } from '../instances/fault.js';
import type { Limits } from '../runs/control.js';
import type { Comparison, Settings } from '../studies/compare/comparison.js';

/** Request for a comparison, as far as it is common to all families. */
export interface ComparisonRequest {
  /** Labels as they were given: a method's name, and its form behind a ":" where it has any. */
  readonly methods: readonly string[];
  readonly trials: number;
  /** Seed of the first trial; trial t has `seed + t`. */
  readonly seed: number;
  readonly limits: Limits;
  /** True if every trial is a seeded variant of the workload, the same for all methods. */
  readonly variants: boolean;
}

/** The words of `compare`, judged. */
export interface ComparisonWords {
  readonly ok: true;
  /** Methods in their forms, e.g. "ga:limit"; the first is the reference unless another is named. */
  readonly labels: readonly string[];
  /** Choices that all trials share. */
  readonly settings: Settings;
}

/** Methods of a family side by side. */
export interface CompareOfFamily {
  /** Unit of bounds and plans on the progress line, '' for that of the objective. */
  readonly progressUnit: string;
  /** Judges the list of methods and the family's own choices before anything is read. */
  readonly readWords: (words: Readonly<Record<string, unknown>>, asked: ComparisonRequest) => ComparisonWords | Refused;
  /** The instance read, and how its trials are run and rated. The same file and settings give the same trials anywhere. */
  readonly open: (request: ComparisonOpening) => OpenedComparison | Refused;
}

export interface ComparisonOpening {
  readonly file: string;
  readonly labels: readonly string[];
  readonly settings: Settings;
  readonly variants: boolean;
  readonly shouldStop: () => boolean;
}

/** A comparison that may begin, and how it is told; the report is loaded on request. */
export interface OpenedComparison {
  readonly ok: true;
  readonly comparison: Comparison;
  /** Figures of the family, as declared. */
  readonly figures: readonly Figure<never>[];
  readonly report: () => Promise<CompareReport>;
}
