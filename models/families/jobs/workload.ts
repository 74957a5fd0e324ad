import type { JobTypeRow, JobValue } from './instance.js';

/**
 * Job types and J jobs of an instance, listed, read or drawn; the checker judges by them. Jobs are in the order of
 * arrival.
 */
export interface JobsWorkload {
  readonly types: readonly JobTypeRow[];
  /** Number of jobs J. */
  readonly jobs: number;
  readonly name: (job: number) => string;
  /** Length J: index of the job's type in `types`. */
  readonly typeOf: Int32Array;
  /** Length J: arrivals, s from the start of the period. */
  readonly arrivalS: Float64Array;
  /** Length J: actual over expected time of the job's work, > 0. */
  readonly paceOf: Float64Array;
  /** Returns the value curve of a job: its own, that of its type, or the one drawn for it. */
  readonly value: (job: number) => JobValue | DrawnCurve;
}

/** Deadlines and worth drawn for a job, as multiples of what its type states. */
export interface DrawnCurve {
  readonly shape: 'drawn';
  /** Soft deadline in least response times of the type. */
  readonly softDeadlineOverLeastTime: number;
  /** Time from the soft deadline to the end of the value, in least response times of the type. */
  readonly fallOverLeastTime: number;
  /** Value per core-hour of the type's work at the fastest level. */
  readonly worthPerCoreHour: number;
}
