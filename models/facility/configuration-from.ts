import { colocatedTimeS } from '../physics/colocation/interference.js';
import type { Configuration } from './configuration.js';
import type { CompiledNodeType } from './compiled.js';

/**
 * Returns the configuration in which counts[k] cores run local task type k, in the P-state with index choices[k]. Its
 * rates include the effect of co-location (Eq. 21).
 *
 * Returns null if Eq. 21 as printed in the thesis (co-location model "literal") gives an execution time <= 0 for a task
 * type.
 *
 * @param type index of the node type
 * @param globalTasks number of task types of the instance
 */
export function configurationFrom(
  type: number,
  nodeType: CompiledNodeType,
  globalTasks: number,
  counts: Uint16Array,
  choices: Uint8Array,
): Configuration | null {
  let active = 0;
  let intensity = 0;
  for (const [k, task] of nodeType.tasks.entries()) {
    active += counts[k]!;
    intensity += counts[k]! * task.memoryIntensity;
  }
  const ratePerS = new Float64Array(globalTasks);
  let coreW = active > 0 ? (nodeType.wakeW ?? 0) : 0;
  for (const [k, task] of nodeType.tasks.entries()) {
    if (counts[k] === 0) continue;
    const choice = choices[k]!;
    const timeS = colocatedTimeS(nodeType.colocation, task.coefficients, {
      neighbours: active - 1,
      baseTimeS: task.timeS[choice]!,
      frequencyGHz: task.frequencyGHz[choice]!,
      averageIntensity: intensity / active,
      ownIntensity: task.memoryIntensity,
    });
    if (timeS <= 0) return null;
    ratePerS[task.task]! += counts[k]! / timeS;
    coreW += counts[k]! * task.powerW[choice]!;
  }
  return { type, counts: counts.slice(), choices: choices.slice(), ratePerS, coreW };
}
