import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import { trialSeed } from '../../../instances/seeded.js';

/**
 * Returns trial number `trial` (1, 2, ...) of a generated instance. Trials differ only in the seed of their task times.
 * Trial 1 is the instance itself. The thesis runs 96 trials (section 2.7).
 *
 * @throws RangeError if the trial does not exist or the instance's times are not generated
 */
export function trialOf(instance: RobustInstance, trial: number): RobustInstance {
  const { tasks } = instance.workload;
  if (tasks.source !== 'generated') throw new RangeError(`${instance.name} has given times, so no trials`);
  const seed = trialSeed(tasks.seed, trial);
  if (trial === 1) return instance;
  return {
    ...instance,
    name: `${instance.name}-trial${trial}`,
    workload: { ...instance.workload, tasks: { ...tasks, seed } },
    knownOptimum: undefined,
  };
}

/**
 * Returns the instance with its task times generated from the given seed.
 *
 * @throws RangeError if the instance's times are not generated
 */
export function withTimesOfSeed(instance: RobustInstance, seed: number): RobustInstance {
  const { tasks } = instance.workload;
  if (tasks.source !== 'generated') throw new RangeError(`${instance.name} has given times, so no variants`);
  const workload = { ...instance.workload, tasks: { ...tasks, seed } };
  return { ...instance, name: `${instance.name}-seed${seed}`, workload, knownOptimum: undefined };
}
