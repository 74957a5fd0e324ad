import { createHash } from 'node:crypto';
import type { ArrivalSequence } from '../../../../models/problems/templates/online.js';
import { randomStream } from '../../../random/stream.js';
import { readMaybePacked } from '../../geo/series/text-file.js';
import type { LocalProblem, Problem } from '../../problem.js';
import { MOST_TASKS, uniformTypes } from './draw.js';

/** Fields of the Standard Workload Format, counted from 0. */
const FIELDS = 18;
const SUBMIT = 1;
const ALLOCATED = 4;
const REQUESTED = 7;
const NAMES: Readonly<Record<number, string>> = {
  [SUBMIT]: 'submit time',
  [ALLOCATED]: 'processors allocated',
  [REQUESTED]: 'processors requested',
};
/** Number() takes "0x10" too. */
const DECIMAL = /^[-+.\de]+$/i;
/** Of many faults this many are shown. */
const MOST_PROBLEMS = 5;

/** Which part of a trace becomes arrivals, and how. */
export interface TraceWindow {
  /** Tasks are the jobs submitted in [startS, startS + durationS) of the trace's time. */
  readonly startS: number;
  readonly durationS: number;
  /** One task per job, or as many as it has processors (allocated; requested where that is not known). */
  readonly taskPer: 'job' | 'processor';
}

export type TraceArrivals =
  | {
      readonly ok: true;
      readonly arrivals: ArrivalSequence;
      /** Of the file's bytes, hexadecimal. */
      readonly sha256: string;
      readonly jobsInTrace: number;
      readonly jobsInWindow: number;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Arrivals from a job trace in the Standard Workload Format, packed (.gz) or not. Only submit times, and processors where asked for, are
 * used; task types are drawn uniformly by seed (section 5.6.2). Every line is judged, also those outside of the window.
 */
export function traceArrivals(file: string, window: TraceWindow, taskTypes: number, seed: number): TraceArrivals {
  const read = readMaybePacked(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const found = arrivalsOf(read.text, window, taskTypes, seed);
  if (!found.ok) return { ok: false, problems: found.problems.map((problem) => ({ file, ...problem })) };
  return { ...found, sha256: createHash('sha256').update(read.bytes).digest('hex') };
}

interface Job {
  readonly line: number;
  readonly submitS: number;
  readonly tasks: number;
}

type Judged<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problems: readonly LocalProblem[] };
type Found = Omit<Extract<TraceArrivals, { readonly ok: true }>, 'ok' | 'sha256'>;

function arrivalsOf(text: string, window: TraceWindow, taskTypes: number, seed: number): Judged<Found> {
  const read = jobsOf(text, window.taskPer);
  if (!read.ok) return read;
  const { jobs } = read;
  if (jobs.length === 0) {
    return refuse('', 'no jobs', 'at least one line of 18 numbers', 'Check that the file was written completely.');
  }
  const unsorted = jobs.findIndex(({ submitS }, n) => n > 0 && submitS < jobs[n - 1]!.submitS);
  const warnings =
    unsorted < 0
      ? []
      : [`The trace is not in the order of submit times (first at line ${jobs[unsorted]!.line}): it was sorted.`];
  const sorted = unsorted < 0 ? jobs : [...jobs].sort((one, other) => one.submitS - other.submitS);
  const endS = window.startS + window.durationS;
  const within = sorted.filter(({ submitS }) => submitS >= window.startS && submitS < endS);
  if (within.length === 0) {
    const from = `jobs submitted from ${sorted[0]!.submitS} to ${sorted.at(-1)!.submitS} s`;
    const remedy = 'Choose another start of the window (seconds of the trace), or a longer one.';
    return refuse('', `no job in [${window.startS}, ${endS}) s`, `a window with jobs: the trace has ${from}`, remedy);
  }
  const count = within.reduce((sum, { tasks }) => sum + tasks, 0);
  if (count > MOST_TASKS) {
    const remedy = 'Choose a shorter window, or one task per job.';
    return refuse('', `${count} tasks in the window`, `at most ${MOST_TASKS} tasks`, remedy);
  }
  const timeS = new Float64Array(count);
  let next = 0;
  for (const { submitS, tasks } of within) {
    timeS.fill(submitS - window.startS, next, next + tasks);
    next += tasks;
  }
  const taskType = uniformTypes(count, taskTypes, randomStream(seed, 'task types'));
  const arrivals = { timeS, taskType, durationS: window.durationS };
  return { ok: true, arrivals, jobsInTrace: jobs.length, jobsInWindow: within.length, warnings };
}

function jobsOf(text: string, taskPer: TraceWindow['taskPer']): Judged<{ readonly jobs: readonly Job[] }> {
  const jobs: Job[] = [];
  const problems: LocalProblem[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  for (let n = 0; n < lines.length && problems.length < MOST_PROBLEMS; n++) {
    const line = lines[n]!.trim();
    if (line === '' || line.startsWith(';')) continue;
    const judged = jobOf(line, n + 1, taskPer);
    if (judged.ok) jobs.push(judged.job);
    else problems.push(...judged.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, jobs };
}

function jobOf(text: string, line: number, taskPer: TraceWindow['taskPer']): Judged<{ readonly job: Job }> {
  const fields = text.split(/\s+/);
  if (fields.length !== FIELDS) {
    const remedy = 'Write all fields, -1 for what is not known, or comment the line out with ";".';
    return refuse(`line ${line}`, `${fields.length} fields`, `${FIELDS} fields separated by blanks`, remedy);
  }
  const odd = fields.findIndex((field) => !DECIMAL.test(field) || !Number.isFinite(Number(field)));
  if (odd >= 0) {
    return refuse(at(line, odd), fields[odd], 'a number', 'Write -1 for what is not known.');
  }
  const submitS = Number(fields[SUBMIT]);
  if (submitS < 0) {
    const remedy = 'Leave jobs out whose submit time is not known, or count times from an earlier moment.';
    return refuse(at(line, SUBMIT), submitS, 'seconds since the start of the trace, at least 0', remedy);
  }
  if (taskPer === 'job') return { ok: true, job: { line, submitS, tasks: 1 } };
  const allocated = Number(fields[ALLOCATED]);
  const field = allocated > 0 ? ALLOCATED : REQUESTED;
  const tasks = Number(fields[field]);
  if (!Number.isSafeInteger(tasks) || tasks < 1) {
    const remedy = 'Leave the job out, or take one task per job.';
    return refuse(at(line, field), tasks, 'a whole number of at least 1, for one task per processor', remedy);
  }
  return { ok: true, job: { line, submitS, tasks } };
}

function at(line: number, field: number): string {
  const name = NAMES[field];
  return `line ${line}, field ${field + 1}${name === undefined ? '' : ` (${name})`}`;
}

function refuse(
  path: string,
  value: unknown,
  allowed: string,
  remedy: string,
): { readonly ok: false; readonly problems: readonly LocalProblem[] } {
  return { ok: false, problems: [{ path, value, allowed, remedy }] };
}
