import type { Refused } from '../../instances/fault.js';
import { type Generated, type GenerateOfFamily, seedVariants, type VaryRequest } from '../generate.js';
import { robustFiles } from './instances/load.js';
import { withTimesOfSeed } from './instances/trial.js';

export const generateOfRobust: GenerateOfFamily = { vary };

/** Returns variants of an instance whose task times are generated from other seeds. */
function vary(request: VaryRequest): Generated | Refused {
  // Without its times: the trials draw their own.
  const read = robustFiles.read(request.file);
  if (!read.ok) return read;
  const { source } = read.instance.workload.tasks;
  const refusal = {
    path: 'workload.tasks.source',
    value: source,
    allowed: 'generated times ("source": "generated"): others have no seed',
    remedy: 'Name another instance.',
  };
  return seedVariants(request, source === 'generated' ? null : refusal, (seed) => withTimesOfSeed(read.instance, seed));
}
