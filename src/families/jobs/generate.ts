import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { jsonText } from '../../instances/json-text.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import { type Generated, type GenerateOfFamily, instanceFileName, type VaryRequest } from '../generate.js';
import { jobsFiles } from './instances/load.js';
import { MAX_SEED } from '../../../models/families/jobs/instance.js';
import { drawsNothing, withSeed } from './instances/trial.js';

export const generateOfJobs: GenerateOfFamily = { vary };

/**
 * Creates instances with other seeds, i.e. with new job types, arrivals, values and paces where these are random. Equal
 * seeds give equal jobs on every platform.
 */
function vary({ file, seed, count }: VaryRequest): Generated | Refused {
  const read = jobsFiles.read(file);
  if (!read.ok) return read;
  const { instance } = read;
  if (drawsNothing(instance)) {
    const allowed = 'an instance in which something is drawn: job types, arrivals, values or paces';
    const remedy = 'Every seed gives the same here: name another.';
    return { ok: false, faults: [{ file, path: 'seed', value: instance.seed, allowed, remedy }] };
  }
  const named = fileNamed(instance);
  if (named !== null) {
    const allowed = 'jobs in the instance or generated, and air that is no file';
    const remedy = 'The variants would lie elsewhere than the file they name: vary it by hand.';
    return { ok: false, faults: [{ file, ...named, allowed, remedy }] };
  }
  if (seed + count - 1 > MAX_SEED) {
    const allowed = `with --count ${count} at most ${MAX_SEED - count + 1}`;
    const fault = { path: '--seed', value: seed, allowed, remedy: 'Correct it.' };
    return { ok: false, faults: [{ file: COMMAND_LINE, ...fault }] };
  }
  const trials = Array.from({ length: count }, (_, n) => withSeed(instance, seed + n));
  const files = trials.map((trial) => ({ name: instanceFileName(trial.name), text: jsonText(trial) }));
  return { ok: true, files, warnings: [] };
}

/** Returns the file that an instance names, and where; null if none. */
function fileNamed({ arrivals, platform }: JobsInstance): { readonly path: string; readonly value: unknown } | null {
  if ('file' in arrivals) return { path: 'arrivals.file', value: arrivals.file };
  if (platform.source !== 'facility' || platform.facility.airflow.source !== 'matrix') return null;
  return { path: 'platform.facility.airflow', value: platform.facility.airflow };
}
