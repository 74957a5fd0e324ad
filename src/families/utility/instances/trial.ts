import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { MAX_SEED } from '../../../../models/families/utility/instance.js';

/**
 * Returns trial 1, 2, ... of an instance (the papers run 48 or 64): equal except for its seed, hence with new types,
 * arrivals and utilities. Trial 1 is the instance itself.
 * @throws RangeError for other trials and for instances without anything random
 */
export function trialOf(instance: UtilityInstance, trial: number): UtilityInstance {
  if (!Number.isSafeInteger(trial) || trial < 1) throw new RangeError(`${trial} is no trial: they count from 1`);
  if (drawsNothing(instance)) throw new RangeError(`${instance.name} is the same with every seed, so it has no trials`);
  if (trial === 1) return instance;
  const seed = (instance.seed + trial - 1) % (MAX_SEED + 1);
  return { ...withSeed(instance, seed), name: `${instance.name}-trial${trial}` };
}

/** Returns the instance with another seed. */
export function withSeed(instance: UtilityInstance, seed: number): UtilityInstance {
  return { ...instance, name: `${instance.name}-seed${seed}`, seed, knownOptimum: undefined };
}

/** Returns true if the seed has no effect because types, tasks, utilities and flags are all given. */
export function drawsNothing({ taskTypes, arrivals, utility, preemption }: UtilityInstance): boolean {
  if (
    (taskTypes.source !== 'table' && taskTypes.source !== 'facility') ||
    arrivals.source === 'generated' ||
    arrivals.source === 'swf'
  )
    return false;
  const isCertain = (probability = 1): boolean => probability === 0 || probability === 1;
  return (
    utility.priorities === undefined &&
    (utility.classes.length === 1 || taskTypes.types.every(({ utilityClass }) => utilityClass !== undefined)) &&
    isCertain(preemption?.mayPreempt) &&
    isCertain(preemption?.mayBePreempted)
  );
}
