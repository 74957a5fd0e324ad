import type { RobustInstance } from '../../../../../models/families/robust/instance.js';
import { robustModel } from '../../../../../models/families/robust/model.js';
import { timesOf } from '../../instances/load.js';
import { withTimesOfSeed } from '../../instances/trial.js';
import { lastDrawn } from '../../../../studies/compare/last-drawn.js';
import { digestOf } from '../../../../runs/digest.js';
import type { OpenedRobust } from '../../runs/open.js';

/** Source of times for which trials of an instance cannot be variants, or null. */
export function noVariants({ workload }: RobustInstance): string | null {
  return workload.tasks.source === 'generated' ? null : workload.tasks.source;
}

/** Function from a trial's seed to its instance, compiled afresh for every run. */
export function instanceShelf(original: OpenedRobust, variants: boolean): (seed: number) => OpenedRobust {
  const drawn = lastDrawn((seed) => {
    const instance = withTimesOfSeed(original.instance, seed);
    const read = timesOf(instance, '');
    if (!read.ok) throw new RangeError(`${instance.name} has no times`);
    return { instance, times: read.times };
  });
  return (seed) => {
    if (!variants) return { ...original, model: robustModel(original.instance, original.times) };
    const { instance, times } = drawn(seed);
    return { ...original, instance, times, model: robustModel(instance, times), sha256: digestOf(instance) };
  };
}
