import { colocatedTimeS } from '../physics/colocation/interference.js';
import type { CompiledNodeType } from './compiled.js';

/**
 * Returns the tasks per second that one core completes on a node with these core counts (Eq. 21), as [local task
 * type][admissible P-state].
 *
 * The list of a task type without cores is empty. An entry is 0 if Eq. 21 as printed in the thesis (co-location model
 * "literal") gives an execution time <= 0.
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
