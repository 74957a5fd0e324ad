import { ActiveSet } from './active-set.js';
import { shareRule } from './dual.js';
import type { BoundSetting } from './setting.js';

/**
 * Returns a reduced problem with one of every `every` tasks and their `width` cheapest options (node group and
 * P-state). The weight of the tasks is chosen so that the sample's least energy equals that of all tasks. A weight of
 * `every` would be less accurate, because the energy per task differs between samples.
 */
export function sampleSet(
  { model, groups, options, ends, point }: BoundSetting,
  every: number,
  width: number,
  leastEnergyJ: number,
): ActiveSet {
  const tasks = Int32Array.from({ length: Math.ceil(model.taskCount / every) }, (_, n) => n * every);
  const set = (weight: number): ActiveSet => new ActiveSet(model, groups, options, ends, tasks, weight, width);
  if (every === 1) return set(1);
  const plain = set(1);
  const nothing = { nodeJ: new Float64Array(groups.length), varianceJPerJ2: 0 };
  plain.refresh(shareRule(-Infinity, model.deadlineS), nothing);
  plain.evaluate(nothing, 1, point);
  const weight = leastEnergyJ / point.energyJ;
  return set(weight > 0 && weight < Infinity ? weight : every);
}
