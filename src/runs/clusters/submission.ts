import { createHash } from 'node:crypto';
import { shellLine } from './shell-words.js';

/** Name of the format of `submission.json`. */
export const SUBMISSION_FORMAT = 'plenum.submission';
/** Version of that format. */
export const SUBMISSION_FORMAT_VERSION = 1;

/**
 * Runs that were handed to a scheduler together: the content of `submissions/<n>/submission.json`
 * (docs/studies/slurm.md).
 */
export interface Submission {
  readonly format: typeof SUBMISSION_FORMAT;
  readonly formatVersion: typeof SUBMISSION_FORMAT_VERSION;
  readonly number: number;
  /** Name of the submission's jobs, used only for this study in this folder. */
  readonly name: string;
  readonly engine: 'slurm' | 'command';
  /** Options of sbatch as given by the user; for another scheduler, the template of the command. */
  readonly words: readonly string[];
  /** Options for `plenum study run` in the tasks. */
  readonly runWords: readonly string[];
  readonly runs: number;
  readonly tasks: number;
  /** Jobs in the order of the lines of `tasks.txt`. */
  readonly jobs: readonly SubmittedJob[];
}

/** An array of tasks, or a single task. */
export interface SubmittedJob {
  /** Number of lines of `tasks.txt` before those of this job. */
  readonly offset: number;
  readonly tasks: number;
  /** Number that Slurm gave the job, or the first line of another scheduler's answer; null if there was none. */
  readonly id: string | null;
  /** Cluster of a federation; null for the default one. */
  readonly cluster: string | null;
}

/** Returns the keys by task: each task gets `runsPerTask` consecutive keys, so that one process makes several runs. */
export function tasksOf(keys: readonly string[], runsPerTask: number): string[][] {
  const tasks: string[][] = [];
  for (let at = 0; at < keys.length; at += runsPerTask) tasks.push(keys.slice(at, at + runsPerTask));
  return tasks;
}

/** Returns the text of `tasks.txt`: a line for each task, its keys separated by blanks. */
export function taskLines(tasks: readonly (readonly string[])[]): string {
  return tasks.map((keys) => `${keys.join(' ')}\n`).join('');
}

/** Returns the keys by task from the text of `tasks.txt`. */
export function tasksIn(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(' '));
}

/** Returns arrays that together hold `tasks` tasks, at most `most` each, not submitted yet. */
export function arraysOf(tasks: number, most: number): SubmittedJob[] {
  const arrays: SubmittedJob[] = [];
  for (let offset = 0; offset < tasks; offset += most) {
    arrays.push({ offset, tasks: Math.min(most, tasks - offset), id: null, cluster: null });
  }
  return arrays;
}

/** Maximum length of the study's name within the name of a job, characters: queues show only a few. */
const MAX_NAME = 40;
/** Number of hex digits of the folder's digest within the name of a job. */
const FOLDER_DIGITS = 8;

/** Returns the name of the jobs of a submission, by which they can be found even if their numbers were not saved. */
export function jobName(study: string, folder: string, number: number): string {
  const plain = study.replaceAll(/[^\w.-]+/g, '-').slice(0, MAX_NAME);
  return `plenum-${plain}-${createHash('sha256').update(folder).digest('hex').slice(0, FOLDER_DIGITS)}-${number}`;
}

/** What the command line of a task is made from. */
export interface TaskCommand {
  /**
   * Words that start Plenum on a node: the absolute paths of Node.js and of Plenum's program, or the words that the
   * user gave.
   */
  readonly program: readonly string[];
  /** Absolute path of the folder of the study. */
  readonly folder: string;
  /** Absolute path of `tasks.txt`. */
  readonly list: string;
  /** Options for `plenum study run`. */
  readonly runWords: readonly string[];
}

/** Returns the words of the command line that makes the runs of a task. */
function taskWords({ program, folder, list, runWords }: TaskCommand): string[] {
  return [...program, 'study', 'run', folder, '--list', list, '--workers', '1', ...runWords];
}

/** Returns the command line that makes the runs of one line of `tasks.txt`, counted from 1. */
export function taskCommandLine(command: TaskCommand, line: number): string {
  return shellLine([...taskWords(command), '--line', String(line)]);
}

/** Shell expression for the number of a task's line. Slurm's arrays begin at 1; the offset is the script's argument. */
const SLURM_LINE = '$((${1:-0} + SLURM_ARRAY_TASK_ID))';
/**
 * Shell expression for the number of a task's line under other schedulers: the first argument, or the variable that
 * PBS, Torque, LSF and Grid Engine set in a task of an array.
 */
const OTHER_LINE = '${1:-${PBS_ARRAY_INDEX:-${PBS_ARRAYID:-${LSB_JOBINDEX:-${SGE_TASK_ID:?no number of a task}}}}}';

/** Returns the text of `job.sh`. */
export function jobScript(command: TaskCommand, engine: Submission['engine']): string {
  return [
    '#!/bin/sh',
    '# A task of a study: the runs of one line of tasks.txt. Written by plenum study submit.',
    `line=${engine === 'slurm' ? SLURM_LINE : OTHER_LINE}`,
    `exec ${shellLine(taskWords(command))} --line "$line"`,
    '',
  ].join('\n');
}
