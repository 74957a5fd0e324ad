import { join } from 'node:path';
import type { WritingFault } from '../../families/commands.js';
import type { Family } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import { ownFolder } from '../../runs/own-folder.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Turn } from './turns.js';

/** Data and callbacks that a study passes to its command to get the runs. */
export interface VerbSurroundings {
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  readonly families: readonly Family[];
  /** Name of the study file in messages. */
  readonly file: string;
  /** Called after each validated combination of options, so that interrupts can be handled. */
  readonly turn: Turn;
  /** Returns true if an instance file is to be read for validation; false if not in the sample. */
  readonly isOpened: (file: string) => boolean;
}

/** Paths of written files by content, such as "report". */
export type Files = Readonly<Record<string, string>>;

/**
 * Runs of a study as planned by its command. `finish` writes the command's output files once all runs have records;
 * null if there are none.
 */
export interface VerbPlan {
  readonly ok: true;
  readonly runs: readonly StudyRun[];
  readonly finish: FinishVerb | null;
  /** Returns the paths of the files that the command writes to a study folder. */
  readonly outputs: (folder: string) => readonly string[];
}

/**
 * Writes the output files of a study's command, which are derived from the records alone.
 *
 * @param workers number of runs that were made at the same time
 */
export type FinishVerb = (folder: string, store: RecordStore, workers: number) => Promise<VerbWritten | Refused>;

export interface VerbWritten {
  readonly ok: true;
  /** Text for a terminal. */
  readonly text: string;
  /** Paths of the written files, by what they contain. */
  readonly files: Files;
  /** Fault in making or writing the files; null if there was none. */
  readonly fault: string | null;
}

/**
 * Returns the folder for the output of the n-th (from 0) of `count` comparisons, sweeps or days. If there is only one,
 * it is the study folder itself.
 */
export function placeOf(folder: string, verbs: string, n: number, count: number): string {
  return count === 1 ? folder : join(folder, verbs, String(n + 1));
}

/**
 * Writes the output of all comparisons, sweeps or days of a study. A single one is written to the study folder, several
 * to a folder each.
 *
 * @param write writes the output of one of them to a folder
 * @throws WriteFailure if the file system refuses
 */
export async function writtenByEach<Part>(
  verb: string,
  parts: readonly Part[],
  folder: string,
  write: (part: Part, out: string) => Promise<AnswerOfPart | Refused>,
): Promise<VerbWritten | Refused> {
  const answers: AnswerOfPart[] = [];
  for (const [n, part] of parts.entries()) {
    const out = parts.length === 1 ? folder : ownFolder(folder, `${verb}s`).folder(String(n + 1));
    const answer = await write(part, out);
    if (!answer.ok) return answer;
    answers.push(answer);
  }
  return {
    ok: true,
    text: answers.map(({ text }) => text).join('\n'),
    files: filesOf(answers.map(({ record }, n) => [`${verb}${n + 1}`, record.files] as const)),
    fault: answers.map(({ fault }) => fault).find((fault) => fault !== null)?.message ?? null,
  };
}

/** Result of one of the comparisons, sweeps or days of a study. */
interface AnswerOfPart {
  readonly ok: true;
  readonly text: string;
  readonly record: { readonly files: Files };
  readonly fault: WritingFault | null;
}

/** Returns the paths of the files of all parts of a result. With several parts, keys begin with the part's name. */
export function filesOf(parts: readonly (readonly [part: string, files: Files])[]): Files {
  const named = (part: string, name: string): string => (parts.length === 1 ? name : `${part}.${name}`);
  return Object.fromEntries(
    parts.flatMap(([part, files]) => Object.entries(files).map(([name, path]) => [named(part, name), path] as const)),
  );
}
