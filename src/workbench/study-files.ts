import type { WritingFault } from '../families/commands.js';
import { COMMAND_LINE, type Problem } from '../instances/problem.js';
import { writeFileSet } from '../runs/file-set.js';
import { errorObstacle } from '../runs/files.js';
import { type JournalAnswer, type JournalFile, openJournal } from '../runs/journal.js';

/**
 * Writing of a study's files as one set, the last one last; one that cannot be made or is null is not there afterwards. Returns what went
 * wrong, null if nothing did.
 */
export function writeStudyFiles(
  directory: string,
  files: ReadonlyMap<string, string | Error | null>,
): WritingFault | null {
  let fault: WritingFault | null = null;
  for (const [name, text] of files) {
    if (!(text instanceof Error)) continue;
    const message = `${name} could not be made (${text.message}). This is a fault of ours: please report it with the instance.`;
    fault = { message, isOurs: true };
  }
  try {
    writeFileSet(directory, new Map([...files].map(([name, text]) => [name, text instanceof Error ? null : text])));
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    return { message: `The files could not be written: ${path}: ${value}. ${remedy}`, isOurs: false };
  }
  return fault;
}

/** Words of a study about its journal. */
export interface JournalWords {
  /** E.g. "comparison". */
  readonly study: string;
  /** Properties that two runs must have in common to share one. */
  readonly common: string;
}

/** The journal of a design: what an earlier study of the same design left is taken up. A problem where there is something else. */
export function studyJournal(
  file: string,
  design: string,
  { study, common }: JournalWords,
): JournalFile | { readonly problem: Problem } {
  const answer = opened(file, design);
  if ('problem' in answer) return answer;
  if (answer.ok) return answer.journal;
  const what = answer.reason === 'design' ? `the journal of another ${study}` : 'a file that is no journal';
  const allowed = `a directory whose journal, if any, is of the same ${common}`;
  return problemOf(`${file}: ${what}`, allowed, `Name another directory, or remove ${file} to begin anew.`);
}

function opened(file: string, design: string): JournalAnswer | { readonly problem: Problem } {
  try {
    return openJournal(file, design);
  } catch (error) {
    const { path, value, allowed, remedy } = errorObstacle(file, error);
    return problemOf(`${path}: ${value}`, allowed, remedy);
  }
}

function problemOf(value: string, allowed: string, remedy: string): { readonly problem: Problem } {
  return { problem: { file: COMMAND_LINE, path: '--out', value, allowed, remedy } };
}
