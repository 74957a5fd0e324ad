import type { JobLog, JobsInstance, JobTypeRow } from '../../../../../models/families/jobs/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { SKIPPED, tasksOf, type TraceJob, traceJobs } from '../../../../instances/swf/jobs.js';
import {
  emptyWindow,
  inSubmitOrder,
  leftOutWarnings,
  noneOfUse,
  type TraceCounts,
  windowOf,
} from '../../../../instances/swf/window.js';
import { MAX_JOBS } from '../../../../../models/families/jobs/value-curve.js';
import { drawnTypes } from './generated.js';
import { type JobList, plainJobs } from './job-list.js';

export type LogJobs =
  | { readonly ok: true; readonly jobs: JobList; readonly use: TraceCounts; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Jobs submitted within the period, at their submit times; types are drawn by share. Those that never ran are left out and counted. */
export function logJobs(
  text: string,
  instance: JobsInstance,
  { startS }: JobLog,
  types: readonly JobTypeRow[],
): LogJobs {
  const read = traceJobs(text);
  if (!read.ok) return read;
  const { durationS } = instance.period;
  const { timed, within } = windowOf(read.jobs, startS, durationS);
  if (within.length === 0) return { ok: false, faults: [emptyWindow(timed, startS, durationS, OTHER_WINDOW)] };
  const { used, skipped } = chosen(within);
  const use: TraceCounts = {
    jobsInTrace: read.jobs.length,
    jobsWithoutSubmitTime: read.jobs.length - timed.length,
    jobsInWindow: within.length,
    jobsUsed: used.length,
    skipped: [...skipped].map(([reason, jobs]) => ({ reason, jobs })),
  };
  if (used.length === 0) return { ok: false, faults: [noneOfUse(use, OTHER_WINDOW)] };
  if (used.length > MAX_JOBS) return { ok: false, faults: [tooMany(used.length)] };
  const sorted = inSubmitOrder(used);
  const arrivalS = Float64Array.from(sorted.jobs, ({ submitS }) => submitS - startS);
  const type = drawnTypes(used.length, types, instance.seed);
  const jobs = plainJobs(arrivalS, type, (job) => `line-${sorted.jobs[job]!.line}`);
  const warnings = [...leftOutWarnings(use), ...sorted.warnings].map((warning) => `arrivals: ${warning}`);
  return { ok: true, jobs, use, warnings };
}

/** Remedy for a window without jobs of use. */
const OTHER_WINDOW = 'Choose another arrivals.startS (seconds of the trace), or another trace.';

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

function tooMany(jobs: number): LocalFault {
  const value = `${jobs} jobs in the window`;
  return { path: '', value, allowed: `at most ${MAX_JOBS}`, remedy: 'Shorten the period.' };
}
