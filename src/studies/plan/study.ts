import type { Uncertainty } from '../../instances/uncertainty.js';

/** Name of the file format of studies. */
export const STUDY_FORMAT = 'plenum.study';
/** Version of the file format of studies. */
export const STUDY_FORMAT_VERSION = 1;

/** Value of a changed field or an option of a run. */
export type Scalar = string | number | boolean | null;

/** Command of Plenum that each run of a study executes. */
export type StudyVerb = 'solve' | 'compare' | 'sweep' | 'day' | 'reproduce';

/**
 * Validated study with all defaults (docs/studies/file.md). Its runs are all combinations of instances, changes,
 * methods, options, seeds and budgets, reduced by groups in `zip` and filters.
 */
export interface Study {
  readonly format: typeof STUDY_FORMAT;
  readonly formatVersion: typeof STUDY_FORMAT_VERSION;
  readonly name: string;
  readonly title: string | null;
  readonly verb: StudyVerb;
  readonly instances: readonly InstanceSource[];
  readonly changes: readonly ChangeAxis[];
  /** Methods by family, in the order of tables; null for each family's default. */
  readonly methods: Readonly<Record<string, readonly string[]>> | null;
  /** Values of each option of the command, by its name in camel case. */
  readonly options: Readonly<Record<string, readonly Scalar[]>>;
  readonly seeds: readonly number[];
  readonly budgets: readonly Budget[];
  /**
   * Groups of axes (varied parameters) that advance together, such as ["instances", "limits.powerCapW"]. Each axis is
   * in at most one group.
   */
  readonly zip: readonly (readonly string[])[];
  /** Patterns of combinations to run: a combination is run if it matches any pattern, or if there are no patterns. */
  readonly only: readonly CellPattern[];
  /** Patterns of combinations that are left out. */
  readonly without: readonly CellPattern[];
  readonly limits: RunLimits;
  /** Parts of the result stored in addition to the record. */
  readonly keep: readonly 'plan'[];
  /** True if a bound is computed separately for methods that prove none. */
  readonly bounds: boolean;
  /** Rule of sequential stopping (seeds until confidence intervals are narrow enough); null to run all seeds. */
  readonly stop: StopRule | null;
  /** Names of published figures, for the command "reproduce"; otherwise empty. */
  readonly figures: readonly string[];
  /** Options of the command that the study does not vary (reference, trials, scale, vary), by command-line name. */
  readonly words: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

export type InstanceSource =
  | { readonly from: 'file'; readonly file: string }
  /** Bundled instance by its name in `plenum list`, such as "reward-rate/tiny-deadline". */
  | { readonly from: 'bundled'; readonly name: string }
  /** Instances made by `plenum generate` with these options, one per seed. */
  | { readonly from: 'generate'; readonly words: Readonly<Record<string, Scalar>>; readonly seeds: readonly number[] }
  /**
   * Random variants of an instance, one per seed, within a stated uncertainty or, without one, as `plenum generate
   * <instance>` draws them.
   */
  | {
      readonly from: 'variants';
      readonly of: string;
      readonly seeds: readonly number[];
      readonly uncertainty?: Uncertainty;
    };

/** A field of the instance that the study varies, with values in the unit of its name. */
export interface ChangeAxis {
  /** Path of the field, such as limits.powerCapW or workload.taskTypes[*].arrivalRatePerS; also the axis's name. */
  readonly field: string;
  readonly values: readonly Scalar[];
  /** True if the values multiply the instance's own, false if they replace them. */
  readonly factors: boolean;
}

/**
 * Limits at which a run stops itself and returns its result. With only a step limit, the result is the same on every
 * machine.
 */
export interface Budget {
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
}

/** Limits at which the study kills a run. The run is then recorded as failed. */
export interface RunLimits {
  readonly timeS: number | null;
  readonly memoryMiB: number | null;
}

/** Filter pattern: the value or values of axes (varied parameters) that a matching run must have. */
export type CellPattern = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** Rule of sequential stopping, stated before the first run. */
export interface StopRule {
  /** Quantity whose mean over the seeds must be known precisely. */
  readonly of: 'objective' | 'gap';
  /**
   * Maximum half-width of the mean's confidence interval: a share of the mean if `relative`, otherwise in the
   * quantity's unit.
   */
  readonly halfWidth: number;
  readonly relative: boolean;
  /** Number of seeds before the first look (interim analysis). */
  readonly least: number;
  /** Number of seeds between two looks (interim analyses). */
  readonly step: number;
}
