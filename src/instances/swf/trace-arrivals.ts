import { createHash } from 'node:crypto';
import type { ArrivalSequence } from '../../online/arrivals.js';
import { randomStream } from '../../random/stream.js';
import { readMaybePacked } from '../packed-text-file.js';
import type { LocalFault, Fault } from '../fault.js';
import { MAX_TASKS, uniformTypes } from '../../online/draw-arrivals.js';
import { jobsOfWindow, type TraceCounts, type TraceWindow } from './window.js';

export type TraceArrivals =
  | ({
      readonly ok: true;
      readonly arrivals: ArrivalSequence;
      /** Run time of each task's job, s. Null if execution times are those of the task types. */
      readonly runS: Float64Array | null;
      /** SHA-256 hash of the log file's bytes, hexadecimal. */
      readonly sha256: string;
      readonly warnings: readonly string[];
    } & TraceCounts)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Returns the tasks that arrive in a time window of a job log in the Standard Workload Format, perhaps compressed
 * (.gz). Task types are drawn at random, all equally likely (thesis, section 5.6.2).
 *
 * Jobs that never ran and jobs with missing data are left out and counted. Of jobs outside the time window, only the
 * format of the numbers is validated.
 *
 * @param taskTypes number of task types
 */
export function traceArrivals(file: string, window: TraceWindow, taskTypes: number, seed: number): TraceArrivals {
  const read = readMaybePacked(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const refuse = (faults: readonly LocalFault[]): TraceArrivals => {
    return { ok: false, faults: faults.map((fault) => ({ file, ...fault })) };
  };
  const found = jobsOfWindow(read.text, window, REMEDIES);
  if (!found.ok) return refuse(found.faults);
  const { jobs, use, warnings } = found;
  const count = jobs.reduce((sum, { tasks }) => sum + tasks, 0);
  if (count > MAX_TASKS) {
    const remedy = 'Choose a shorter window, or one task per job.';
    return refuse([{ path: '', value: `${count} tasks in the window`, allowed: `at most ${MAX_TASKS} tasks`, remedy }]);
  }
  const timeS = new Float64Array(count);
  const runS = window.taskTimes === 'trace' ? new Float64Array(count) : null;
  let next = 0;
  for (const job of jobs) {
    timeS.fill(job.submitS - window.startS, next, next + job.tasks);
    runS?.fill(job.runS, next, next + job.tasks);
    next += job.tasks;
  }
  const taskType = uniformTypes(count, taskTypes, randomStream(seed, 'task types'));
  const sha256 = createHash('sha256').update(read.bytes).digest('hex');
  const arrivals = { timeS, taskType, durationS: window.durationS };
  return { ok: true, arrivals, runS, ...use, sha256, warnings };
}

/** Advice to the user if the time window has no jobs, or no usable ones. */
const REMEDIES = {
  empty: 'Choose another start of the window (seconds of the trace), or a longer one.',
  useless: 'Choose another window, or use less of the trace (--task-per job, --task-times type).',
};
