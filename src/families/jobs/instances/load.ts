import { dirname, resolve } from 'node:path';
import { JOBS_FORMAT, JOBS_FORMAT_VERSION } from '../../../../models/families/jobs/format.js';
import { type JobsInstance, jobsSchema } from '../../../../models/families/jobs/instance.js';
import type { Month } from '../../../../models/families/jobs/month.js';
import type { JobsWorkload } from '../../../../models/families/jobs/workload.js';
import { readMaybePacked } from '../../../instances/packed-text-file.js';
import { capped, type Refused } from '../../../instances/fault.js';
import { instanceReader, readNamed, sha256Of } from '../../../instances/reader.js';
import type { TraceCounts } from '../../../instances/swf/window.js';
import { readTableFile } from '../../../instances/text-file.js';
import { csvJobs } from './arrivals/csv.js';
import type { JobList } from './arrivals/job-list.js';
import { logJobs } from './arrivals/log.js';
import { compileMonth, type CompiledMonth, type MonthNames } from './compile.js';
import { wholePlatformFaults } from './consistency-platform.js';
import { jobsConsistencyFaults } from './consistency.js';
import { jobsInside, jobTypesOf } from './model.js';
import { openJobsRoom, type OpenedJobsRoom } from './room.js';
import { jobsWarnings } from './warnings.js';

/** Reader of jobs instance files, without the separate file of jobs that an instance may name. */
export const jobsFiles = instanceReader<JobsInstance, JobsInstance>({
  format: JOBS_FORMAT,
  version: JOBS_FORMAT_VERSION,
  kind: 'jobs',
  page: 'docs/jobs/instances.md',
  schema: jobsSchema,
  // A million jobs (the schema's limit) beside thousands of job types. The number is chosen.
  mostListEntries: 1_500_000,
  consistency: jobsConsistencyFaults,
  whole: ({ platform }, known) => (known.length > 0 ? [] : wholePlatformFaults(platform)),
  instanceOf: (written) => written,
});

export interface LoadedJobs {
  readonly ok: true;
  readonly instance: JobsInstance;
  readonly month: Month;
  readonly names: MonthNames;
  /** Job types and jobs before compilation, as the checker needs them. */
  readonly workload: JobsWorkload;
  /** Least response time (s) and work (core-hours) of each job type. */
  readonly types: Extract<CompiledMonth, { readonly ok: true }>['types'];
  /** Room of the facility with its air; null if the instance asks for none. */
  readonly room: OpenedJobsRoom | null;
  /**
   * Number of the log's jobs that were used, and numbers of those that were left out; null if the jobs are not from a
   * log.
   */
  readonly traceUse: TraceCounts | null;
  /**
   * SHA-256 (hexadecimal) of the content of the instance file followed by that of its CSV file or log, if it has one.
   */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/**
 * Reads, checks and compiles an instance file with its jobs. Returns all faults; never throws because of a bad file.
 */
export function loadJobsInstance(file: string): LoadedJobs | Refused {
  const read = jobsFiles.read(file);
  return read.ok ? loadJudgedJobs(read.instance, file, read.bytes) : read;
}

/**
 * Loads an instance that is already checked, e.g. a copy with another seed: reads or draws its jobs and compiles it.
 *
 * @param file instance file; paths in the instance are relative to its folder
 * @param before room of the facility if already open; it does not depend on the seed
 */
export function loadJudgedJobs(
  instance: JobsInstance,
  file: string,
  bytes: Uint8Array,
  before?: OpenedJobsRoom | null,
): LoadedJobs | Refused {
  const types = jobTypesOf(instance);
  const jobs = jobsOf(instance, types, dirname(resolve(file)));
  if (!jobs.ok) return jobs;
  const compiled = compileMonth(instance, types, jobs.list);
  if (!compiled.ok) {
    const own = capped(compiled.faults).map((fault) => ({
      file: fault.path.startsWith('line ') ? (jobs.file ?? file) : file,
      ...fault,
    }));
    return { ok: false, faults: own };
  }
  const { month, names, workload, types: compiledTypes } = compiled;
  const room = before ?? openJobsRoom(instance, month.nodeTypes, file, dirname(resolve(file)));
  if (room !== null && !room.ok) return room;
  return {
    ok: true,
    instance,
    month,
    names,
    workload,
    types: compiledTypes,
    room,
    traceUse: jobs.use,
    sha256: sha256Of(bytes, jobs.bytes),
    warnings: [...jobs.warnings, ...jobsWarnings(instance, month)],
  };
}

interface Jobs {
  readonly ok: true;
  readonly list: JobList;
  /** File that lists the jobs; null if they are in the instance or generated. */
  readonly file: string | null;
  readonly bytes: readonly Uint8Array[];
  readonly use: TraceCounts | null;
  readonly warnings: readonly string[];
}

function jobsOf(instance: JobsInstance, types: ReturnType<typeof jobTypesOf>, directory: string): Jobs | Refused {
  const { arrivals } = instance;
  if (arrivals.source !== 'csv' && arrivals.source !== 'swf') {
    return { ok: true, list: jobsInside(instance, types), file: null, bytes: [], use: null, warnings: [] };
  }
  const file = resolve(directory, arrivals.file);
  const read = readNamed({ directory, file }, arrivals.source === 'csv' ? readTableFile : readMaybePacked, (text) =>
    arrivals.source === 'csv'
      ? { use: null, warnings: [], ...csvJobs(text, instance, types) }
      : logJobs(text, instance, arrivals, types),
  );
  if (!read.ok) return read;
  const { jobs, use, warnings } = read.found;
  return { ok: true, list: jobs, file, bytes: [read.bytes], use, warnings };
}
