import { createHash } from 'node:crypto';
import type { ArrivalSequence } from '../../online/arrivals.js';
import { randomStream } from '../../random/stream.js';
import { readMaybePacked } from '../packed-text-file.js';
import type { LocalFault, Fault } from '../fault.js';
import { MAX_TASKS, uniformTypes } from '../../online/draw-arrivals.js';
import { type JobUse, SKIPPED, type SkipReason, tasksOf, type TraceJob, traceJobs } from './jobs.js';
import { emptyWindow, inSubmitOrder, leftOutWarnings, noneOfUse, type TraceCounts, windowOf } from './window.js';

/** Maximum number of faulty jobs of the window that are listed. */
const MAX_FAULTS = 5;

/** Which part of a trace becomes arrivals, and how. */
export interface TraceWindow {
  /** Beginning of the window, s: tasks are the jobs submitted in [startS, startS + durationS) of the trace's time. */
  readonly startS: number;
  readonly durationS: number;
  /** Number of tasks per job: one, or the number of its processors (allocated; if unknown, requested). */
  readonly taskPer: JobUse['taskPer'];
  /** Time of a task: that of its type, or the run time of its job. */
  readonly taskTimes: JobUse['taskTimes'];
}

export type TraceArrivals =
  | ({
      readonly ok: true;
      readonly arrivals: ArrivalSequence;
      /** Run time of each task's job, s; null with taskTimes "type". */
      readonly runS: Float64Array | null;
      /** SHA-256 of the file's bytes, hexadecimal. */
      readonly sha256: string;
      readonly warnings: readonly string[];
    } & TraceCounts)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Returns the arrivals from a job trace in the Standard Workload Format, packed (.gz) or not. Task types are drawn
 * uniformly by seed (section 5.6.2). Jobs that never ran, or of which too little is known, are left out and counted.
 * For jobs outside the window only the form of the line is checked.
 */
export function traceArrivals(file: string, window: TraceWindow, taskTypes: number, seed: number): TraceArrivals {
  const read = readMaybePacked(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const found = arrivalsOf(read.text, window, taskTypes, seed);
  if (!found.ok) return { ok: false, faults: found.faults.map((fault) => ({ file, ...fault })) };
  return { ...found, sha256: createHash('sha256').update(read.bytes).digest('hex') };
}

type Judged<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly faults: readonly LocalFault[] };
type Found = Omit<Extract<TraceArrivals, { readonly ok: true }>, 'ok' | 'sha256'>;
type Used = TraceJob & { readonly tasks: number };

function arrivalsOf(text: string, window: TraceWindow, taskTypes: number, seed: number): Judged<Found> {
  const read = traceJobs(text);
  if (!read.ok) return read;
  const all = read.jobs;
  if (all.length === 0) {
    return refuse('no jobs', 'at least one line of 18 numbers', 'Check that the file was written completely.');
  }
  const { timed, within } = windowOf(all, window.startS, window.durationS);
  if (within.length === 0) {
    const remedy = 'Choose another start of the window (seconds of the trace), or a longer one.';
    return { ok: false, faults: [emptyWindow(timed, window.startS, window.durationS, remedy)] };
  }
  const chosen = jobsUsed(within, { ...window, knowsRunTimes: within.some(({ runS }) => runS > 0) });
  if (!chosen.ok) return chosen;
  const { used, skipped } = chosen;
  if (used.length === 0) {
    const remedy = 'Choose another window, or use less of the trace (--task-per job, --task-times type).';
    return { ok: false, faults: [noneOfUse({ jobsInWindow: within.length, skipped }, remedy)] };
  }
  const sorted = inSubmitOrder(used);
  const count = sorted.jobs.reduce((sum, { tasks }) => sum + tasks, 0);
  if (count > MAX_TASKS) {
    const remedy = 'Choose a shorter window, or one task per job.';
    return refuse(`${count} tasks in the window`, `at most ${MAX_TASKS} tasks`, remedy);
  }
  const timeS = new Float64Array(count);
  const runS = window.taskTimes === 'trace' ? new Float64Array(count) : null;
  let next = 0;
  for (const job of sorted.jobs) {
    timeS.fill(job.submitS - window.startS, next, next + job.tasks);
    runS?.fill(job.runS, next, next + job.tasks);
    next += job.tasks;
  }
  const taskType = uniformTypes(count, taskTypes, randomStream(seed, 'task types'));
  const counts = {
    jobsInTrace: all.length,
    jobsWithoutSubmitTime: all.length - timed.length,
    jobsInWindow: within.length,
    jobsUsed: used.length,
    skipped,
  };
  return {
    ok: true,
    arrivals: { timeS, taskType, durationS: window.durationS },
    runS,
    ...counts,
    warnings: [...sorted.warnings, ...leftOutWarnings(counts)],
  };
}

function jobsUsed(
  within: readonly TraceJob[],
  use: JobUse,
): Judged<{ readonly used: readonly Used[]; readonly skipped: TraceCounts['skipped'] }> {
  const used: Used[] = [];
  const faults: LocalFault[] = [];
  const counts = new Map<SkipReason, number>();
  for (const job of within) {
    const found = tasksOf(job, use);
    if ('tasks' in found) used.push({ ...job, tasks: found.tasks });
    else if ('skipped' in found) counts.set(found.skipped, (counts.get(found.skipped) ?? 0) + 1);
    else if (faults.push(found.fault) === MAX_FAULTS) break;
  }
  if (faults.length > 0) return { ok: false, faults };
  const reasons = (Object.keys(SKIPPED) as SkipReason[]).filter((reason) => counts.has(reason));
  return { ok: true, used, skipped: reasons.map((key) => ({ reason: SKIPPED[key], jobs: counts.get(key)! })) };
}

function refuse(
  value: string,
  allowed: string,
  remedy: string,
): { readonly ok: false; readonly faults: readonly LocalFault[] } {
  return { ok: false, faults: [{ path: '', value, allowed, remedy }] };
}
