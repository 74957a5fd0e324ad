import type { Mapping } from './mapping.js';
import { meanTimeS, type RobustNode, type RobustModel, timeVarianceS2 } from './model.js';

/** Mean and variance of each core's finish time and energy, as sums over its tasks (Eqs. 2-3 and 6-8). */
export interface CoreSums {
  readonly finishS: Float64Array;
  readonly finishVarianceS2: Float64Array;
  readonly energyJ: Float64Array;
  readonly energyVarianceJ2: Float64Array;
  /** Covariance between each core's finish time and the energy of its tasks, J s. */
  readonly covarianceJs: Float64Array;
}

/**
 * Returns mean and variance of finish time and energy of each core, for a mapping of tasks to cores, in time O(tasks).
 *
 * @param squareW2 returns the factor that converts the variance of a task's time to the variance of its energy, W^2
 */
export function coreSums(
  model: RobustModel,
  mapping: Mapping,
  squareW2: (node: RobustNode, pState: number) => number,
): CoreSums {
  const { nodes, nodeOfCore, coreCount } = model;
  const finishS = new Float64Array(coreCount);
  const finishVarianceS2 = new Float64Array(coreCount);
  const energyJ = new Float64Array(coreCount);
  const energyVarianceJ2 = new Float64Array(coreCount);
  const covarianceJs = new Float64Array(coreCount);
  for (let task = 0; task < model.taskCount; task++) {
    const core = mapping.core[task]!;
    const pState = mapping.pState[task]!;
    const node = nodes[nodeOfCore[core]!]!;
    const meanS = meanTimeS(model, node, task, pState);
    const varianceS2 = timeVarianceS2(model, node, task, pState);
    const powerW = node.powerW[pState]!;
    finishS[core]! += meanS;
    finishVarianceS2[core]! += varianceS2;
    energyJ[core]! += powerW * meanS;
    energyVarianceJ2[core]! += squareW2(node, pState) * varianceS2;
    covarianceJs[core]! += powerW * varianceS2;
  }
  return { finishS, finishVarianceS2, energyJ, energyVarianceJ2, covarianceJs };
}
