import { join } from 'node:path';
import type { Refused } from '../../instances/fault.js';
import { ownFolder } from '../../runs/own-folder.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Paths of files, by content. */
export type Files = Readonly<Record<string, string>>;

/** Runs of a study, and what its verb writes after all of them have records; null if it writes nothing. */
export interface VerbPlan {
  readonly ok: true;
  readonly runs: readonly StudyRun[];
  readonly finish: FinishVerb | null;
  /** Returns the files that the verb writes in a study folder. */
  readonly outputs: (folder: string) => readonly string[];
}

/** Writes the files of a verb, from the records alone. */
export type FinishVerb = (folder: string, store: RecordStore) => Promise<VerbWritten | Refused>;

export interface VerbWritten {
  readonly ok: true;
  /** Answer of the verb in words. */
  readonly text: string;
  /** Paths of the files written, by content. */
  readonly files: Files;
  /** Fault in making or writing the files; null if there was none. */
  readonly fault: string | null;
}

/**
 * Returns the folder in which the n-th of several comparisons, sweeps or days is written. A single one is written to
 * the study folder itself.
 */
export function placeOf(folder: string, verbs: string, n: number, count: number): string {
  return count === 1 ? folder : join(folder, verbs, String(n + 1));
}

/**
 * Returns the folder of `placeOf`, and makes it with the folders above it.
 *
 * @throws WriteFailure if the file system refuses
 */
export function madePlaceOf(folder: string, verbs: string, n: number, count: number): string {
  return count === 1 ? folder : ownFolder(folder, verbs).folder(String(n + 1));
}

/**
 * Returns the files of all parts of an answer. If there are several parts, the name of the part is added to the
 * content.
 */
export function filesOf(parts: readonly (readonly [part: string, files: Files])[]): Files {
  const named = (part: string, name: string): string => (parts.length === 1 ? name : `${part}.${name}`);
  return Object.fromEntries(
    parts.flatMap(([part, files]) => Object.entries(files).map(([name, path]) => [named(part, name), path] as const)),
  );
}
