import type { Uncertainty } from '../../instances/uncertainty.js';

/** Name of the format in a study file. */
export const STUDY_FORMAT = 'plenum.study';
/** Version of the format. */
export const STUDY_FORMAT_VERSION = 1;

/** Value of a field or an option of a run. */
export type Scalar = string | number | boolean | null;

/** Question that each run of a study answers. */
export type StudyVerb = 'solve' | 'compare' | 'sweep' | 'day' | 'reproduce';

/**
 * Study as its file states it, judged and with every default filled in; docs/studies/file.md. Its runs are the product of
 * instances, changes, methods, options, seeds and budgets, less what is zipped and filtered.
 */
export interface Study {
  readonly format: typeof STUDY_FORMAT;
  readonly formatVersion: typeof STUDY_FORMAT_VERSION;
  readonly name: string;
  readonly title: string | null;
  readonly verb: StudyVerb;
  readonly instances: readonly InstanceSource[];
  readonly changes: readonly ChangeAxis[];
  /** Methods by family, in the order of tables; null: the default method of the family. */
  readonly methods: Readonly<Record<string, readonly string[]>> | null;
  /** Options of the verb by their names on the command line, in camel case, each with the values it takes. */
  readonly options: Readonly<Record<string, readonly Scalar[]>>;
  readonly seeds: readonly number[];
  readonly budgets: readonly Budget[];
  /** Names of axes that advance together, e.g. ["instances", "limits.powerCapW"]; each axis stands in one group at most. */
  readonly zip: readonly (readonly string[])[];
  /** Filters on cells: kept where it agrees with any of `only` (all, where there is none) and with none of `without`. */
  readonly only: readonly CellPattern[];
  readonly without: readonly CellPattern[];
  readonly limits: RunLimits;
  /** Parts of the answer that are kept beside the record. */
  readonly keep: readonly 'plan'[];
  /** True if methods without a bound of their own are followed by one. */
  readonly bounds: boolean;
  /** Rule by which further seeds are drawn until an interval is narrow enough; null: all seeds are run. */
  readonly stop: StopRule | null;
  /** Published figures, for the verb "reproduce"; empty otherwise. */
  readonly figures: readonly string[];
  /** Words of the verb that are no axis (reference, trials, scale, vary), as its command line names them. */
  readonly words: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

export type InstanceSource =
  | { readonly from: 'file'; readonly file: string }
  /** Bundled instance, as `plenum list` names it: "reward-rate/tiny-deadline". */
  | { readonly from: 'bundled'; readonly name: string }
  /** Call of `plenum generate` with options alone. */
  | { readonly from: 'generate'; readonly words: Readonly<Record<string, Scalar>>; readonly seeds: readonly number[] }
  /** Seeded variants of an instance: within a stated uncertainty, or without one as `plenum generate <instance>` makes them. */
  | {
      readonly from: 'variants';
      readonly of: string;
      readonly seeds: readonly number[];
      readonly uncertainty?: Uncertainty;
    };

/** A field of the instance and the values it takes, in the unit of its name. */
export interface ChangeAxis {
  /** Path such as limits.powerCapW or workload.taskTypes[*].arrivalRatePerS; also the axis' name. */
  readonly field: string;
  readonly values: readonly Scalar[];
  /** True if the values are factors of what the instance has. */
  readonly factors: boolean;
}

/** Limits that a run heeds by itself; the same work limit gives the same answer anywhere. */
export interface Budget {
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
}

/** Limits that a run is ended by from outside; it is recorded as failed then. */
export interface RunLimits {
  readonly timeS: number | null;
  readonly memoryMiB: number | null;
}

/** Values by axis with which a cell must agree. */
export type CellPattern = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** Sequential stopping, declared before the first run. */
export interface StopRule {
  /** Figure of the record whose mean is watched: "objective" or "gap". */
  readonly of: 'objective' | 'gap';
  /** Largest half-width of its interval: absolute, in the figure's unit, or a share of the mean. */
  readonly halfWidth: number;
  readonly relative: boolean;
  /** Seeds before the first look, and between two looks. */
  readonly least: number;
  readonly step: number;
}
