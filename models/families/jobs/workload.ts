import type { JobTypeRow, JobValue } from './instance.js';

/**
 * Job types and J jobs of an instance, whether listed, read from a file or generated. The checker uses the same data.
 * Jobs are in order of arrival.
 */
export interface JobsWorkload {
  readonly types: readonly JobTypeRow[];
  /** Number of jobs. */
  readonly jobs: number;
  readonly name: (job: number) => string;
  /** Type of each job, as index in `types`. */
  readonly typeOf: Int32Array;
  /** Arrival time of each job, s from the start of the period. */
  readonly arrivalS: Float64Array;
  /** Pace of each job: actual / expected execution time, > 0. */
  readonly paceOf: Float64Array;
  /**
   * Returns the value of a job as a function of its age. It is stated for the job, stated for its type, or drawn at
   * random for the job.
   */
  readonly value: (job: number) => JobValue | DrawnCurve;
}

/** Randomly drawn deadlines and value of a job, as multiples of properties of its job type. */
export interface DrawnCurve {
  readonly shape: 'drawn';
  /** Soft deadline (age until which the job keeps its whole value) / least response time of the job type. */
  readonly softDeadlineOverLeastTime: number;
  /** Time in which the value falls to 0 after the soft deadline / least response time of the job type. */
  readonly fallOverLeastTime: number;
  /** Value of the job for each core-hour of its type's work at the fastest level. */
  readonly worthPerCoreHour: number;
}
