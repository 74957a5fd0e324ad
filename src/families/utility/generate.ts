import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { withSeed } from '../../instances/seeded.js';
import { type Generated, type GenerateOfFamily, seedVariants, type VaryRequest } from '../generate.js';
import { utilityFiles } from './instances/load.js';
import { fileOfInstance } from './instances/written.js';
import { undrawnFault } from './instances/trial.js';

export const generateOfUtility: GenerateOfFamily = { vary };

/** Creates variants of an instance that differ in the seed, and so in all random data: types, arrivals or utilities. */
function vary(request: VaryRequest): Generated | Refused {
  const read = utilityFiles.read(request.file);
  if (!read.ok) return read;
  const { instance } = read;
  return seedVariants(request, refusalOf(instance), (seed) => fileOfInstance(withSeed(instance, seed)));
}

function refusalOf(instance: UtilityInstance): Omit<Fault, 'file'> | null {
  const { arrivals, facility } = instance;
  const undrawn = undrawnFault(instance, 'name another');
  if (undrawn !== null) return undrawn;
  if (!('file' in arrivals && arrivals.file !== undefined) && facility?.airflow.source !== 'matrix') return null;
  const allowed = 'tasks in the instance, generated, or of a trace that is named at run time';
  const remedy = 'The variants would lie elsewhere than the file they name: vary it by hand.';
  return { path: 'arrivals.file', value: arrivals, allowed, remedy };
}
