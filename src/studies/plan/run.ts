import type { Budget, Scalar, StudyVerb } from './study.js';

/** All data that determine a run's result. The digest of its canonical JSON is the run's key. */
export interface RunIdentity {
  readonly verb: StudyVerb;
  readonly family: string;
  readonly instance: RunInstance;
  /**
   * The method's name, with ":" and variant if it has one. "bound" stands for the separate run that proves the bound of
   * a comparison.
   */
  readonly method: string | null;
  /** Options of the command, by name. A file's value is "sha256:" and its digest. */
  readonly options: Readonly<Record<string, Scalar>>;
  readonly seed: number;
  readonly budget: Budget;
  /**
   * Further data for commands other than solve, such as the trial of a comparison or the name of a published figure; {}
   * for solve.
   */
  readonly more: Readonly<Record<string, unknown>>;
  readonly version: string;
}

/** Origin of a run's instance, without paths, so that the run's key does not depend on where files are. */
export interface RunInstance {
  /** Name stated in the instance. For a trial of a published figure, it is the name of the figure. */
  readonly name: string;
  /** SHA-256 of the instance file that the study names; null without a file. */
  readonly sha256: string | null;
  /** SHA-256 of the files that the instance names, by their names in the instance; absent if there are none. */
  readonly named?: Readonly<Record<string, string>>;
  /** Options and seed for the generator of the instance; null for one read from a file. */
  readonly generated: { readonly words: Readonly<Record<string, Scalar>>; readonly seed: number } | null;
  /** Fields of the instance that the study changes, in the order of the study's axes. */
  readonly changes: readonly RunChange[];
}

export interface RunChange {
  readonly field: string;
  readonly value: Scalar;
  /** True if the value multiplies the field, false if it replaces it. */
  readonly factor: boolean;
}

export interface StudyRun {
  /** SHA-256 of the canonical JSON of `identity`, 64 hexadecimal digits. */
  readonly key: string;
  readonly identity: RunIdentity;
  /** Position of the run in the study and its tables, from 0; not part of the key. */
  readonly position: number;
  /**
   * Values of the varied parameters as in tables and filters: instance, method, seed, budget, options and changed
   * fields.
   */
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Path of the instance file, absolute or relative to the study's folder; null if there is none. */
  readonly file: string | null;
  /**
   * Paths of options' input files, absolute or relative to the study's folder; absent if there are none. The key has
   * their digests.
   */
  readonly inputs?: Readonly<Record<string, string>>;
}
