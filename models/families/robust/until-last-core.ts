import { coreSums } from './core-sums.js';
import { lastFinish } from './last-finish.js';
import { zValue } from './loads.js';
import type { Mapping } from './mapping.js';
import type { RobustModel } from './model.js';

/** Moments of the energy of a mapping whose nodes are on until their last core is done. */
export interface EnergyMoments {
  readonly energyMeanJ: number;
  readonly energyVarianceJ2: number;
  /** Part of the mean that is overhead of all nodes, J. */
  readonly overheadJ: number;
  /** Overhead beyond that of Eq. 9, which ends with the core whose expected finish is latest, J. */
  readonly excessJ: number;
  /** Standard normal quantile of keeping the budget if the energy is normal with these moments. */
  readonly energyZ: number;
}

/**
 * Returns the exact mean and variance of E = sum_t P_t T_t + sum_i O_i max_{j in i} S_j for independent normal times
 * T_t, where S_j is the sum of the times on core j. Unlike Eqs. 9 and 10 it includes the wait for the core that is
 * really last, the variance of that wait, and its covariance with the energy of the tasks
 * (docs/robust/until-last-core.md). Results use it; searches use Eqs. 9 and 10. O(T + 100 C).
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
