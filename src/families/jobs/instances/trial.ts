import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { LocalFault } from '../../../instances/fault.js';
import * as seeded from '../../../instances/seeded.js';

/**
 * Returns trial 1, 2, ... of an instance: a copy with another seed, and so other random job types, arrivals, values and
 * paces. Trial 1 is the instance itself. Instances that differ only in their platform have the same jobs in trial n.
 *
 * @throws RangeError for other trial numbers, and for instances without anything random
 */
export function trialOf(instance: JobsInstance, trial: number): JobsInstance {
  return seeded.trialOf(instance, trial, !drawsNothing(instance));
}

/**
 * Returns true if the instance draws nothing, so that its seed has no effect. Jobs listed in a CSV file are assumed to
 * draw values or paces.
 */
export function drawsNothing({ jobTypes, arrivals, pace, value }: JobsInstance): boolean {
  if (jobTypes.source !== 'table' || arrivals.source === 'generated' || arrivals.source === 'swf') return false;
  const isPaceDrawn = pace !== undefined && pace.least < pace.most;
  if (arrivals.source === 'csv') return !isPaceDrawn && value === undefined;
  const valued = new Set(jobTypes.types.filter((type) => type.value !== undefined).map(({ name }) => name));
  return arrivals.jobs.every(
    (job) => (!isPaceDrawn || job.pace !== undefined) && (job.value !== undefined || valued.has(job.jobType)),
  );
}

/** Returns the fault that an instance has no variants, because it draws nothing; null if it draws something. */
export function undrawnFault(instance: JobsInstance, advice: string): LocalFault | null {
  return drawsNothing(instance) ? seeded.undrawnFault(instance, 'job types, arrivals, values or paces', advice) : null;
}
