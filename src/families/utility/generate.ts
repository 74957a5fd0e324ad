import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { jsonText } from '../../instances/json-text.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import { type Generated, type GenerateOfFamily, instanceFileName, type VaryRequest } from '../generate.js';
import { withoutPools } from './instances/facility/pools.js';
import { utilityFiles } from './instances/load.js';
import { MAX_SEED } from '../../../models/families/utility/instance.js';
import { drawsNothing, withSeed } from './instances/trial.js';

export const generateOfUtility: GenerateOfFamily = { vary };

/** Creates instances with other seeds, i.e. with new types, arrivals and utilities where these are random. */
function vary({ file, seed, count }: VaryRequest): Generated | Refused {
  const read = utilityFiles.read(file);
  if (!read.ok) return read;
  const { instance } = read;
  if (drawsNothing(instance)) {
    const allowed = 'an instance in which something is drawn: types, arrivals, utilities or flags';
    const fault = {
      path: 'seed',
      value: instance.seed,
      allowed,
      remedy: 'Every seed gives the same here: name another.',
    };
    return { ok: false, faults: [{ file, ...fault }] };
  }
  if (namesFile(instance)) {
    const allowed = 'tasks in the instance, generated, or of a trace that is named at run time';
    const remedy = 'The variants would lie elsewhere than the file they name: vary it by hand.';
    return { ok: false, faults: [{ file, path: 'arrivals.file', value: instance.arrivals, allowed, remedy }] };
  }
  if (seed + count - 1 > MAX_SEED) {
    const allowed = `with --count ${count} at most ${MAX_SEED - count + 1}`;
    const fault = { path: '--seed', value: seed, allowed, remedy: 'Correct it.' };
    return { ok: false, faults: [{ file: COMMAND_LINE, ...fault }] };
  }
  const trials = Array.from({ length: count }, (_, n) => withSeed(instance, seed + n));
  const files = trials.map((trial) => ({ name: instanceFileName(trial.name), text: jsonText(withoutPools(trial)) }));
  return { ok: true, files, warnings: [] };
}

function namesFile({ arrivals, facility }: UtilityInstance): boolean {
  return ('file' in arrivals && arrivals.file !== undefined) || facility?.airflow.source === 'matrix';
}
