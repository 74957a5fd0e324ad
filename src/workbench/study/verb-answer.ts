import type { Refused } from '../../instances/problem.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Paths of files by what is in them. */
export type Files = Readonly<Record<string, string>>;

/** Runs of a study, and what its verb writes once all of them are there; null where it writes nothing. */
export interface VerbPlan {
  readonly ok: true;
  readonly runs: readonly StudyRun[];
  readonly finish: FinishVerb | null;
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

/** Files of all parts of an answer; those of several are told apart by their part's name. */
export function filesOf(parts: readonly (readonly [part: string, files: Files])[]): Files {
  const named = (part: string, name: string): string => (parts.length === 1 ? name : `${part}.${name}`);
  return Object.fromEntries(
    parts.flatMap(([part, files]) => Object.entries(files).map(([name, path]) => [named(part, name), path] as const)),
  );
}
