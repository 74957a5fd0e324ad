import { join } from 'node:path';
import type { Refused } from '../../instances/fault.js';
import { ownFolder } from '../../runs/own-folder.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Paths of files by what is in them. */
export type Files = Readonly<Record<string, string>>;

/** Runs of a study, and what its verb writes once all of them are there; null if it writes nothing. */
export interface VerbPlan {
  readonly ok: true;
  readonly runs: readonly StudyRun[];
  readonly finish: FinishVerb | null;
  /** Returns the files that it writes in a study folder. */
  readonly outputs: (folder: string) => readonly string[];
}

/** Writing of what a verb writes, from the records alone. */
export type FinishVerb = (folder: string, store: RecordStore) => Promise<VerbWritten | Refused>;

export interface VerbWritten {
  readonly ok: true;
  /** Answer of the verb in words. */
  readonly text: string;
  /** Paths of the files written, by what is in them. */
  readonly files: Files;
  /** Fault in writing or making the files; null for none. */
  readonly fault: string | null;
}

/**
 * Returns the folder that the n-th of several comparisons, sweeps or days writes to, one alone to the study folder
 * itself.
 */
export function placeOf(folder: string, verbs: string, n: number, count: number): string {
  return count === 1 ? folder : join(folder, verbs, String(n + 1));
}

/** Returns the same, with the folders on the way. @throws WriteFailure */
export function madePlaceOf(folder: string, verbs: string, n: number, count: number): string {
  return count === 1 ? folder : ownFolder(folder, verbs).folder(String(n + 1));
}

/** Returns the files of all parts of an answer; those of several are told apart by their part's name. */
export function filesOf(parts: readonly (readonly [part: string, files: Files])[]): Files {
  const named = (part: string, name: string): string => (parts.length === 1 ? name : `${part}.${name}`);
  return Object.fromEntries(
    parts.flatMap(([part, files]) => Object.entries(files).map(([name, path]) => [named(part, name), path] as const)),
  );
}
