import {
  type JobRow,
  jobRowSchema,
  type JobsInstance,
  type JobTypeRow,
} from '../../../../../models/families/jobs/instance.js';
import { MAX_JOBS } from '../../../../../models/families/jobs/value-curve.js';
import { csvPlace, readCsvRows } from '../../../../instances/csv-rows.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../../instances/fault.js';
import { JOB_COLUMNS } from './columns.js';
import type { JobList } from './job-list.js';
import { listedJobs } from './listed.js';
import { JobRowJudge } from './row-judge.js';

export type CsvJobs =
  | { readonly ok: true; readonly jobs: JobList }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Reads the jobs of a CSV file for a valid instance, by the same rules as a job list inside an instance. */
export function csvJobs(text: string, instance: JobsInstance, types: readonly JobTypeRow[]): CsvJobs {
  const judge = new JobRowJudge(instance);
  const rows: JobRow[] = [];
  const lines: number[] = [];
  const faults = readCsvRows(
    text,
    {
      of: 'jobs',
      columns: JOB_COLUMNS,
      required: ['job', 'jobType', 'arrivalS'],
      most: MAX_JOBS,
      schema: jobRowSchema,
      written: writtenOf,
      columnOf,
      faults: (row, place) => judge.faults(row, place),
    },
    (row, line) => {
      rows.push(row);
      lines.push(line);
    },
  );
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, jobs: listedJobs(rows, types, (job, at) => csvPlace(lines[job]!, columnOf(['value', ...at]))) };
}

function columnOf([field, ...below]: readonly PathSegment[]): string {
  if (field === 'value') return jsonPath(below.length > 0 ? below : ['worth']);
  return field === 'name' ? 'job' : String(field);
}

/**
 * Returns a CSV row in the form that jobs have in an instance. The columns of a value curve must all be given or all be
 * empty.
 */
function writtenOf({ job: name, worth, softDeadlineS, endS, ...others }: Readonly<Record<string, unknown>>): unknown {
  const value = withoutMissing({ worth, softDeadlineS, endS });
  const hasValue = Object.keys(value).length > 0;
  return withoutMissing({ name, ...others, value: hasValue ? { shape: 'deadlines', ...value } : undefined });
}

function withoutMissing(of: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
}
