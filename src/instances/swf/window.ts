import type { LocalFault } from '../fault.js';
import { type TraceJob, UNKNOWN } from './jobs.js';

/** Numbers of jobs by what became of them: jobsInWindow = jobsUsed + those skipped. */
export interface TraceCounts {
  readonly jobsInTrace: number;
  /** Number of jobs of the whole trace without a submit time (-1); it is unknown whether they belong to the window. */
  readonly jobsWithoutSubmitTime: number;
  readonly jobsInWindow: number;
  readonly jobsUsed: number;
  /** Reasons why jobs of the window are left out, with the number of jobs for each; only reasons that occur. */
  readonly skipped: readonly { readonly reason: string; readonly jobs: number }[];
}

/**
 * Returns the jobs of a trace that have a submit time, and those of them submitted in [startS, startS + durationS) of
 * the trace's time, s.
 */
export function windowOf(
  jobs: readonly TraceJob[],
  startS: number,
  durationS: number,
): { readonly timed: readonly TraceJob[]; readonly within: readonly TraceJob[] } {
  const timed = jobs.filter(({ submitS }) => submitS !== UNKNOWN);
  return { timed, within: timed.filter(({ submitS }) => submitS >= startS && submitS < startS + durationS) };
}

/** Returns the fault of a window without jobs. @param timed jobs of the trace that have a submit time */
export function emptyWindow(timed: readonly TraceJob[], startS: number, durationS: number, remedy: string): LocalFault {
  const from = timed.reduce((least, { submitS }) => Math.min(least, submitS), Infinity);
  const to = timed.reduce((most, { submitS }) => Math.max(most, submitS), -Infinity);
  const has = timed.length === 0 ? 'no job with a submit time' : `jobs submitted from ${from} to ${to} s`;
  const value = `no job in [${startS}, ${startS + durationS}) s`;
  return { path: '', value, allowed: `a window with jobs: the trace has ${has}`, remedy };
}

/** Returns the fault of a window in which no job can be used. */
export function noneOfUse(
  { jobsInWindow, skipped }: Pick<TraceCounts, 'jobsInWindow' | 'skipped'>,
  remedy: string,
): LocalFault {
  const value = `${jobsInWindow} jobs in the window, none of use: ${reasonsOf(skipped)}`;
  return { path: '', value, allowed: 'at least one job that ran', remedy };
}

/** Returns the jobs in the order of submit times, with a warning if they were in another order. */
export function inSubmitOrder<Job extends Pick<TraceJob, 'submitS' | 'line'>>(
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

/** Returns the warnings for jobs that are left out. */
export function leftOutWarnings({
  skipped,
  jobsInWindow,
  jobsUsed,
  jobsWithoutSubmitTime,
}: TraceCounts): readonly string[] {
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
