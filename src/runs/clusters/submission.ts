import { createHash } from 'node:crypto';
import { shellLine } from './shell-words.js';

/** Value of "format" in `submission.json`. */
export const SUBMISSION_FORMAT = 'plenum.submission';
/** Value of "formatVersion" in `submission.json`. */
export const SUBMISSION_FORMAT_VERSION = 1;

/**
 * Runs of a study submitted to a scheduler together: the content of `submissions/<n>/submission.json`
 * (docs/studies/slurm.md).
 */
export interface Submission {
  readonly format: typeof SUBMISSION_FORMAT;
  readonly formatVersion: typeof SUBMISSION_FORMAT_VERSION;
  readonly number: number;
  /** Name of the submission's jobs in the scheduler, unique to it. */
  readonly name: string;
  readonly engine: 'slurm' | 'command';
  /** The user's options for sbatch. For another scheduler, the only entry is the template of its command line. */
  readonly words: readonly string[];
  /** Options with which the tasks call `plenum study run`. */
  readonly runWords: readonly string[];
  readonly runs: number;
  readonly tasks: number;
  /** Jobs of the submission, in the order of the lines of `tasks.txt`. */
  readonly jobs: readonly SubmittedJob[];
}

/** A job of the scheduler: an array of tasks, or a single one. Each task makes the runs of one line of `tasks.txt`. */
export interface SubmittedJob {
  /** Number of lines of `tasks.txt` before those of this job. */
  readonly offset: number;
  /** Number of the job's tasks, and so of its lines in `tasks.txt`. */
  readonly tasks: number;
  /** Job number from Slurm, or the first line of another scheduler's answer; null if the job has no number (yet). */
  readonly id: string | null;
  /** Cluster of the job in a Slurm federation; null for the default cluster. */
  readonly cluster: string | null;
}

/** Divides keys of runs into tasks of `runsPerTask` successive keys, made one after another by one process. */
export function tasksOf(keys: readonly string[], runsPerTask: number): string[][] {
  const tasks: string[][] = [];
  for (let at = 0; at < keys.length; at += runsPerTask) tasks.push(keys.slice(at, at + runsPerTask));
  return tasks;
}

/** Returns the text of `tasks.txt`: a line for each task with its keys, separated by blanks. */
export function taskLines(tasks: readonly (readonly string[])[]): string {
  return tasks.map((keys) => `${keys.join(' ')}\n`).join('');
}

/** Returns the keys of each task from the text of `tasks.txt`. */
export function tasksIn(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(' '));
}

/** Divides `tasks` tasks into array jobs of at most `most` tasks each. The jobs are not submitted yet. */
export function arraysOf(tasks: number, most: number): SubmittedJob[] {
  const arrays: SubmittedJob[] = [];
  for (let offset = 0; offset < tasks; offset += most) {
    arrays.push({ offset, tasks: Math.min(most, tasks - offset), id: null, cluster: null });
  }
  return arrays;
}

/** Maximum length of the study's name in a job's name, characters. Our choice: queues show only a few. */
const MAX_NAME = 40;
/** Number of hex digits of the folder's digest in the name of a job. */
const FOLDER_DIGITS = 8;

/** Returns the name of a submission's jobs, by which they are found even if their numbers were not saved. */
export function jobName(study: string, folder: string, number: number): string {
  const plain = study.replaceAll(/[^\w.-]+/g, '-').slice(0, MAX_NAME);
  return `plenum-${plain}-${createHash('sha256').update(folder).digest('hex').slice(0, FOLDER_DIGITS)}-${number}`;
}

/** Parts of the command line of a task: program, folder of the study, list of tasks, options. */
export interface TaskCommand {
  /** Words that start Plenum on a compute node; by default the absolute paths of Node.js and of Plenum's program. */
  readonly program: readonly string[];
  /** Absolute path of the folder of the study. */
  readonly folder: string;
  /** Absolute path of `tasks.txt`. */
  readonly list: string;
  /** Options for `plenum study run`. */
  readonly runWords: readonly string[];
}

/** Returns the words of the command line of a task, without the number of its line in `tasks.txt`. */
function taskWords({ program, folder, list, runWords }: TaskCommand): string[] {
  return [...program, 'study', 'run', folder, '--list', list, '--workers', '1', ...runWords];
}

/**
 * Returns the command line that makes the runs of one line of `tasks.txt`.
 *
 * @param line number of the line, from 1
 */
export function taskCommandLine(command: TaskCommand, line: number): string {
  return shellLine([...taskWords(command), '--line', String(line)]);
}

/**
 * Shell expression for the number of a task's line in Slurm. Indices of an array begin at 1; the script's argument is
 * the offset.
 */
const SLURM_LINE = '$((${1:-0} + SLURM_ARRAY_TASK_ID))';
/**
 * Shell expression for the number of a task's line in other schedulers: the first argument or, if absent, the variable
 * that PBS, Torque, LSF and Grid Engine set in a task of an array.
 */
const OTHER_LINE = '${1:-${PBS_ARRAY_INDEX:-${PBS_ARRAYID:-${LSB_JOBINDEX:-${SGE_TASK_ID:?no number of a task}}}}}';

/** Returns the text of `job.sh`, the script that the jobs run. */
export function jobScript(command: TaskCommand, engine: Submission['engine']): string {
  return [
    '#!/bin/sh',
    '# A task of a study: the runs of one line of tasks.txt. Written by plenum study submit.',
    `line=${engine === 'slurm' ? SLURM_LINE : OTHER_LINE}`,
    `exec ${shellLine(taskWords(command))} --line "$line"`,
    '',
  ].join('\n');
}
