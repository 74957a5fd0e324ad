import { coreSums } from './core-sums.js';
import { createMeasures, endsLater, type RobustMeasures, zValue } from './loads.js';
import type { Mapping } from './mapping.js';
import type { RobustModel } from './model.js';

/**
 * Returns the robustness and energy of a complete mapping of tasks to cores, directly from Eqs. 2-10. It is simple and
 * slow, O(tasks + cores), and serves to test the incremental computations.
 */
export function evaluateMapping(model: RobustModel, mapping: Mapping): RobustMeasures {
  const { finishS, finishVarianceS2, energyJ, energyVarianceJ2 } = coreSums(
    model,
    mapping,
    (node, pState) => node.powerSquareW2[pState]!,
  );
  const measures = createMeasures();
  for (const { firstCore, cores, overheadW } of model.nodes) {
    let last = firstCore;
    // Summed by node first: rounding grows with the length of a sum.
    let nodeJ = 0;
    let nodeVarianceJ2 = 0;
    for (let core = firstCore; core < firstCore + cores; core++) {
      if (endsLater(finishS, finishVarianceS2, core, last)) last = core;
      nodeJ += energyJ[core]!;
      nodeVarianceJ2 += energyVarianceJ2[core]!;
      const z = zValue(model.deadlineS, finishS[core]!, finishVarianceS2[core]!);
      if (z < measures.makespanZ) {
        measures.makespanZ = z;
        measures.leastCore = core;
      }
    }
    measures.energyMeanJ += nodeJ + overheadW * finishS[last]!;
    measures.energyVarianceJ2 += nodeVarianceJ2 + overheadW * overheadW * finishVarianceS2[last]!;
  }
  measures.energyZ = zValue(model.energyBudgetJ, measures.energyMeanJ, measures.energyVarianceJ2);
  return measures;
}
