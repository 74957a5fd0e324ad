import type { JobValue } from '../../../../../models/families/jobs/instance.js';

/** Jobs in order of arrival. Fields that an instance leaves open are drawn when it is compiled. J jobs. */
export interface JobList {
  readonly count: number;
  readonly name: (job: number) => string;
  /** Returns the path of a job's value curve, or of a part of it, as faults name it. */
  readonly place: (job: number, at: readonly (string | number)[]) => string;
  /** Length J: moments of arrival, s, ascending. */
  readonly arrivalS: Float64Array;
  /** Length J: job type. */
  readonly type: Int32Array;
  /** Length J: actual over expected time, NaN if not given. */
  readonly pace: Float64Array;
  /** Returns the value curve of a job itself; undefined if it has none. */
  readonly value: (job: number) => JobValue | undefined;
}

/** Returns a list with only arrivals and types, each of length J. */
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
