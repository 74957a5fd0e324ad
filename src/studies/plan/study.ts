import type { Uncertainty } from '../../instances/uncertainty.js';

/** Name of the format in a study file. */
export const STUDY_FORMAT = 'plenum.study';
/** Version of the format. */
export const STUDY_FORMAT_VERSION = 1;

/** Value of a field or an option of a run. */
export type Scalar = string | number | boolean | null;

/** What each run of a study does, as a verb of the command line. */
export type StudyVerb = 'solve' | 'compare' | 'sweep' | 'day' | 'reproduce';

/**
 * Study as its file states it, judged and with every default filled in (docs/studies/file.md). Its runs are all
 * combinations of instances, changes, methods, options, seeds and budgets, reduced by `zip` and filters.
 */
export interface Study {
  readonly format: typeof STUDY_FORMAT;
  readonly formatVersion: typeof STUDY_FORMAT_VERSION;
  readonly name: string;
  readonly title: string | null;
  readonly verb: StudyVerb;
  readonly instances: readonly InstanceSource[];
  readonly changes: readonly ChangeAxis[];
  /** Methods by family, in the order of tables; null for the default method of each family. */
  readonly methods: Readonly<Record<string, readonly string[]>> | null;
  /** Values of the verb's options, by their names on the command line in camel case. */
  readonly options: Readonly<Record<string, readonly Scalar[]>>;
  readonly seeds: readonly number[];
  readonly budgets: readonly Budget[];
  /**
   * Names of axes that advance together, such as ["instances", "limits.powerCapW"]; each axis is in at most one group.
   */
  readonly zip: readonly (readonly string[])[];
  /** Filters on cells. A cell is kept if it matches any pattern of `only` (or there is none) and none of `without`. */
  readonly only: readonly CellPattern[];
  readonly without: readonly CellPattern[];
  readonly limits: RunLimits;
  /** Parts of the answer that are kept in addition to the record. */
  readonly keep: readonly 'plan'[];
  /** True if a separate bound is computed after methods that prove none. */
  readonly bounds: boolean;
  /** Rule by which further seeds are run until an interval is narrow enough; null to run all seeds. */
  readonly stop: StopRule | null;
  /** Published figures, for the verb "reproduce"; empty otherwise. */
  readonly figures: readonly string[];
  /** Words of the verb that are not axes (reference, trials, scale, vary), named as on its command line. */
  readonly words: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

export type InstanceSource =
  | { readonly from: 'file'; readonly file: string }
  /** Bundled instance by its name in `plenum list`, such as "reward-rate/tiny-deadline". */
  | { readonly from: 'bundled'; readonly name: string }
  /** Options for a call of `plenum generate` that makes a new instance. */
  | { readonly from: 'generate'; readonly words: Readonly<Record<string, Scalar>>; readonly seeds: readonly number[] }
  /**
   * Seeded variants of an instance: within a stated uncertainty or, without one, as `plenum generate <instance>` makes
   * them.
   */
  | {
      readonly from: 'variants';
      readonly of: string;
      readonly seeds: readonly number[];
      readonly uncertainty?: Uncertainty;
    };

/** A field of the instance and its values, in the unit of its name. */
export interface ChangeAxis {
  /** Path such as limits.powerCapW or workload.taskTypes[*].arrivalRatePerS; it is also the axis' name. */
  readonly field: string;
  readonly values: readonly Scalar[];
  /** True if the values are factors on the instance's own values. */
  readonly factors: boolean;
}

/** Limits that a run itself keeps. The same work limit gives the same answer on every machine. */
export interface Budget {
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
}

/** Limits at which a run is ended from outside. It is then recorded as failed. */
export interface RunLimits {
  readonly timeS: number | null;
  readonly memoryMiB: number | null;
}

/** Values by axis that a cell must have. */
export type CellPattern = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** Sequential stopping, declared before the first run. */
export interface StopRule {
  /** Quantity of the record whose mean is watched: "objective" or "gap". */
  readonly of: 'objective' | 'gap';
  /** Largest half-width of its interval: absolute, in the quantity's unit, or as a share of the mean. */
  readonly halfWidth: number;
  readonly relative: boolean;
  /** Number of seeds before the first look, and between two looks. */
  readonly least: number;
  readonly step: number;
}
