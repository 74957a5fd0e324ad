import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '../../instances/text-file.js';
import { newFolder, removeEmptyFolder, removeFile, writeAtomically } from '../files.js';
import { ownFolder } from '../own-folder.js';
import { orWriteFailure } from '../write-failure.js';
import { type Submission, SUBMISSION_FORMAT, SUBMISSION_FORMAT_VERSION, tasksIn } from './submission.js';

/** Name of the folder of submissions in a study's folder. */
export const SUBMISSIONS = 'submissions';

/** Paths of the files of a submission. */
export interface SubmissionFiles {
  readonly directory: string;
  /** Path of `tasks.txt`, which lists the keys of the runs of each task. */
  readonly list: string;
  /** Path of `job.sh`, the script of the jobs. */
  readonly script: string;
  /** Path of `submission.json`, the description of the submission. */
  readonly facts: string;
  /** Path of the folder for what the tasks print. */
  readonly logs: string;
}

/** A submission with the keys of each task's runs. */
export interface Submitted {
  readonly submission: Submission;
  readonly tasks: readonly (readonly string[])[];
}

export function submissionFiles(folder: string, number: number): SubmissionFiles {
  const directory = join(folder, SUBMISSIONS, String(number));
  const at = (name: string): string => join(directory, name);
  return { directory, list: at('tasks.txt'), script: at('job.sh'), facts: at('submission.json'), logs: at('logs') };
}

/**
 * Returns a study's submissions in the order in which they were made. Warnings name the submissions that cannot be
 * read.
 */
export function readSubmissions(folder: string): {
  readonly made: readonly Submitted[];
  readonly warnings: readonly string[];
} {
  const made: Submitted[] = [];
  const warnings: string[] = [];
  for (const number of numbersIn(folder)) {
    const { directory, facts, list } = submissionFiles(folder, number);
    const found = [readTextFile(facts), readTextFile(list)];
    const [submission, tasks] = found.map((read) => (read.ok ? read.text : null));
    const known = submission == null || tasks == null ? null : submissionIn(submission, number);
    if (known !== null && tasks != null) made.push({ submission: known, tasks: tasksIn(tasks) });
    else warnings.push(`${directory} says nothing of what was submitted: it was cut short, or is of another version.`);
  }
  return { made, warnings };
}

/**
 * Creates the folder for a new submission and returns its number and paths. The number is unique even if two processes
 * submit at once, because creating a folder is atomic, also on file systems of clusters.
 *
 * @throws WriteFailure
 */
export function nextSubmission(folder: string): { readonly number: number; readonly files: SubmissionFiles } {
  const within = ownFolder(folder, SUBMISSIONS).folder();
  for (let number = (numbersIn(folder).at(-1) ?? 0) + 1; ; number++) {
    const files = submissionFiles(folder, number);
    if (orWriteFailure(within, () => newFolder(files.directory))) return { number, files };
  }
}

/**
 * Saves the description of a submission to its file.
 *
 * @throws WriteFailure
 */
export function keepSubmission(files: SubmissionFiles, submission: Submission): void {
  writeAtomically(files.facts, `${JSON.stringify(submission, null, 2)}\n`);
}

/**
 * Deletes the files of a submission that the scheduler did not accept, and its folders if they are then empty.
 *
 * @throws WriteFailure if the file system refuses
 */
export function dropSubmission({ directory, list, script, facts, logs }: SubmissionFiles): void {
  orWriteFailure(directory, () => {
    for (const file of [list, script, facts]) removeFile(file);
    for (const folder of [logs, directory]) removeEmptyFolder(folder);
  });
}

/** Returns the numbers of the submissions in a folder, ascending. */
export function numbersIn(folder: string): number[] {
  try {
    const names = readdirSync(join(folder, SUBMISSIONS));
    return names
      .filter((name) => /^[1-9]\d*$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function submissionIn(text: string, number: number): Submission | null {
  try {
    const { format, formatVersion, ...rest } = JSON.parse(text) as Partial<Submission>;
    const isOurs =
      format === SUBMISSION_FORMAT && formatVersion === SUBMISSION_FORMAT_VERSION && rest.number === number;
    return isOurs && Array.isArray(rest.jobs) ? ({ format, formatVersion, ...rest } as Submission) : null;
  } catch {
    return null;
  }
}
