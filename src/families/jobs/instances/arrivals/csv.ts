import type { JobRow, JobsInstance, JobTypeRow } from '../../../../../models/families/jobs/instance.js';
import { type CsvRecord, csvRecords } from '../../../../instances/csv-records.js';
import { capped, jsonPath, type LocalFault, MAX_FAULTS } from '../../../../instances/fault.js';
import { judgeBySchema } from '../../../../instances/schema-faults.js';
import { MAX_JOBS } from '../../../../../models/families/jobs/value-curve.js';
import { jobRowSchema } from '../../../../../models/families/jobs/instance.js';
import type { JobList } from './job-list.js';
import { listedJobs } from './listed.js';
import { JobRowJudge } from './row-judge.js';

/** Columns of the file; the name of a job is called "job" there, and its value curve is one of deadlines. */
const COLUMNS = ['job', 'jobType', 'arrivalS', 'pace', 'worth', 'softDeadlineS', 'endS'] as const;
type Column = (typeof COLUMNS)[number];
/** Columns that the header must have. */
const REQUIRED: readonly Column[] = ['job', 'jobType', 'arrivalS'];
/** Columns that hold text; the others hold numbers. */
const TEXTS: readonly Column[] = ['job', 'jobType'];
/** Columns of a value curve: all or none. */
const OF_VALUE: readonly Column[] = ['worth', 'softDeadlineS', 'endS'];
/** Pattern of a number. */
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

export type CsvJobs =
  | { readonly ok: true; readonly jobs: JobList }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Returns the jobs of a CSV file for an instance that was judged valid. Rows are judged as those of a table; faults are
 * listed by line and column.
 */
export function csvJobs(text: string, instance: JobsInstance, types: readonly JobTypeRow[]): CsvJobs {
  const records = csvRecords(text);
  if (!Array.isArray(records)) {
    const allowed = 'cells separated by commas, in quotes where they hold one';
    return refused([{ path: records.path, value: records.fault, allowed, remedy: 'Correct the line.' }]);
  }
  const [first, ...others] = records;
  if (first === undefined || others.length === 0) {
    const remedy = 'Check that the file was written completely.';
    return refused([{ path: '', value: 'no jobs', allowed: 'a header and at least one line', remedy }]);
  }
  if (others.length > MAX_JOBS) {
    const value = `more than ${MAX_JOBS} jobs`;
    return refused([{ path: '', value, allowed: `at most ${MAX_JOBS} jobs`, remedy: 'Shorten the period.' }]);
  }
  const columns = first.fields.map((field) => field.trim());
  const faults = headerFaults(first.line, columns);
  if (faults.length > 0) return refused(faults);
  const judge = new JobRowJudge(instance);
  const rows: JobRow[] = [];
  const lines: number[] = [];
  for (const record of others) {
    const judged = rowOf(record, columns as Column[], judge);
    if (Array.isArray(judged)) faults.push(...judged);
    else {
      rows.push(judged);
      lines.push(record.line);
    }
    if (faults.length > MAX_FAULTS) break;
  }
  if (faults.length > 0) return refused(capped(faults));
  return { ok: true, jobs: listedJobs(rows, types, (job, at) => placeOf(lines[job]!, ['value', ...at])) };
}

function refused(faults: readonly LocalFault[]): CsvJobs {
  return { ok: false, faults };
}

function headerFaults(line: number, columns: readonly string[]): LocalFault[] {
  const optional = COLUMNS.filter((name) => !REQUIRED.includes(name));
  const allowed = `a header of ${REQUIRED.join(', ')} and any of ${optional.join(', ')}, each once`;
  const isKnown = (name: string, n: number): boolean =>
    COLUMNS.some((one) => one === name) && columns.indexOf(name) === n;
  const wrong = columns.filter((name, n) => !isKnown(name, n)).slice(0, MAX_FAULTS);
  return [
    ...wrong.map((value) => ({ path: `line ${line}`, value, allowed, remedy: 'Correct or remove the column.' })),
    ...REQUIRED.filter((name) => !columns.includes(name)).map((name) => ({
      path: `line ${line}`,
      value: undefined,
      allowed,
      remedy: `Add the column "${name}".`,
    })),
  ];
}

/** Returns a row judged, or its faults. */
function rowOf({ line, fields }: CsvRecord, columns: readonly Column[], judge: JobRowJudge): JobRow | LocalFault[] {
  if (fields.length !== columns.length) {
    const allowed = `${columns.length} cells, as the header`;
    const remedy = 'Write a cell for every column, empty where there is nothing to say.';
    return [{ path: `line ${line}`, value: `${fields.length} cells`, allowed, remedy }];
  }
  const cells: Partial<Record<Column, unknown>> = {};
  for (const [n, column] of columns.entries()) {
    const cell = fields[n]!.trim();
    if (cell !== '') cells[column] = !TEXTS.includes(column) && NUMBER.test(cell) ? Number(cell) : cell;
  }
  const { job: name, jobType, arrivalS, pace, worth, softDeadlineS, endS } = cells;
  const hasValue = OF_VALUE.some((column) => cells[column] !== undefined);
  const value = { shape: 'deadlines', worth, softDeadlineS, endS };
  const written = withoutMissing({
    name,
    jobType,
    arrivalS,
    pace,
    value: hasValue ? withoutMissing(value) : undefined,
  });
  const verdict = judgeBySchema<JobRow>(jobRowSchema, written);
  const faults = verdict.ok ? judge.faults(verdict.instance, (at) => placeOf(line, at)) : verdict.faults;
  if (verdict.ok && faults.length === 0) return verdict.instance;
  return faults.map((one) => ({ ...one, path: verdict.ok ? one.path : placeOf(line, one.path.split('.')) }));
}

function withoutMissing(of: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
}

/** Returns the line and column of a field of a row. */
function placeOf(line: number, at: readonly (string | number)[]): string {
  const [field, ...below] = at;
  const column = field === 'name' ? 'job' : field === 'value' ? jsonPath(below.length > 0 ? below : ['worth']) : field;
  return `line ${line}, column ${column}`;
}
