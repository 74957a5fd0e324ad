import type { LocalFault } from '../fault.js';
import { type JobUse, SKIPPED, tasksOf, type TraceJob, traceJobs, UNKNOWN } from './jobs.js';

/** Numbers of jobs in a job log. The jobs in the time window are either used or skipped. */
export interface TraceCounts {
  readonly jobsInTrace: number;
  /** Number of jobs in the whole log without a submit time, which may or may not belong to the time window. */
  readonly jobsWithoutSubmitTime: number;
  readonly jobsInWindow: number;
  readonly jobsUsed: number;
  /** Numbers of jobs skipped in the time window, for each reason that occurs. */
  readonly skipped: readonly { readonly reason: string; readonly jobs: number }[];
}

/** The part of a job log that is used, and how its jobs become tasks. */
export interface TraceWindow {
  /**
   * Start of the time window on the log's clock, s. The window contains jobs submitted in [startS, startS + durationS).
   */
  readonly startS: number;
  readonly durationS: number;
  /**
   * Whether a job becomes one task, or one task for each of its processors. If the number of allocated processors is
   * unknown, the requested number counts.
   */
  readonly taskPer: JobUse['taskPer'];
  /** Whether the execution time of a task is that of its type, or the run time of its job. */
  readonly taskTimes: JobUse['taskTimes'];
}

/** A job in the time window with the number of its tasks. */
export type UsedJob = TraceJob & { readonly tasks: number };

/** The usable jobs in a time window of a log, sorted by submit time, or the faults of the log. */
export type WindowJobs =
  | {
      readonly ok: true;
      readonly jobs: readonly UsedJob[];
      /** Returns the usable jobs submitted before the time window, in the order of the log. */
      readonly earlier: () => readonly UsedJob[];
      readonly use: TraceCounts;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Maximum number of faulty jobs of the time window that are reported. */
const MAX_LISTED = 5;

/**
 * Returns the jobs of a log (Standard Workload Format) submitted within a time window. Jobs that never ran and jobs
 * with missing data are left out and counted.
 *
 * @param remedies advice to the user if the window has no jobs, or no usable ones
 * @param misfit returns a reason to skip a job with this number of tasks; null if there is none
 */
export function jobsOfWindow(
  text: string,
  { startS, durationS, taskPer, taskTimes }: TraceWindow,
  remedies: { readonly empty: string; readonly useless: string },
  misfit: (tasks: number) => string | null = () => null,
): WindowJobs {
  const read = traceJobs(text);
  if (!read.ok) return read;
  if (read.jobs.length === 0) {
    const remedy = 'Check that the file was written completely.';
    return refuse({ path: '', value: 'no jobs', allowed: 'at least one line of 18 numbers', remedy });
  }
  const timed = read.jobs.filter(({ submitS }) => submitS !== UNKNOWN);
  const within = timed.filter(({ submitS }) => submitS >= startS && submitS < startS + durationS);
  if (within.length === 0) return refuse(emptyWindow(timed, startS, durationS, remedies.empty));
  const rules: JobUse = { taskPer, taskTimes, knowsRunTimes: within.some(({ runS }) => runS > 0) };
  const used: UsedJob[] = [];
  const faults: LocalFault[] = [];
  // Reasons in the order in which they are checked, the caller's own last.
  const skipped = new Map<string, number>(Object.values(SKIPPED).map((reason) => [reason, 0]));
  for (const job of within) {
    const found = tasksOf(job, rules);
    if ('fault' in found) {
      if (faults.push(found.fault) === MAX_LISTED) break;
      continue;
    }
    const reason = 'skipped' in found ? SKIPPED[found.skipped] : misfit(found.tasks);
    if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    else if ('tasks' in found) used.push({ ...job, tasks: found.tasks });
  }
  if (faults.length > 0) return { ok: false, faults };
  const use: TraceCounts = {
    jobsInTrace: read.jobs.length,
    jobsWithoutSubmitTime: read.jobs.length - timed.length,
    jobsInWindow: within.length,
    jobsUsed: used.length,
    skipped: [...skipped].flatMap(([reason, jobs]) => (jobs > 0 ? [{ reason, jobs }] : [])),
  };
  if (used.length === 0) {
    const value = `${within.length} jobs in the window, none of use: ${reasonsOf(use.skipped)}`;
    return refuse({ path: '', value, allowed: 'at least one job that ran', remedy: remedies.useless });
  }
  const sorted = inSubmitOrder(used);
  const earlier = (): UsedJob[] =>
    timed.flatMap((job) => {
      if (job.submitS >= startS) return [];
      const found = tasksOf(job, rules);
      return 'tasks' in found && misfit(found.tasks) === null ? [{ ...job, tasks: found.tasks }] : [];
    });
  return { ok: true, jobs: sorted.jobs, earlier, use, warnings: [...leftOutWarnings(use), ...sorted.warnings] };
}

function refuse(fault: LocalFault): WindowJobs {
  return { ok: false, faults: [fault] };
}

/**
 * Returns the fault that a time window has no jobs.
 *
 * @param timed jobs of the log that have a submit time
 * @param remedy advice to the user
 */
function emptyWindow(timed: readonly TraceJob[], startS: number, durationS: number, remedy: string): LocalFault {
  const from = timed.reduce((least, { submitS }) => Math.min(least, submitS), Infinity);
  const to = timed.reduce((most, { submitS }) => Math.max(most, submitS), -Infinity);
  const has = timed.length === 0 ? 'no job with a submit time' : `jobs submitted from ${from} to ${to} s`;
  const value = `no job in [${startS}, ${startS + durationS}) s`;
  return { path: '', value, allowed: `a window with jobs: the trace has ${has}`, remedy };
}

/** Returns the jobs sorted by submit time, with a warning if they were not sorted. */
function inSubmitOrder<Job extends Pick<TraceJob, 'submitS' | 'line'>>(
  jobs: readonly Job[],
): { readonly jobs: readonly Job[]; readonly warnings: readonly string[] } {
  const unsorted = jobs.findIndex(({ submitS }, n) => n > 0 && submitS < jobs[n - 1]!.submitS);
  if (unsorted < 0) return { jobs, warnings: [] };
  const first = `first at line ${jobs[unsorted]!.line}`;
  return {
    jobs: jobs.toSorted((one, other) => one.submitS - other.submitS),
    warnings: [`The jobs of the window are not in the order of submit times (${first}): they were sorted.`],
  };
}

function leftOutWarnings({ skipped, jobsInWindow, jobsUsed, jobsWithoutSubmitTime }: TraceCounts): readonly string[] {
  return [
    ...(skipped.length > 0
      ? [`${jobsInWindow - jobsUsed} of the ${jobsInWindow} jobs of the window are left out: ${reasonsOf(skipped)}.`]
      : []),
    ...(jobsWithoutSubmitTime > 0 ? [`${jobsWithoutSubmitTime} jobs have no submit time (-1) and are left out.`] : []),
  ];
}

function reasonsOf(skipped: TraceCounts['skipped']): string {
  return skipped.map(({ reason, jobs }) => `${jobs} ${reason}`).join('; ');
}
