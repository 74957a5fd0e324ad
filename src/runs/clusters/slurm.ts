import type { LocalFault } from '../../instances/fault.js';
import { ask, type Unanswered } from './program.js';
import type { Submission, SubmittedJob } from './submission.js';

/** State of a task as Slurm reports it. */
export interface TaskState {
  /** State of the task in Slurm's words, such as PENDING, RUNNING, COMPLETED, OUT_OF_MEMORY. */
  readonly state: string;
  /** Reason for the state in Slurm's words, such as Resources; null if there is none. */
  readonly reason: string | null;
}

/** States of tasks by name, "<job>_<index>". */
export type TaskStates = ReadonlyMap<string, TaskState>;

export type Asked<T> = { readonly ok: true; readonly value: T } | Unanswered;

/**
 * Options of sbatch that users must not give, with the reason: Plenum sets them, or they would prevent the submission.
 */
const OWN_OPTIONS: Readonly<Record<string, string>> = {
  '--array': 'Plenum makes the array; --tasks-per-job says how many runs a task makes.',
  '-a': 'Plenum makes the array; --tasks-per-job says how many runs a task makes.',
  '--wrap': 'Plenum writes the script of the job.',
  '--parsable': 'Plenum gives this option itself.',
  '--job-name': 'By its own name for the jobs Plenum finds them again.',
  '-J': 'By its own name for the jobs Plenum finds them again.',
  '--wait': 'Plenum waits for no job: see plenum study status.',
  '-W': 'Plenum waits for no job: see plenum study status.',
  '--test-only': 'To see what is submitted without doing so, give --dry-run before the "--".',
};

/** Returns the fault of the user's options for sbatch; null if they can be used. */
export function sbatchOptionsFault(words: readonly string[]): LocalFault | null {
  const [first] = words;
  if (first !== undefined && !first.startsWith('-')) {
    const remedy = 'Put options of sbatch behind "--": plenum study submit study.json --out DIR -- --time=10';
    return { path: '--', value: first, allowed: 'options of sbatch, the first of which begins with "-"', remedy };
  }
  for (const word of words) {
    const name = ownOption(word);
    const because = name === undefined ? undefined : OWN_OPTIONS[name];
    if (because !== undefined) {
      return { path: '--', value: word, allowed: `options of sbatch other than ${name}`, remedy: because };
    }
  }
  return null;
}

/** Returns the option in `OWN_OPTIONS` that a word of the command line sets, perhaps abbreviated; undefined if none. */
function ownOption(word: string): string | undefined {
  const names = Object.keys(OWN_OPTIONS);
  if (!word.startsWith('--')) return names.find((name) => name === word.slice(0, 2));
  const written = word.replace(/=.*$/, '');
  return written === '--' ? undefined : names.find((name) => name.startsWith(written));
}

/** Returns the arguments for sbatch to submit an array job. */
export function sbatchWords(
  { offset, tasks }: Pick<SubmittedJob, 'offset' | 'tasks'>,
  { name, folder, script, logs, options }: ArrayFacts,
): string[] {
  return [
    '--parsable',
    `--job-name=${name}`,
    `--array=1-${tasks}`,
    `--chdir=${folder}`,
    // A percent sign begins a pattern.
    `--output=${logs.replaceAll('%', '%%')}/%A_%a.log`,
    '--open-mode=append',
    ...options,
    script,
    String(offset),
  ];
}

export interface ArrayFacts {
  readonly name: string;
  /** Working folder of the job. */
  readonly folder: string;
  readonly script: string;
  /** Folder of the files to which the tasks print. */
  readonly logs: string;
  /** Options for sbatch that the user gave. */
  readonly options: readonly string[];
}

/** Submits a job with sbatch; returns its number and cluster. */
export async function sbatch(words: readonly string[]): Promise<Asked<{ id: string; cluster: string | null }>> {
  const answer = await ask('sbatch', words, withoutPresets());
  if (!answer.ok) return answer;
  // One line "<job>" or "<job>;<cluster>"; plugins of sites may print others.
  const [, id, cluster] = /^(\d+)(?:;(\S+))?\s*$/m.exec(answer.stdout) ?? [];
  if (id !== undefined) return { ok: true, value: { id, cluster: cluster ?? null } };
  const remedy = 'Look with squeue whether the job is there, and submit again if not.';
  const value = answer.stdout.trim().slice(0, 200);
  return { ok: false, fault: { path: 'sbatch', value, allowed: 'the number of the job', remedy }, mayBeTaken: true };
}

/** Returns the states of all tasks in Slurm's queue, which includes recently ended ones. */
export async function squeue(submissions: readonly Submission[]): Promise<Asked<TaskStates>> {
  const states = new Map<string, TaskState>();
  for (const which of jobsByCluster(submissions)) {
    const words = ['--noheader', '--array', '--states=all', '--format=%F|%K|%T|%r', ...which];
    const answer = await ask('squeue', words, withoutPresets());
    if (!answer.ok) {
      // Its word for a single job that ended long ago.
      if (/Invalid job id/i.test(answer.fault.value ?? '')) continue;
      return answer;
    }
    for (const [task, state] of squeueStates(answer.stdout)) states.set(task, state);
  }
  return { ok: true, value: states };
}

