import type { JobLog, JobsInstance, JobTypeRow } from '../../../../../models/families/jobs/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { jobsOfWindow, type TraceCounts } from '../../../../instances/swf/window.js';
import { MAX_JOBS } from '../../../../../models/families/jobs/value-curve.js';
import { drawnTypes } from './generated.js';
import { type JobList, plainJobs } from './job-list.js';

export type LogJobs =
  | { readonly ok: true; readonly jobs: JobList; readonly use: TraceCounts; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Returns the jobs of a log that were submitted within the period, with types drawn by share. Jobs that never ran are
 * left out and counted.
 */
export function logJobs(
  text: string,
  instance: JobsInstance,
  { startS }: JobLog,
  types: readonly JobTypeRow[],
): LogJobs {
  const window = { startS, durationS: instance.period.durationS, taskPer: 'job', taskTimes: 'type' } as const;
  const found = jobsOfWindow(text, window, { empty: OTHER_WINDOW, useless: OTHER_WINDOW });
  if (!found.ok) return found;
  const { jobs: used, use } = found;
  if (used.length > MAX_JOBS) {
    const value = `${used.length} jobs in the window`;
    return { ok: false, faults: [{ path: '', value, allowed: `at most ${MAX_JOBS}`, remedy: 'Shorten the period.' }] };
  }
  const arrivalS = Float64Array.from(used, ({ submitS }) => submitS - startS);
  const type = drawnTypes(used.length, types, instance.seed);
  const jobs = plainJobs(arrivalS, type, (job) => `line-${used[job]!.line}`);
  return { ok: true, jobs, use, warnings: found.warnings.map((warning) => `arrivals: ${warning}`) };
}

/** Remedy in messages about a time window of the log without usable jobs. */
const OTHER_WINDOW = 'Choose another arrivals.startS (seconds of the trace), or another trace.';
