import type { JobTypeRow, JobValue } from './instance.js';

/** The job types and the J jobs of an instance, in order of arrival. The checker uses the same data. */
export interface JobsWorkload {
  readonly types: readonly JobTypeRow[];
  readonly jobs: number;
  readonly name: (job: number) => string;
  /** Type of each job, as index in `types`. */
  readonly typeOf: Int32Array;
  /** Arrival time of each job, s from the start of the period. */
  readonly arrivalS: Float64Array;
  /** Pace of each job: actual / expected execution time, > 0. */
  readonly paceOf: Float64Array;
  /** Returns a job's value by its age at completion. The value is given for the job, given for its type, or drawn. */
  readonly value: (job: number) => JobValue | DrawnCurve;
}

/**
 * Deadlines and value drawn for a job. They are multiples of the least response time and of the work of its job type.
 */
export interface DrawnCurve {
  readonly shape: 'drawn';
  /** Age until which the job keeps its full value, divided by the least response time of its type. */
  readonly softDeadlineOverLeastTime: number;
  /**
   * Time after the soft deadline in which the value falls to 0, divided by the least response time of the job's type.
   */
  readonly fallOverLeastTime: number;
  /** Full value of the job, divided by the core-hours of its tasks at the fastest frequency level. */
  readonly worthPerCoreHour: number;
}
