import { CoreLoads } from '../../../../../models/families/robust/loads.js';
import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import { Tournament } from '../../../../../models/families/robust/tournament.js';
import { likeNodes } from './like-nodes.js';

/**
 * Returns the mapping of Minimum Expected Energy (thesis 2.5.2). Each task goes to the node and P-state of least
 * dynamic and static energy (Eqs. 5 and 7). Of that node's cores, it goes to the one most likely to finish in time.
 * Time O(T (G + log C)) with T tasks, G groups of equivalent nodes and C cores.
 *
 * @throws RangeError if some task runs on no node
 */
export function minEnergyMapping(model: RobustModel): Mapping {
  const { taskCount, columnCount, taskType } = model;
  const mapping = createMapping(taskCount);
  const loads = new CoreLoads(model);
  const finish = loads.finish.value;
  const z = Float64Array.from({ length: model.coreCount }, (_, core) => loads.z(core));
  const moreRobust = (a: number, b: number): boolean => z[a]! > z[b]! || (z[a] === z[b] && finish[a]! < finish[b]!);
  const groups = likeNodes(model).map(({ node, cores }) => ({
    column: node.column,
    cores,
    ...frugalPStates(model.taskTypeCount, node),
    freest: new Tournament(cores.length, (a, b) => moreRobust(cores[a]!, cores[b]!)),
  }));
  for (let task = 0; task < taskCount; task++) {
    const type = taskType[task]!;
    let best = -1;
    let leastJ = Infinity;
    for (let g = 0; g < groups.length; g++) {
      const { column, cores, freest, joulesPerSecond } = groups[g]!;
      const meanS = model.meanS[task * columnCount + column]!;
      const energyJ = meanS * joulesPerSecond[type]!;
      // Where a core draws nothing, a time of Infinity has no energy.
      if (energyJ > leastJ || meanS === Infinity) continue;
      if (energyJ === leastJ && !moreRobust(cores[freest.winner]!, groups[best]!.cores[groups[best]!.freest.winner]!))
        continue;
      best = g;
      leastJ = energyJ;
    }
    if (best < 0) throw new RangeError(`task ${model.taskName(task)} cannot run on any node`);
    const { cores, freest, pState } = groups[best]!;
    const core = cores[freest.winner]!;
    mapping.core[task] = core;
    mapping.pState[task] = pState[type]!;
    loads.add(task, core, pState[type]!);
    z[core] = loads.z(core);
    freest.update(freest.winner);
  }
  return mapping;
}

/**
 * Returns, for each task type, the P-state of least energy; on a tie, the fastest. `joulesPerSecond` is the energy in
 * that P-state per second of mean time in P-state 0, J/s.
 */
function frugalPStates(
  taskTypeCount: number,
  node: { readonly pStateCount: number; readonly powerW: Float64Array; readonly timeScale: Float64Array },
): { readonly pState: Uint8Array; readonly joulesPerSecond: Float64Array } {
  const pState = new Uint8Array(taskTypeCount);
  const joulesPerSecond = new Float64Array(taskTypeCount).fill(Infinity);
  for (let type = 0; type < taskTypeCount; type++) {
    for (let p = 0; p < node.pStateCount; p++) {
      const joules = node.powerW[p]! * node.timeScale[type * node.pStateCount + p]!;
      if (joules >= joulesPerSecond[type]!) continue;
      joulesPerSecond[type] = joules;
      pState[type] = p;
    }
  }
  return { pState, joulesPerSecond };
}