/**
 * Returns the states of tasks from lines "job|index|state|reason" of squeue. States that Plenum does not know are
 * included, because a task without a state would seem to have ended.
 */
export function squeueStates(text: string): TaskStates {
  const found = [...text.matchAll(/^(\d+)\|([^|]+)\|([^|]*)\|(.*)$/gm)];
  return new Map(
    found.flatMap(([, job, index, state, reason]) =>
      indicesIn(index!).map((one) => [`${job}_${one}`, stateOf(state!, reason!)] as const),
    ),
  );
}

/** Returns the indices of an array's tasks from Slurm's notation: 3, or [3-5,9%2] for tasks that have not begun. */
function indicesIn(text: string): readonly number[] {
  const list = /^\[?([\d,-]+)(?:%\d+)?\]?$/.exec(text.trim())?.[1] ?? '';
  return list.split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (first === undefined) return [];
    return Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, n) => Number(first) + n);
  });
}

/** Returns the states of all tasks from Slurm's accounting, including ended ones; null if there is no accounting. */
export async function sacct(submissions: readonly Submission[]): Promise<Asked<TaskStates | null>> {
  const states = new Map<string, TaskState>();
  for (const which of jobsByCluster(submissions)) {
    const words = ['--noheader', '--parsable2', '--allocations', '--array', '--format=JobID,State,Reason'];
    const answer = await ask('sacct', [...words, ...which], withoutPresets());
    if (!answer.ok) {
      const isOff = answer.fault.value === undefined || /accounting storage is disabled/i.test(answer.fault.value);
      return isOff ? { ok: true, value: null } : answer;
    }
    for (const [task, state] of sacctStates(answer.stdout)) states.set(task, state);
  }
  return { ok: true, value: states };
}

/**
 * Returns the states of tasks from lines "job_index|state|reason" of sacct. A user may follow a state, as in "CANCELLED
 * by 1000".
 */
export function sacctStates(text: string): TaskStates {
  const found = [...text.matchAll(/^(\d+)_(\d+|\[[^\]|]*\])\|([^|]*)\|(.*)$/gm)];
  return new Map(
    found.flatMap(([, job, index, state, reason]) =>
      indicesIn(index!).map((one) => [`${job}_${one}`, stateOf(state!, reason!)] as const),
    ),
  );
}

/** Returns a fault if this computer has no Slurm commands; otherwise null. */
export async function slurmFault(): Promise<LocalFault | null> {
  const answer = await ask('sbatch', ['--version'], withoutPresets());
  return answer.ok ? null : answer.fault;
}

/** Returns the numbers of the jobs of this name in Slurm's queue, ascending. */
export async function jobsNamed(name: string): Promise<Asked<readonly string[]>> {
  const answer = await ask('squeue', ['--noheader', '--states=all', '--format=%F', `--name=${name}`], withoutPresets());
  if (!answer.ok) return answer;
  const ids = [...new Set(answer.stdout.split('\n').map((line) => line.trim()))].filter((id) => /^\d+$/.test(id));
  return { ok: true, value: ids.sort((a, b) => Number(a) - Number(b)) };
}

/**
 * Returns the maximum number of tasks of an array job: Slurm's `MaxArraySize` (one more than the largest index) - 1.
 */
export async function maxArrayTasks(): Promise<Asked<number>> {
  const answer = await ask('scontrol', ['show', 'config'], withoutPresets());
  if (!answer.ok) return answer;
  const [, size] = /^MaxArraySize\s*=\s*(\d+)/m.exec(answer.stdout) ?? [];
  const value = size === undefined ? DEFAULT_MAX_TASKS : Number(size) - 1;
  if (value >= 1) return { ok: true, value };
  const remedy = 'Ask for arrays (MaxArraySize in slurm.conf), or use --engine command.';
  return { ok: false, fault: { path: 'MaxArraySize', value: size, allowed: 'at least 2', remedy }, mayBeTaken: false };
}

/**
 * Maximum number of tasks of an array job if Slurm does not tell it. Slurm's default `MaxArraySize` is 1001
 * (slurm.conf(5)).
 */
export const DEFAULT_MAX_TASKS = 1000;

function stateOf(words: string, reason: string): TaskState {
  const state = words.trim().split(/[\s+]/)[0]!;
  return { state: state === '' ? 'no state' : state, reason: reason === '' || reason === 'None' ? null : reason };
}

/**
 * Returns the arguments that select the jobs of submissions, one list per cluster. Jobs are selected by name and
 * number, because Slurm counts from 1 again if a controller loses its state.
 */
function jobsByCluster(submissions: readonly Submission[]): string[][] {
  const ids = new Map<string | null, string[]>();
  for (const { id, cluster } of submissions.flatMap(({ jobs }) => jobs)) {
    if (id !== null) ids.set(cluster, [...(ids.get(cluster) ?? []), id]);
  }
  const names = submissions.map(({ name }) => name).join(',');
  return [...ids].map(([cluster, own]) => [
    ...(cluster === null ? [] : [`--clusters=${cluster}`]),
    `--name=${names}`,
    `--jobs=${own.join(',')}`,
  ]);
}

/** Returns the environment without the user's defaults for squeue and sacct, which would change their output. */
function withoutPresets(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:SQUEUE_|SACCT_|SBATCH_WAIT$)/.test(name));
  return Object.fromEntries(kept);
}
