import { MAX_SEED } from '../../models/fields/fields.js';
import { COMMAND_LINE, type Fault, type LocalFault } from './fault.js';

/** An instance with a seed, from which all its random data are drawn. */
interface Seeded {
  readonly name: string;
  readonly seed: number;
  readonly knownOptimum?: unknown;
}

export function withSeed<Instance extends Seeded>(instance: Instance, seed: number): Instance {
  return { ...instance, name: `${instance.name}-seed${seed}`, seed, knownOptimum: undefined };
}

/**
 * Returns the variant of an instance for trial number `trial`, which differs only in the seed of random data. Trial 1
 * is the instance itself.
 *
 * @param draws false if the instance has no random data
 * @throws RangeError for a number that is not 1, 2, ..., and for every number if `draws` is false
 */
export function trialOf<Instance extends Seeded>(instance: Instance, trial: number, draws: boolean): Instance {
  const seed = trialSeed(instance.seed, trial);
  if (!draws) throw new RangeError(`${instance.name} is the same with every seed, so it has no trials`);
  return trial === 1 ? instance : { ...withSeed(instance, seed), name: `${instance.name}-trial${trial}` };
}

/**
 * Returns the seed of trial number `trial`, given the instance's seed.
 *
 * @throws RangeError for a number that is not 1, 2, ...
 */
export function trialSeed(seed: number, trial: number): number {
  if (!Number.isSafeInteger(trial) || trial < 1) throw new RangeError(`${trial} is no trial: they count from 1`);
  return (seed + trial - 1) % (MAX_SEED + 1);
}

/**
 * Returns the fault that an instance has no random data, so that all its trials would be the same.
 *
 * @param what words for what instances of the family may draw at random
 */
export function undrawnFault({ seed }: Pick<Seeded, 'seed'>, what: string, advice: string): LocalFault {
  const allowed = `an instance in which something is drawn: ${what}`;
  return { path: 'seed', value: seed, allowed, remedy: `Every seed gives the same here: ${advice}.` };
}

/** Returns a fault if the last of `count` successive seeds from `seed` on would exceed the maximum; otherwise null. */
export function countedSeedsFault(seed: number, count: number): Fault | null {
  if (seed + count - 1 <= MAX_SEED) return null;
  const allowed = `with --count ${count} at most ${MAX_SEED - count + 1}`;
  return { file: COMMAND_LINE, path: '--seed', value: seed, allowed, remedy: 'Correct it.' };
}
