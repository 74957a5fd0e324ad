import { createHash } from 'node:crypto';
import { shellLine } from './shell-words.js';

/** Name of the format of `submission.json`. */
export const SUBMISSION_FORMAT = 'plenum.submission';
/** Version of that format. */
export const SUBMISSION_FORMAT_VERSION = 1;

/** Runs that were handed to a scheduler at once: what `submissions/<n>/submission.json` says (docs/studies/slurm.md). */
export interface Submission {
  readonly format: typeof SUBMISSION_FORMAT;
  readonly formatVersion: typeof SUBMISSION_FORMAT_VERSION;
  readonly number: number;
  /** Name of the jobs: of this study in this folder alone. */
  readonly name: string;
  readonly engine: 'slurm' | 'command';
  /** Options of sbatch as they were given; the template of a command. */
  readonly words: readonly string[];
  /** Options of plenum study run that its tasks are run with. */
  readonly runWords: readonly string[];
  readonly runs: number;
  readonly tasks: number;
  /** Jobs in the order of the lines of `tasks.txt`. */
  readonly jobs: readonly SubmittedJob[];
}

/** Array of tasks, or a task alone. */
export interface SubmittedJob {
  /** Lines of `tasks.txt` before its own. */
  readonly offset: number;
  readonly tasks: number;
  /** Job number that Slurm gave, or first line that another scheduler answered; null where none did. */
  readonly id: string | null;
  /** Cluster of a federation; null for the one that is asked by itself. */
  readonly cluster: string | null;
}

/** Keys by task: `runsPerTask` consecutive ones for each, so that a process makes several. */
export function tasksOf(keys: readonly string[], runsPerTask: number): string[][] {
  const tasks: string[][] = [];
  for (let at = 0; at < keys.length; at += runsPerTask) tasks.push(keys.slice(at, at + runsPerTask));
  return tasks;
}

/** Text of `tasks.txt`: a line for each task, its keys separated by blanks. */
export function taskLines(tasks: readonly (readonly string[])[]): string {
  return tasks.map((keys) => `${keys.join(' ')}\n`).join('');
}

/** Keys by task of such a text. */
export function tasksIn(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(' '));
}

/** Arrays that hold `tasks` tasks, none of which has more than `most`; not submitted yet. */
export function arraysOf(tasks: number, most: number): SubmittedJob[] {
  const arrays: SubmittedJob[] = [];
  for (let offset = 0; offset < tasks; offset += most) {
    arrays.push({ offset, tasks: Math.min(most, tasks - offset), id: null, cluster: null });
  }
  return arrays;
}

/** Greatest length of the study's name in the name of a job, characters: queues show few. Ours. */
const MAX_NAME = 40;
/** Number of hex digits of the folder's digest in the name of a job. Ours. */
const FOLDER_DIGITS = 8;

/** Name of the jobs of a submission, by which they are found again even where their numbers were not written down. */
export function jobName(study: string, folder: string, number: number): string {
  const plain = study.replaceAll(/[^\w.-]+/g, '-').slice(0, MAX_NAME);
  return `plenum-${plain}-${createHash('sha256').update(folder).digest('hex').slice(0, FOLDER_DIGITS)}-${number}`;
}

/** Facts that the command line of a task follows from. */
export interface TaskCommand {
  /** Words that start Plenum on a node: absolute paths of Node.js and of its program, or what the user named. */
  readonly program: readonly string[];
  /** Absolute path of the folder of the study. */
  readonly folder: string;
  /** Absolute path of `tasks.txt`. */
  readonly list: string;
  /** Options of plenum study run. */
  readonly runWords: readonly string[];
}

/** Words of the command line that makes the runs of a task. */
function taskWords({ program, folder, list, runWords }: TaskCommand): string[] {
  return [...program, 'study', 'run', folder, '--list', list, '--workers', '1', ...runWords];
}

/** Command line that makes the runs of one line of `tasks.txt`, counted from 1. */
export function taskCommandLine(command: TaskCommand, line: number): string {
  return shellLine([...taskWords(command), '--line', String(line)]);
}

/** Number of a task's line, by the shell: Slurm's arrays begin at 1 behind the offset that the script is called with. */
const SLURM_LINE = '$((${1:-0} + SLURM_ARRAY_TASK_ID))';
/** The same under other schedulers: the first argument, or what PBS, Torque, LSF and Grid Engine tell a task of an array. */
const OTHER_LINE = '${1:-${PBS_ARRAY_INDEX:-${PBS_ARRAYID:-${LSB_JOBINDEX:-${SGE_TASK_ID:?no number of a task}}}}}';

/** Text of `job.sh`. */
export function jobScript(command: TaskCommand, engine: Submission['engine']): string {
  return [
    '#!/bin/sh',
    '# A task of a study: the runs of one line of tasks.txt. Written by plenum study submit.',
    `line=${engine === 'slurm' ? SLURM_LINE : OTHER_LINE}`,
    `exec ${shellLine(taskWords(command))} --line "$line"`,
    '',
  ].join('\n');
}
