import type { RobustInstance } from '../../../../../models/problems/robust/instance.js';
import { robustProblem } from '../../../../../models/problems/robust/problem.js';
import type { TaskTimes } from '../../../../../models/problems/robust/times.js';
import { timesOf } from '../../instances/load.js';
import { withTimesOfSeed } from '../../instances/trial.js';
import { digestOf } from '../../../../runs/digest.js';
import type { OpenedRobust } from '../../runs/open.js';

/** Source of times for which trials of an instance cannot be variants, or null. */
export function noVariants({ workload }: RobustInstance): string | null {
  return workload.tasks.source === 'generated' ? null : workload.tasks.source;
}

/** Function from a trial's seed to its instance; it keeps the times drawn last, for the other runs of that trial. */
export function instanceShelf(original: OpenedRobust, variants: boolean): (seed: number) => OpenedRobust {
  let drawn: { readonly seed: number; readonly instance: RobustInstance; readonly times: TaskTimes } | null = null;
  return (seed) => {
    if (!variants) return { ...original, problem: robustProblem(original.instance, original.times) };
    if (drawn?.seed !== seed) {
      const instance = withTimesOfSeed(original.instance, seed);
      const read = timesOf(instance, '');
      if (!read.ok) throw new RangeError(`${instance.name} has no times`);
      drawn = { seed, instance, times: read.times };
    }
    const { instance, times } = drawn;
    return { ...original, instance, times, problem: robustProblem(instance, times), sha256: digestOf(instance) };
  };
}
