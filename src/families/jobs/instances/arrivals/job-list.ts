import type { JobValue } from '../../../../../models/families/jobs/instance.js';

/**
 * Jobs in order of arrival. Properties that the instance does not state, such as paces and values, are drawn when it is
 * compiled.
 */
export interface JobList {
  readonly count: number;
  readonly name: (job: number) => string;
  /** Returns the path, for messages, of the field `at` in a job's value curve; of the whole curve if `at` is empty. */
  readonly place: (job: number, at: readonly (string | number)[]) => string;
  /** Arrival time of each job, s, ascending. */
  readonly arrivalS: Float64Array;
  /** Index of each job's type. */
  readonly type: Int32Array;
  /** Pace of each job, actual over expected time of its work; NaN if not given. */
  readonly pace: Float64Array;
  /** Returns the job's own value curve; undefined if it has none. */
  readonly value: (job: number) => JobValue | undefined;
}

/** Returns jobs with only arrival times and types, one entry per job in each array. */
export function plainJobs(
  arrivalS: Float64Array,
  type: Int32Array,
  name = (job: number): string => `j${job + 1}`,
): JobList {
  return {
    count: arrivalS.length,
    name,
    arrivalS,
    type,
    place: () => 'jobTypes',
    pace: new Float64Array(arrivalS.length).fill(NaN),
    value: () => undefined,
  };
}
