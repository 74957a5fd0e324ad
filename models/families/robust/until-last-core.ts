import { coreSums } from './core-sums.js';
import { lastFinish } from './last-finish.js';
import { zValue } from './loads.js';
import type { Mapping } from './mapping.js';
import type { RobustModel } from './model.js';

/** Mean and variance of a mapping's energy if each node stays on until its last core finishes. */
export interface EnergyMoments {
  readonly energyMeanJ: number;
  readonly energyVarianceJ2: number;
  /** Expected overhead energy of all nodes, J. It is included in the mean energy. */
  readonly overheadJ: number;
  /**
   * Expected overhead energy minus that of Eq. 9, J. In Eq. 9, a node's overhead ends at the largest expected finish
   * time of its cores.
   */
  readonly excessJ: number;
  /** Quantile of the probability of keeping the energy budget, if the energy is normally distributed. */
  readonly energyZ: number;
}

/**
 * Returns exact mean and variance of the energy E, if each node stays on until its last core finishes. Task t has power
 * P_t and an independent normal time T_t. Node i has overhead power O_i, and S_j is the sum of the times on core j:
 *
 * E = sum over tasks t of P_t T_t + sum over nodes i of O_i (maximum over cores j of node i of S_j)
 *
 * Eqs. 9 and 10 neglect the wait for the core that is actually last, the variance of this wait, and its covariance with
 * the energy of the tasks (docs/robust/until-last-core.md). Searches use Eqs. 9 and 10; results also show this energy.
 * Time: O(T + 100 C) for T tasks and C cores.
 */
export function energyUntilLastCore(model: RobustModel, mapping: Mapping): EnergyMoments {
  // One time, both powers: whatever EnergyVariance says of Eqs. 6 and 8.
  const { finishS, finishVarianceS2, energyJ, energyVarianceJ2, covarianceJs } = coreSums(
    model,
    mapping,
    (node, pState) => node.powerW[pState]! ** 2,
  );
  let [taskJ, overheadJ, excessJ, varianceJ2] = [0, 0, 0, 0];
  for (const { firstCore, cores, overheadW } of model.nodes) {
    const end = firstCore + cores;
    const last = lastFinish(finishS.subarray(firstCore, end), finishVarianceS2.subarray(firstCore, end));
    // Summed by node first: rounding grows with the length of a sum.
    let [nodeJ, nodeVarianceJ2, withLastJs] = [0, 0, 0];
    for (let core = firstCore; core < end; core++) {
      nodeJ += energyJ[core]!;
      nodeVarianceJ2 += energyVarianceJ2[core]!;
      // Stein's lemma: Cov(E_j, max) = Cov(E_j, S_j) E(d max / d S_j).
      withLastJs += covarianceJs[core]! * last.lastProbability[core - firstCore]!;
    }
    taskJ += nodeJ;
    overheadJ += overheadW * last.meanS;
    excessJ += overheadW * last.excessS;
    varianceJ2 += nodeVarianceJ2 + overheadW * (overheadW * last.varianceS2 + 2 * withLastJs);
  }
  const energyMeanJ = taskJ + overheadJ;
  return {
    energyMeanJ,
    energyVarianceJ2: varianceJ2,
    overheadJ,
    excessJ,
    energyZ: zValue(model.energyBudgetJ, energyMeanJ, varianceJ2),
  };
}
