import { colocatedTimeS } from '../physics/colocation/interference.js';
import type { CompiledNodeType } from './compiled.js';

/**
 * Returns the rate of one core on each local task type in each admissible P-state, tasks/s, on a node with these core
 * counts (Eq. 21). Index order: [local task][P-state]. 0 if Eq. 21 as printed (co-location model "literal") gives no
 * positive time; an empty array for task types that are absent.
 */
export function coreRates(nodeType: CompiledNodeType, counts: Uint16Array): number[][] {
  let active = 0;
  let intensity = 0;
  for (const [k, task] of nodeType.tasks.entries()) {
    active += counts[k]!;
    intensity += counts[k]! * task.memoryIntensity;
  }
  return nodeType.tasks.map((task, k) => {
    if (counts[k] === 0) return [];
    return Array.from(task.timeS, (baseTimeS, p) => {
      const timeS = colocatedTimeS(nodeType.colocation, task.coefficients, {
        neighbours: active - 1,
        baseTimeS,
        frequencyGHz: task.frequencyGHz[p]!,
        averageIntensity: intensity / active,
        ownIntensity: task.memoryIntensity,
      });
      return timeS > 0 ? 1 / timeS : 0;
    });
  });
}
