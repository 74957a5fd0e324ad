import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { LocalFault } from '../../../instances/fault.js';
import * as seeded from '../../../instances/seeded.js';

/**
 * Returns a copy of a random instance with another seed, so that types, arrivals and utilities are drawn anew. Trial 1
 * is the instance itself. The papers run 48 or 64 trials.
 *
 * @throws RangeError for a number that is not 1, 2, ..., and for every number if nothing in the instance is random
 */
export function trialOf(instance: UtilityInstance, trial: number): UtilityInstance {
  return seeded.trialOf(instance, trial, !drawsNothing(instance));
}

/** Returns true if the seed has no effect: types, tasks, utilities and permissions to preempt are all given. */
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

/** Returns a fault if nothing in an instance is random, so that other seeds give no variants; else null. */
export function undrawnFault(instance: UtilityInstance, advice: string): LocalFault | null {
  return drawsNothing(instance) ? seeded.undrawnFault(instance, 'types, arrivals, utilities or flags', advice) : null;
}
