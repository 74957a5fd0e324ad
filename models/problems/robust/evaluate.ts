import { createMeasures, endsLater, type RobustMeasures, zValue } from './loads.js';
import type { Mapping } from './mapping.js';
import { meanTimeS, type RobustProblem, timeVarianceS2 } from './problem.js';

/** Eqs. 2-10 straight from a complete mapping: the plain, slow twin of everything incremental. O(T + C). */
export function evaluateMapping(problem: RobustProblem, mapping: Mapping): RobustMeasures {
  const { nodes, nodeOfCore, coreCount } = problem;
  const finishS = new Float64Array(coreCount);
  const finishVarianceS2 = new Float64Array(coreCount);
  const energyJ = new Float64Array(coreCount);
  const energyVarianceJ2 = new Float64Array(coreCount);
  for (let task = 0; task < problem.taskCount; task++) {
    const core = mapping.core[task]!;
    const pState = mapping.pState[task]!;
    const node = nodes[nodeOfCore[core]!]!;
    const meanS = meanTimeS(problem, node, task, pState);
    const varianceS2 = timeVarianceS2(problem, node, task, pState);
    finishS[core]! += meanS;
    finishVarianceS2[core]! += varianceS2;
    energyJ[core]! += node.powerW[pState]! * meanS;
    energyVarianceJ2[core]! += node.powerSquareW2[pState]! * varianceS2;
  }
  const measures = createMeasures();
  for (const { firstCore, cores, overheadW } of nodes) {
    let last = firstCore;
    // Summed by node first: rounding grows with the length of a sum.
    let nodeJ = 0;
    let nodeVarianceJ2 = 0;
    for (let core = firstCore; core < firstCore + cores; core++) {
      if (endsLater(finishS, finishVarianceS2, core, last)) last = core;
      nodeJ += energyJ[core]!;
      nodeVarianceJ2 += energyVarianceJ2[core]!;
      const z = zValue(problem.deadlineS, finishS[core]!, finishVarianceS2[core]!);
      if (z < measures.makespanZ) {
        measures.makespanZ = z;
        measures.leastCore = core;
      }
    }
    measures.energyMeanJ += nodeJ + overheadW * finishS[last]!;
    measures.energyVarianceJ2 += nodeVarianceJ2 + overheadW * overheadW * finishVarianceS2[last]!;
  }
  measures.energyZ = zValue(problem.energyBudgetJ, measures.energyMeanJ, measures.energyVarianceJ2);
  return measures;
}
