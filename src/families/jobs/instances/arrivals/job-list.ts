import type { JobValue } from '../../../../../models/families/jobs/instance.js';

/** Jobs in the order of arrival, as far as an instance says; what it leaves open is drawn when it is compiled. J jobs. */
export interface JobList {
  readonly count: number;
  readonly name: (job: number) => string;
  /** Returns the place that the value curve of a job comes from, and a part of it, as faults name it. */
  readonly place: (job: number, at: readonly (string | number)[]) => string;
  /** Length J: moments of arrival, s, ascending. */
  readonly arrivalS: Float64Array;
  /** Length J: job type. */
  readonly type: Int32Array;
  /** Length J: actual over expected time, NaN where not said. */
  readonly pace: Float64Array;
  /** Value curve that a job brings; undefined for none. */
  readonly value: (job: number) => JobValue | undefined;
}

/** Returns a list of which nothing is known but arrivals and types. Lengths J. */
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
