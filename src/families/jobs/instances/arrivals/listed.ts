import type { JobRow } from '../../../../../models/families/jobs/instance.js';
import { jsonPath } from '../../../../instances/fault.js';
import type { JobList } from './job-list.js';

/**
 * Returns jobs listed in an instance or a file. The rows must already be checked: in order of arrival and of known job
 * types.
 */
export function listedJobs(
  rows: readonly JobRow[],
  types: readonly { readonly name: string }[],
  place: JobList['place'] = (job, at) => jsonPath(['arrivals', 'jobs', job, 'value', ...at]),
): JobList {
  const typeIndex = new Map(types.map(({ name }, index) => [name, index]));
  return {
    count: rows.length,
    name: (job) => rows[job]!.name,
    place,
    arrivalS: Float64Array.from(rows, ({ arrivalS }) => arrivalS),
    type: Int32Array.from(rows, ({ jobType }) => typeIndex.get(jobType)!),
    pace: Float64Array.from(rows, ({ pace = NaN }) => pace),
    value: (job) => rows[job]!.value,
  };
}
