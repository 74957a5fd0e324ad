import { jsonText } from '../../instances/json-text.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import { type Generated, type GenerateOfFamily, instanceFileName, type VaryRequest } from '../generate.js';
import { robustFiles } from './instances/load.js';
import { MAX_SEED } from '../../../models/families/robust/instance.js';
import { withTimesOfSeed } from './instances/trial.js';

export const generateOfRobust: GenerateOfFamily = { vary };

/** Creates instances with generated times of other seeds. */
function vary({ file, seed, count }: VaryRequest): Generated | Refused {
  // Without its times: the trials draw their own.
  const read = robustFiles.read(file);
  if (!read.ok) return read;
  const { instance } = read;
  const { tasks } = instance.workload;
  if (tasks.source !== 'generated') {
    const allowed = 'generated times ("source": "generated"): others have no seed';
    const remedy = 'Name another instance.';
    return { ok: false, faults: [{ file, path: 'workload.tasks.source', value: tasks.source, allowed, remedy }] };
  }
  if (seed + count - 1 > MAX_SEED) {
    const allowed = `with --count ${count} at most ${MAX_SEED - count + 1}`;
    return { ok: false, faults: [{ file: COMMAND_LINE, path: '--seed', value: seed, allowed, remedy: 'Correct it.' }] };
  }
  const trials = Array.from({ length: count }, (_, n) => withTimesOfSeed(instance, seed + n));
  const files = trials.map((trial) => ({ name: instanceFileName(trial.name), text: jsonText(trial) }));
  return { ok: true, files, warnings: [] };
}
