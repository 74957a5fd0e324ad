import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { JOBS_FORMAT, JOBS_FORMAT_VERSION } from '../../../../models/problems/jobs/format.js';
import type { JobsInstance } from '../../../../models/problems/jobs/instance.js';
import type { Month } from '../../../../models/problems/jobs/month.js';
import type { JobsWorkload } from '../../../../models/problems/jobs/workload.js';
import { type FileFormat, formatProblem } from '../../../instances/format-problem.js';
import { readJson } from '../../../instances/json-reader.js';
import { problemInNamedFile } from '../../../instances/outside.js';
import { readMaybePacked } from '../../../instances/packed-text-file.js';
import { capped, type LocalProblem, type Problem } from '../../../instances/problem.js';
import { judgeBySchema } from '../../../instances/schema-problems.js';
import { readTableFile, readTextFile } from '../../../instances/text-file.js';
import { csvJobs } from './arrivals/csv.js';
import type { JobList } from './arrivals/job-list.js';
import type { TraceCounts } from '../../../instances/swf/window.js';
import { logJobs } from './arrivals/log.js';
import { compileMonth, type CompiledMonth, type MonthNames } from './compile.js';
import { wholePlatformProblems } from './consistency-platform.js';
import { jobsConsistencyProblems } from './consistency.js';
import { jobsInside, jobTypesOf } from './problem.js';
import { openJobsRoom, type OpenedJobsRoom } from './room.js';
import { jobsSchema } from '../../../../models/problems/jobs/instance.js';
import { jobsWarnings } from './warnings.js';

/** Greatest number of entries of all lists. Ours: a million jobs (the schema's limit) beside thousands of job types. */
const MAX_LIST_ENTRIES = 1_500_000;

export interface LoadedJobs {
  readonly ok: true;
  readonly instance: JobsInstance;
  readonly month: Month;
  readonly names: MonthNames;
  /** Job types and jobs before they were compiled, for the checker. */
  readonly workload: JobsWorkload;
  /** Least response time and work by job type. */
  readonly types: Extract<CompiledMonth, { readonly ok: true }>['types'];
  /** Room of its facility, where it asks for one. */
  readonly room: OpenedJobsRoom | null;
  /** Use of the jobs of a log; null without one. */
  readonly traceUse: TraceCounts | null;
  /** SHA-256 of the file's bytes, followed by those of its CSV file or log if there is one; hexadecimal. */
  readonly sha256: string;
  /** Warnings of what is legal, but probably not meant. */
  readonly warnings: readonly string[];
}

export type LoadedJobsInstance = LoadedJobs | { readonly ok: false; readonly problems: readonly Problem[] };

/** Instance of a file with its jobs, read, judged and compiled, or its problems. All problems are listed at once; nothing is thrown for a bad file. */
export function loadJobsInstance(file: string): LoadedJobsInstance {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const judged = judgeJobsText(read.text);
  if (!judged.ok) return { ok: false, problems: judged.problems.map((problem) => ({ file, ...problem })) };
  return loadJudgedJobs(judged.instance, file, read.bytes);
}

/**
 * An instance already judged, such as a trial of another, with its jobs read or drawn and compiled.
 * @param file file that it stands in, or would @param before room where that is known already: it does not depend on the seed
 */
export function loadJudgedJobs(
  instance: JobsInstance,
  file: string,
  bytes: Uint8Array,
  before?: OpenedJobsRoom | null,
): LoadedJobsInstance {
  const types = jobTypesOf(instance);
  const jobs = jobsOf(instance, types, dirname(resolve(file)));
  if (!jobs.ok) return jobs;
  const compiled = compileMonth(instance, types, jobs.list);
  if (!compiled.ok) {
    const own = capped(compiled.problems).map((problem) => ({
      file: problem.path.startsWith('line ') ? (jobs.file ?? file) : file,
      ...problem,
    }));
    return { ok: false, problems: own };
  }
  const { month, names, workload, types: compiledTypes } = compiled;
  const room = before ?? openJobsRoom(instance, month.nodeTypes, file, dirname(resolve(file)));
  if (room !== null && !room.ok) return room;
  const hash = createHash('sha256').update(bytes);
  for (const more of jobs.bytes) hash.update(more);
  return {
    ...{ ok: true, instance, month, names, workload, types: compiledTypes, room, traceUse: jobs.use },
    sha256: hash.digest('hex'),
    warnings: [...jobs.warnings, ...jobsWarnings(instance, month)],
  };
}

export type JudgedJobsInstance =
  | { readonly ok: true; readonly instance: JobsInstance }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Instance in text already in memory, judged without reading jobs. */
export function judgeJobsText(text: string): JudgedJobsInstance {
  const json = readJson(text);
  return json.ok ? judgeJobsInstance(json.value) : json;
}

/** Instance in a value that came as JSON, judged without reading jobs. */
export function judgeJobsInstance(raw: unknown): JudgedJobsInstance {
  const foreign = formatProblem(raw, FILE_FORMAT);
  if (foreign !== null) return { ok: false, problems: [foreign] };
  const verdict = judgeBySchema<JobsInstance>(jobsSchema, raw, MAX_LIST_ENTRIES);
  if (!verdict.ok) {
    return { ok: false, problems: capped([...verdict.problems, ...jobsConsistencyProblems(verdict.draft)]) };
  }
  const { instance } = verdict;
  const problems = jobsConsistencyProblems(instance);
  if (problems.length === 0) problems.push(...wholePlatformProblems(instance.platform));
  return problems.length > 0 ? { ok: false, problems: capped(problems) } : { ok: true, instance };
}

/** Format of an instance file, as messages name it. */
const FILE_FORMAT: FileFormat = {
  ...{ format: JOBS_FORMAT, version: JOBS_FORMAT_VERSION },
  ...{ kind: 'jobs', page: 'docs/jobs/instances.md' },
};

type Jobs =
  | {
      readonly ok: true;
      readonly list: JobList;
      /** File that they came from; null where they stand in the instance or are generated. */
      readonly file: string | null;
      readonly bytes: readonly Uint8Array[];
      readonly use: TraceCounts | null;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function jobsOf(instance: JobsInstance, types: ReturnType<typeof jobTypesOf>, directory: string): Jobs {
  const { arrivals } = instance;
  if (arrivals.source !== 'csv' && arrivals.source !== 'swf') {
    return { ok: true, list: jobsInside(instance, types), file: null, bytes: [], use: null, warnings: [] };
  }
  const file = resolve(directory, arrivals.file);
  const read = arrivals.source === 'csv' ? readTableFile(file) : readMaybePacked(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const found =
    arrivals.source === 'csv'
      ? { use: null, warnings: [], ...csvJobs(read.text, instance, types) }
      : logJobs(read.text, instance, arrivals, types);
  if (found.ok) {
    return { ok: true, list: found.jobs, file, bytes: [read.bytes], use: found.use, warnings: found.warnings };
  }
  return { ok: false, problems: found.problems.map((problem) => problemInNamedFile(directory, file, problem)) };
}
