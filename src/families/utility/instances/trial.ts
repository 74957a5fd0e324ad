import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import * as seeded from '../../../instances/seeded.js';

/**
 * Returns trial 1, 2, ... of an instance (the papers run 48 or 64), with new types, arrivals and utilities. Trial 1 is
 * the instance itself.
 * @throws RangeError for other trials and for instances without anything random
 */
export function trialOf(instance: UtilityInstance, trial: number): UtilityInstance {
  return seeded.trialOf(instance, trial, !drawsNothing(instance));
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
