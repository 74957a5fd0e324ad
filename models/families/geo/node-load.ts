import { colocatedTimeS } from '../../physics/colocation/interference.js';
import type { CoreShare } from '../../facility/core-share.js';
import type { CompiledNodeType } from '../../facility/compiled.js';
import type { GeoLoad } from './allocation.js';
import { type Company, companyWithout, type CoreLaw } from './core-company.js';
import type { GeoModel } from './model.js';

/**
 * Returns the load of an awake node whose groups of cores run the given time slices, with its task rates and power.
 * Cores change tasks independently of each other (docs/decisions/time-sliced-semantics.md).
 *
 * The rate of a task type is the sum over its cores and slices of fraction x E[1 / CET]. CET is the co-located
 * execution time, and the expectation is over what the other cores run. Power is idle power plus the sum of fraction x
 * core power (Eq. 29).
 *
 * Returns null if Eq. 21 as printed in the thesis gives an execution time <= 0.
 *
 * @throws RangeError for task types, P-states or numbers of cores that the node type does not have, and if there are
 * more than MAX_STATES states
 */
export function nodeLoad(model: GeoModel, type: number, cores: readonly CoreShare[]): GeoLoad | null {
  const nodeType = model.nodeTypes[type]!;
  const laws = lawsOf(model, nodeType, cores);
  const ratePerS = new Float64Array(model.taskNames.length);
  let powerW = nodeType.staticW;
  for (const [s, law] of laws.entries()) {
    // The same company for all slices of a core: it does not know in which P-state that core is.
    const company = companyWithout(laws, s, nodeType.tasks);
    for (const { task, choice, fraction } of law.slices) {
      const speed = meanSpeed(nodeType, task, choice, company);
      if (speed === null) return null;
      ratePerS[nodeType.tasks[task]!.task]! += law.count * fraction * speed;
      powerW += law.count * fraction * nodeType.tasks[task]!.powerW[choice]!;
    }
  }
  return { type, cores, ratePerS, powerW };
}

/**
 * Converts groups of cores from names to local task indices. Groups without work are left out.
 *
 * @throws RangeError for task types, P-states or numbers of cores that the node type does not have
 */
function lawsOf(model: GeoModel, nodeType: CompiledNodeType, cores: readonly CoreShare[]): CoreLaw[] {
  let busyCores = 0;
  const laws: CoreLaw[] = [];
  for (const { count, slices } of cores) {
    busyCores += count;
    const local = slices
      .filter(({ fraction }) => fraction > 0)
      .map(({ taskType, pState, fraction }) => {
        const global = model.taskNames.indexOf(taskType);
        const task = nodeType.tasks.findIndex((one) => one.task === global);
        const choice = task < 0 ? -1 : nodeType.tasks[task]!.pStates.indexOf(pState);
        if (choice < 0) throw new RangeError(`${nodeType.name} does not run ${taskType} in P-state ${pState}`);
        return { task, choice, fraction };
      });
    if (count > 0 && local.length > 0) laws.push({ count, slices: local });
  }
  if (busyCores > nodeType.cores) throw new RangeError(`${busyCores} cores on ${nodeType.name} of ${nodeType.cores}`);
  return laws;
}

/**
 * Returns the mean tasks per second that a core completes beside the other cores of its node: E[1 / co-located
 * execution time]. Returns null if an execution time is <= 0.
 *
 * @param choice index of the P-state
 */
function meanSpeed(type: CompiledNodeType, task: number, choice: number, company: Company): number | null {
  const { memoryIntensity, coefficients, timeS, frequencyGHz } = type.tasks[task]!;
  const { probability, active, intensity } = company;
  let speed = 0;
  for (let state = 0; state < probability.length; state++) {
    const coTimeS = colocatedTimeS(type.colocation, coefficients, {
      neighbours: active[state]!,
      baseTimeS: timeS[choice]!,
      frequencyGHz: frequencyGHz[choice]!,
      averageIntensity: (intensity[state]! + memoryIntensity) / (active[state]! + 1),
      ownIntensity: memoryIntensity,
    });
    if (!(coTimeS > 0)) return null;
    speed += probability[state]! / coTimeS;
  }
  return speed;
}
