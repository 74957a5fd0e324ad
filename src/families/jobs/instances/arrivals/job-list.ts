import type { JobValue } from '../../../../../models/families/jobs/instance.js';

/**
 * Jobs in order of arrival. Properties that the instance does not state, such as paces and values, are drawn at random
 * when it is compiled.
 */
export interface JobList {
  readonly count: number;
  readonly name: (job: number) => string;
  /** Returns the path, for messages, of the field `at` in a job's value curve; of the curve itself if `at` is empty. */
  readonly place: (job: number, at: readonly (string | number)[]) => string;
  /** Arrival time of each job, s, ascending. */
  readonly arrivalS: Float64Array;
  /** Index of each job's type. */
  readonly type: Int32Array;
  /** Pace of each job: the actual time of its work divided by the expected time; NaN if not given. */
  readonly pace: Float64Array;
  /** Returns the value curve stated for the job itself; undefined if it has none. */
  readonly value: (job: number) => JobValue | undefined;
}

/** Returns jobs of which only arrival times and types are known. Both arrays have one entry per job. */
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
