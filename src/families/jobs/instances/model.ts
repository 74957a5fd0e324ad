import type { JobsInstance, JobTypeRow } from '../../../../models/families/jobs/instance.js';
import { generatedJobs } from './arrivals/generated.js';
import type { JobList } from './arrivals/job-list.js';
import { listedJobs } from './arrivals/listed.js';
import { layeredTypes } from './types/layered.js';

/** Returns the job types of a valid instance: listed, or drawn from its seed. */
export function jobTypesOf({ jobTypes, platform, seed }: JobsInstance): readonly JobTypeRow[] {
  return jobTypes.source === 'table' ? jobTypes.types : layeredTypes(jobTypes, platform.bytesPerS, seed);
}

/**
 * Returns the jobs of an instance, listed in it or generated.
 *
 * @throws RangeError if the jobs are in another file
 */
export function jobsInside(instance: JobsInstance, types: readonly JobTypeRow[]): JobList {
  const { arrivals, period, seed } = instance;
  if (arrivals.source === 'generated') return generatedJobs(arrivals, period, types, seed);
  if (arrivals.source === 'table') return listedJobs(arrivals.jobs, types);
  throw new RangeError(`${instance.name}: its jobs are in another file`);
}
