import { CompensatedSums } from './compensated-sums.js';
import type { CoreSums } from './core-sums.js';
import type { CheckedNode } from './facility.js';
import { lastCoreMoments } from './last-core.js';

/**
 * Energy of a plan if every node stays on until the last of its cores actually finishes. Eqs. 9 and 10 instead end at
 * the largest expected finish time of the node's cores.
 */
export interface UntilLastCore {
  readonly energyMeanJ: number;
  readonly energyVarianceJ2: number;
  readonly overheadJ: number;
  /**
   * Mean overhead energy, J, summed over nodes, in the time from the largest expected finish time of a node's cores
   * until the node's last core finishes.
   */
  readonly excessJ: number;
}

/** Index in the array of sums over all nodes: energy of the tasks, J. */
const TASKS = 0;
/** Index in the array of sums over all nodes: overhead energy until each node's last core finishes, J. */
const OVERHEAD = 1;
/**
 * Index in the array of sums over all nodes: overhead energy after the largest expected finish time of a node's cores,
 * J.
 */
const EXCESS = 2;
/** Index in the array of sums over all nodes: variance of the energy, J2. */
const VARIANCE = 3;

/**
 * Returns mean and variance of the energy if the overhead of a node lasts until its last core finishes. Both are exact
 * for independent normal times. They do not use Eqs. 9 and 10, and the code shares nothing with the model
 * (docs/robust/until-last-core.md).
 */
export function energyUntilLastCore(nodes: readonly CheckedNode[], sums: CoreSums): UntilLastCore {
  const energy = new CompensatedSums(4);
  for (const { type, firstCore, staticW } of nodes) {
    const cores = Array.from({ length: type.cores }, (_, offset) => {
      const core = firstCore + offset;
      let energyCovarianceJs = 0;
      for (const [state, { dynamicPowerW }] of type.pStates.entries()) {
        const powerW = dynamicPowerW + staticW;
        const varianceS2 = sums.varianceS2(core, state);
        energy.add(TASKS, powerW * sums.meanS(core, state));
        energy.add(VARIANCE, powerW ** 2 * varianceS2);
        energyCovarianceJs += powerW * varianceS2;
      }
      return { meanS: sums.finishS(core), varianceS2: sums.finishVarianceS2(core), energyCovarianceJs };
    });
    const last = lastCoreMoments(cores);
    const expectedS = cores.reduce((latest, { meanS }) => Math.max(latest, meanS), 0);
    energy.add(OVERHEAD, type.overheadPowerW * last.meanS);
    energy.add(EXCESS, type.overheadPowerW * Math.max(0, last.meanS - expectedS));
    energy.add(VARIANCE, type.overheadPowerW ** 2 * last.varianceS2);
    energy.add(VARIANCE, 2 * type.overheadPowerW * last.energyCovarianceJs);
  }
  const overheadJ = energy.of(OVERHEAD);
  return {
    energyMeanJ: energy.of(TASKS) + overheadJ,
    energyVarianceJ2: energy.of(VARIANCE),
    overheadJ,
    excessJ: energy.of(EXCESS),
  };
}
