import type { Budget, Scalar, StudyVerb } from './study.js';

/** Everything that the answer of a run depends on, as plain data: its canonical JSON is what the run is addressed by. */
export interface RunIdentity {
  readonly verb: StudyVerb;
  readonly family: string;
  readonly instance: RunInstance;
  /** Method, with its form behind a ":" where it has one; "bound" for the run that proves the bound of a comparison. */
  readonly method: string | null;
  /** Options of the verb, by name; of a file "sha256:" and its digest. */
  readonly options: Readonly<Record<string, Scalar>>;
  readonly seed: number;
  readonly budget: Budget;
  /** Trial of a comparison, a published figure, a sweep or a day: what the verb needs beside the above; {} for solve. */
  readonly more: Readonly<Record<string, unknown>>;
  /** Version of Plenum. */
  readonly version: string;
}

/** Instance of a run: what it was made from, so that the address holds wherever the copy lies. */
export interface RunInstance {
  /** Name that the instance gives itself; of a figure's trial the figure's name. */
  readonly name: string;
  /** SHA-256 of the bytes of the file named in the study; null if there is no file. */
  readonly sha256: string | null;
  /** SHA-256 of the files that it names, by the names it has for them; absent where it names none. */
  readonly named?: Readonly<Record<string, string>>;
  /** Generator call and its seed; null for an instance that exists as a file. */
  readonly generated: { readonly words: Readonly<Record<string, Scalar>>; readonly seed: number } | null;
  /** Changed fields, in the order of the study's axes. */
  readonly changes: readonly RunChange[];
}

export interface RunChange {
  readonly field: string;
  readonly value: Scalar;
  /** True if the value is a factor of what the instance has. */
  readonly factor: boolean;
}

/** One run of a study. */
export interface StudyRun {
  /** Content address: 64 hexadecimal digits, SHA-256 of the canonical JSON of `identity`. */
  readonly key: string;
  readonly identity: RunIdentity;
  /** Position in the study, from 0: the order of tables. Not part of the address. */
  readonly position: number;
  /** Values by axis, as tables and filters show them: instance, method, seed, budget, options and changed fields. */
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Path of the instance file to be read, relative to the study's folder or absolute; null if there is none. */
  readonly file: string | null;
  /** Paths of the files that options name, by option, relative to the study's folder or absolute; none if absent. The address has their digests. */
  readonly inputs?: Readonly<Record<string, string>>;
}
