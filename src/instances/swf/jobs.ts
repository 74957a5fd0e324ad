import type { LocalFault } from '../fault.js';
import { TIME_S } from '../../../models/fields/quantities.js';

/** Number of fields of a line in the Standard Workload Format (SWF). */
const FIELDS = 18;
/** Index in a line, from 0, of the submit time (SWF field 2). */
const SUBMIT = 1;
/** Index in a line, from 0, of the wait before the start (SWF field 3). */
const WAIT = 2;
/** Index in a line, from 0, of the run time (SWF field 4). */
const RUN = 3;
/** Index in a line, from 0, of the number of allocated processors (SWF field 5). */
const ALLOCATED = 4;
/** Index in a line, from 0, of the number of requested processors (SWF field 8). */
const REQUESTED = 7;
/** Index in a line, from 0, of the status (SWF field 11). */
const STATUS = 10;
/** Names of the fields of a line, for messages, by index in the line. */
const NAMES: Readonly<Record<number, string>> = {
  [SUBMIT]: 'submit time',
  [RUN]: 'run time',
  [ALLOCATED]: 'processors allocated',
  [REQUESTED]: 'processors requested',
};
/** Number that means "unknown" in the Standard Workload Format. Some logs use other negative numbers, too. */
export const UNKNOWN = -1;
/** Status of a job that failed (SWF field 11). */
const FAILED = 0;
/** Statuses (SWF field 11) of lines for parts of a swapped-out job. Another line describes the whole job. */
const PARTS: readonly number[] = [2, 3, 4];
/** Status of a job that was cancelled (SWF field 11). */
const CANCELLED = 5;
/** Pattern of a decimal number. `Number()` alone would also accept "0x10". */
const DECIMAL = /^[-+.\de]+$/i;
/** Maximum number of faulty lines of a log that are reported. */
const MAX_FAULTS = 5;

/** The fields of a line of a job log that Plenum uses. Only the format of the numbers has been validated. */
export interface TraceJob {
  /** Line number, from 1. */
  readonly line: number;
  /** Submit time, s; -1 if unknown. */
  readonly submitS: number;
  /** Time from submission to start, s; negative if unknown. */
  readonly waitS: number;
  /** Run time, s; negative if unknown. */
  readonly runS: number;
  /** Number of allocated processors; at most 0 if unknown. */
  readonly allocated: number;
  /** Number of requested processors; at most 0 if unknown. */
  readonly requested: number;
  readonly status: number;
}

/** Reasons why a job in the time window gives no task, in the order in which they are checked. */
export const SKIPPED = {
  part: 'part of a swapped job that has a line of its own (status 2, 3 or 4)',
  cancelledWaiting: 'cancelled before it started (status 5)',
  cancelledRunning: 'cancelled while it ran (status 5)',
  neverStarted: 'never started, or ended at once in failure (status 0, no run time)',
  runUnknown: 'run time not known (-1 or another negative number), which other jobs have: probably never started',
  processorsUnknown: 'processors not known (-1, 0 or another negative number)',
  runZero: 'run time of 0 s',
} as const;
export type SkipReason = keyof typeof SKIPPED;

export interface JobUse {
  readonly taskPer: 'job' | 'processor';
  readonly taskTimes: 'type' | 'trace';
  /** True if at least one job in the time window has a run time. */
  readonly knowsRunTimes: boolean;
}

type Judged<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Returns the jobs of a log, or the faults of lines that do not have 18 numbers. Comment lines are skipped. */
export function traceJobs(text: string): Judged<{ readonly jobs: readonly TraceJob[] }> {
  const jobs: TraceJob[] = [];
  const faults: LocalFault[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  for (let n = 0; n < lines.length && faults.length < MAX_FAULTS; n++) {
    const line = lines[n]!.trim();
    if (line === '' || line.startsWith(';')) continue;
    const judged = jobOf(line, n + 1);
    if ('job' in judged) jobs.push(judged.job);
    else faults.push(judged.fault);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, jobs };
}

/** What a job in the time window gives: a number of equal tasks, no task for a reason, or a fault. */
export type JobTasks = { readonly tasks: number } | { readonly skipped: SkipReason } | { readonly fault: LocalFault };

export function tasksOf(job: TraceJob, { taskPer, taskTimes, knowsRunTimes }: JobUse): JobTasks {
  const { status, runS } = job;
  if (PARTS.includes(status)) return { skipped: 'part' };
  if (status === CANCELLED) return { skipped: runS > 0 ? 'cancelledRunning' : 'cancelledWaiting' };
  if (status === FAILED && runS <= 0) return { skipped: 'neverStarted' };
  if (runS < 0 && (knowsRunTimes || taskTimes === 'trace')) return { skipped: 'runUnknown' };
  if (runS === 0 && taskTimes === 'trace') return { skipped: 'runZero' };
  if (taskTimes === 'trace' && runS > TIME_S.most) {
    return { fault: odd(job, RUN, runS, `up to ${TIME_S.most} s, as times of an instance`) };
  }
  if (taskPer === 'job') return { tasks: 1 };
  return processorsOf(job);
}

function processorsOf(job: TraceJob): JobTasks {
  // Some logs write 0 or other negative numbers where they do not know.
  const field = job.allocated <= 0 ? REQUESTED : ALLOCATED;
  const tasks = field === REQUESTED ? job.requested : job.allocated;
  if (tasks <= 0) return { skipped: 'processorsUnknown' };
  if (Number.isSafeInteger(tasks) && tasks >= 1) return { tasks };
  return { fault: odd(job, field, tasks, 'a whole number of at least 1, for one task per processor; -1: not known') };
}

function odd({ line }: TraceJob, field: number, value: number, allowed: string): LocalFault {
  return { path: at(line, field), value, allowed, remedy: 'Correct the line, or write -1 for what is not known.' };
}

function jobOf(text: string, line: number): { readonly job: TraceJob } | { readonly fault: LocalFault } {
  const fields = text.split(/\s+/);
  if (fields.length !== FIELDS) {
    const remedy = 'Write all fields, -1 for what is not known, or comment the line out with ";".';
    const allowed = `${FIELDS} fields separated by blanks`;
    return { fault: { path: `line ${line}`, value: `${fields.length} fields`, allowed, remedy } };
  }
  const numbers = fields.map((field) => (DECIMAL.test(field) ? Number(field) : NaN));
  const wrong = numbers.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    const remedy = 'Write -1 for what is not known.';
    return { fault: { path: at(line, wrong), value: fields[wrong], allowed: 'a number', remedy } };
  }
  const job = {
    line,
    submitS: numbers[SUBMIT]!,
    waitS: numbers[WAIT]!,
    runS: numbers[RUN]!,
    allocated: numbers[ALLOCATED]!,
    requested: numbers[REQUESTED]!,
    status: numbers[STATUS]!,
  };
  return { job };
}

function at(line: number, field: number): string {
  const name = NAMES[field];
  return `line ${line}, field ${field + 1}${name === undefined ? '' : ` (${name})`}`;
}
