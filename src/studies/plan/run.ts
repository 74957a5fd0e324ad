import type { Budget, Scalar, StudyVerb } from './study.js';

/** Everything that the answer of a run depends on, as plain data. The run's address is made from its canonical JSON. */
export interface RunIdentity {
  readonly verb: StudyVerb;
  readonly family: string;
  readonly instance: RunInstance;
  /** Method, followed by ":" and its form if it has one; "bound" for the run that proves the bound of a comparison. */
  readonly method: string | null;
  /** Options of the verb, by name. An option that names a file has the value "sha256:" and the file's digest. */
  readonly options: Readonly<Record<string, Scalar>>;
  readonly seed: number;
  readonly budget: Budget;
  /**
   * What verbs other than solve need in addition: the trial of a comparison, a published figure, a sweep or a day. {}
   * for solve.
   */
  readonly more: Readonly<Record<string, unknown>>;
  /** Version of Plenum. */
  readonly version: string;
}

/**
 * Instance of a run: what it was made from. It contains no paths, so that the address does not depend on where files
 * are.
 */
export interface RunInstance {
  /** Name stated in the instance; for the trial of a figure, the figure's name. */
  readonly name: string;
  /** SHA-256 of the bytes of the file named in the study; null if there is no file. */
  readonly sha256: string | null;
  /** SHA-256 of the files that the instance names, by the names in the instance; absent if it names none. */
  readonly named?: Readonly<Record<string, string>>;
  /** Call of the generator, with its seed; null for an instance that exists as a file. */
  readonly generated: { readonly words: Readonly<Record<string, Scalar>>; readonly seed: number } | null;
  /** Changed fields, in the order of the study's axes. */
  readonly changes: readonly RunChange[];
}

export interface RunChange {
  readonly field: string;
  readonly value: Scalar;
  /** True if the value is a factor on the instance's own value. */
  readonly factor: boolean;
}

/** One run of a study. */
export interface StudyRun {
  /** Content address: 64 hexadecimal digits, SHA-256 of the canonical JSON of `identity`. */
  readonly key: string;
  readonly identity: RunIdentity;
  /** Position in the study, from 0, which determines the order of tables. Not part of the address. */
  readonly position: number;
  /** Values by axis, as tables and filters show them: instance, method, seed, budget, options and changed fields. */
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Path of the instance file, relative to the study's folder or absolute; null if there is none. */
  readonly file: string | null;
  /**
   * Paths of the files that options name, by option, relative to the study's folder or absolute; none if absent. The
   * address contains their digests.
   */
  readonly inputs?: Readonly<Record<string, string>>;
}
