import type { CompareReport } from '../reports/compare/report.js';
import type { Refused } from '../instances/problem.js';
import type { Limits } from '../runs/control.js';
import type { Comparison, Settings } from '../studies/compare/comparison.js';
import type { BoundFrame } from '../studies/compare/record.js';

/** Request for a comparison, as far as it is common to all families. */
export interface ComparisonAsked {
  /** Labels as they were given: a method's name, and its form behind a ":" where it has any. */
  readonly methods: readonly string[];
  readonly trials: number;
  /** Seed of the first trial; trial t has `seed + t`. */
  readonly seed: number;
  readonly limits: Limits;
  /** Flag, true if every trial is a seeded variant of the workload, the same for all methods. */
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
  readonly readWords: (words: Readonly<Record<string, unknown>>, asked: ComparisonAsked) => ComparisonWords | Refused;
  /** The instance read, and how its trials are run and rated. The same file and settings give the same trials anywhere. */
  readonly open: (request: ComparisonOpening) => AnyComparison | Refused;
}

export interface ComparisonOpening {
  readonly file: string;
  readonly labels: readonly string[];
  readonly settings: Settings;
  readonly variants: boolean;
  readonly shouldStop: () => boolean;
}

/** A comparison and how it is told, with their types hidden: `use` is given them back, whatever they are of. */
export interface AnyComparison {
  readonly ok: true;
  readonly use: <Answer>(
    user: <F extends object, B extends BoundFrame, K extends string, P extends string, E extends object>(
      comparison: Comparison<F, B, K, P, E>,
      report: () => Promise<CompareReport<F, B, K, P, E>>,
    ) => Answer,
  ) => Answer;
}

/** Hides the types of a comparison. `report` is loaded on request. */
export function anyComparison<
  F extends object,
  B extends BoundFrame,
  K extends string,
  P extends string,
  E extends object,
>(comparison: Comparison<F, B, K, P, E>, report: () => Promise<CompareReport<F, B, K, P, E>>): AnyComparison {
  return { ok: true, use: (user) => user(comparison, report) };
}
