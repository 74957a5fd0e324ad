import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { withSeed } from '../../instances/seeded.js';
import { type Generated, type GenerateOfFamily, seedVariants, type VaryRequest } from '../generate.js';
import { jobsFiles } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';

export const generateOfJobs: GenerateOfFamily = { vary };

/**
 * Makes copies of an instance with other seeds, and so other random job types, arrivals, values and paces. Equal seeds
 * give equal jobs on every platform.
 */
function vary(request: VaryRequest): Generated | Refused {
  const read = jobsFiles.read(request.file);
  if (!read.ok) return read;
  const { instance } = read;
  return seedVariants(request, refusalOf(instance), (seed) => withSeed(instance, seed));
}

function refusalOf(instance: JobsInstance): Omit<Fault, 'file'> | null {
  const undrawn = undrawnFault(instance, 'name another');
  if (undrawn !== null) return undrawn;
  const named = fileNamed(instance);
  if (named === null) return null;
  const allowed = 'jobs in the instance or generated, and air that is no file';
  const remedy = 'The variants would lie elsewhere than the file they name: vary it by hand.';
  return { ...named, allowed, remedy };
}

/** Returns the path and value of the instance's field that names a data file; null if there is none. */
function fileNamed({ arrivals, platform }: JobsInstance): { readonly path: string; readonly value: unknown } | null {
  if ('file' in arrivals) return { path: 'arrivals.file', value: arrivals.file };
  if (platform.source !== 'facility' || platform.facility.airflow.source !== 'matrix') return null;
  return { path: 'platform.facility.airflow', value: platform.facility.airflow };
}
