import type { JobLog, JobsInstance, JobTypeRow } from '../../../../../models/problems/jobs/instance.js';
import type { LocalProblem } from '../../../../instances/problem.js';
import { SKIPPED, tasksOf, type TraceJob, traceJobs, UNKNOWN } from '../../../../instances/swf/jobs.js';
import { MAX_JOBS } from '../schema-parts.js';
import { drawnTypes } from './generated.js';
import { type JobList, plainJobs } from './job-list.js';

/** Use of the jobs of a log. jobsInPeriod = jobsUsed + those skipped. */
export interface LogUse {
  readonly jobsInLog: number;
  readonly jobsWithoutSubmitTime: number;
  readonly jobsInPeriod: number;
  readonly jobsUsed: number;
  /** Jobs of the period that are left out, by reason; reasons that occur. */
  readonly skipped: readonly { readonly reason: string; readonly jobs: number }[];
}

export type LogJobs =
  | { readonly ok: true; readonly jobs: JobList; readonly use: LogUse; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Jobs submitted within the period, at their submit times; types are drawn by share. Those that never ran are left out and counted. */
export function logJobs(
  text: string,
  instance: JobsInstance,
  { startS }: JobLog,
  types: readonly JobTypeRow[],
): LogJobs {
  const read = traceJobs(text);
  if (!read.ok) return read;
  const endS = startS + instance.period.durationS;
  const timed = read.jobs.filter(({ submitS }) => submitS !== UNKNOWN);
  const within = timed.filter(({ submitS }) => submitS >= startS && submitS < endS);
  const { used, skipped } = chosen(within);
  const use: LogUse = {
    jobsInLog: read.jobs.length,
    jobsWithoutSubmitTime: read.jobs.length - timed.length,
    jobsInPeriod: within.length,
    jobsUsed: used.length,
    skipped: [...skipped].map(([reason, jobs]) => ({ reason, jobs })),
  };
  if (used.length === 0 || used.length > MAX_JOBS) return { ok: false, problems: [noUse(use, timed, startS, endS)] };
  const isSorted = used.every((job, n) => n === 0 || job.submitS >= used[n - 1]!.submitS);
  if (!isSorted) used.sort((one, other) => one.submitS - other.submitS);
  const arrivalS = Float64Array.from(used, ({ submitS }) => submitS - startS);
  const type = drawnTypes(used.length, types, instance.seed);
  const jobs = plainJobs(arrivalS, type, (job) => `line-${used[job]!.line}`);
  const warnings = isSorted ? useWarnings(use) : [...useWarnings(use), UNSORTED];
  return { ok: true, jobs, use, warnings };
}

/** Warning for a log whose jobs had to be sorted. */
const UNSORTED = 'arrivals: jobs of the log are not in the order of submit times: they were sorted.';

function chosen(within: readonly TraceJob[]): { used: TraceJob[]; skipped: Map<string, number> } {
  const rules = { taskPer: 'job', taskTimes: 'type', knowsRunTimes: within.some(({ runS }) => runS > 0) } as const;
  const used: TraceJob[] = [];
  const skipped = new Map<string, number>();
  for (const job of within) {
    const found = tasksOf(job, rules);
    if ('skipped' in found) skipped.set(SKIPPED[found.skipped], (skipped.get(SKIPPED[found.skipped]) ?? 0) + 1);
    else used.push(job);
  }
  return { used, skipped };
}

function reasonsOf({ skipped }: LogUse): string {
  return skipped.map(({ reason, jobs }) => `${jobs} ${reason}`).join('; ');
}

function useWarnings(use: LogUse): string[] {
  const { skipped, jobsInPeriod, jobsUsed, jobsWithoutSubmitTime } = use;
  return [
    ...(skipped.length === 0
      ? []
      : [
          `arrivals: ${jobsInPeriod - jobsUsed} of the ${jobsInPeriod} jobs of the period are left out: ${reasonsOf(use)}.`,
        ]),
    ...(jobsWithoutSubmitTime === 0
      ? []
      : [`arrivals: ${jobsWithoutSubmitTime} jobs of the log have no submit time (-1) and are left out.`]),
  ];
}

function noUse(use: LogUse, timed: readonly TraceJob[], startS: number, endS: number): LocalProblem {
  if (use.jobsUsed > MAX_JOBS) {
    const value = `${use.jobsUsed} jobs in the period`;
    return { path: '', value, allowed: `at most ${MAX_JOBS}`, remedy: 'Shorten the period.' };
  }
  if (use.jobsInPeriod > 0) {
    const value = `${use.jobsInPeriod} jobs in the period, none of use: ${reasonsOf(use)}`;
    const remedy = 'Choose another arrivals.startS, or another log.';
    return { path: '', value, allowed: 'at least one job that ran', remedy };
  }
  const from = timed.reduce((least, { submitS }) => Math.min(least, submitS), Infinity);
  const to = timed.reduce((most, { submitS }) => Math.max(most, submitS), -Infinity);
  const has = timed.length === 0 ? 'no job with a submit time' : `jobs submitted from ${from} to ${to} s`;
  const remedy = 'Choose another arrivals.startS (seconds of the log), or another log.';
  return {
    path: '',
    value: `no job in [${startS}, ${endS}) s`,
    allowed: `a period with jobs: the log has ${has}`,
    remedy,
  };
}
