import type { Budget, Scalar, StudyVerb } from './study.js';

/** All data that determine a run's result. The digest of its canonical JSON is the key of the run. */
export interface RunIdentity {
  readonly verb: StudyVerb;
  readonly family: string;
  readonly instance: RunInstance;
  /**
   * Label of the method: its name, followed by ":" and a variant if it has one. "bound" stands for the separate run
   * that proves the bound of a comparison.
   */
  readonly method: string | null;
  /**
   * Options of the command, by name. For an option that names a file, the value is "sha256:" and the digest of the
   * file.
   */
  readonly options: Readonly<Record<string, Scalar>>;
  readonly seed: number;
  readonly budget: Budget;
  /**
   * Further data for commands other than solve, such as the trial of a comparison or the name of a published figure. {}
   * for solve.
   */
  readonly more: Readonly<Record<string, unknown>>;
  /** Version of Plenum. */
  readonly version: string;
}

/**
 * Origin of a run's instance. It contains no paths, so that the run's key does not depend on where files are stored.
 */
export interface RunInstance {
  /** Name stated in the instance. For a trial of a published figure it is the figure's name. */
  readonly name: string;
  /** SHA-256 of the instance file that the study names; null if there is no file. */
  readonly sha256: string | null;
  /** SHA-256 of each file that the instance names, by the file's name in the instance; absent if there are none. */
  readonly named?: Readonly<Record<string, string>>;
  /** Options and seed for the generator of the instance; null for an instance that was read from a file. */
  readonly generated: { readonly words: Readonly<Record<string, Scalar>>; readonly seed: number } | null;
  /** Fields of the instance that the study changes, in the order of the study's axes. */
  readonly changes: readonly RunChange[];
}

export interface RunChange {
  readonly field: string;
  readonly value: Scalar;
  /** True if the field is multiplied by the value; false if the value replaces it. */
  readonly factor: boolean;
}

/** One run of a study. */
export interface StudyRun {
  /** Key of the run: the SHA-256 digest of the canonical JSON of `identity`, as 64 hexadecimal digits. */
  readonly key: string;
  readonly identity: RunIdentity;
  /** Position of the run in the study, from 0. Tables list runs in this order. It is not part of the key. */
  readonly position: number;
  /**
   * Values of the varied parameters in this run, as tables and filters show them: instance, method, seed, budget,
   * options and changed fields.
   */
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Path of the instance file, relative to the study's folder or absolute; null if there is none. */
  readonly file: string | null;
  /**
   * Paths of the input files of options, by option, relative to the study's folder or absolute. Absent if there are
   * none. The key contains the digests of these files.
   */
  readonly inputs?: Readonly<Record<string, string>>;
}
