import type { PoolRuns } from '../../../../../models/families/utility/workload.js';
import type { UtilityPool } from '../../../../../models/families/utility/instance.js';
import type { CovTaskTypes } from '../../../../../models/families/utility/task-types.js';
import { randomStream } from '../../../../random/stream.js';
import { gammaDraws } from '../draws.js';
import { covTypeName } from './names.js';
import { onOneNode, slowing } from './p-states.js';
import { PLAIN_TYPE, type TaskType } from './task-type.js';

/**
 * Draws the task types of a serial instance by the coefficient-of-variation method, each quantity from its own random
 * stream. 1. The mean of a type varies about meanTimeS, and its time on each pool varies about that mean. 2. Each
 * special pool gets some of the last types for itself. It runs them speedUp times faster, and no other special pool
 * runs them. 3. P-states scale dynamic power. No P-state is faster than the one before it.
 */
export function covTypes(types: CovTaskTypes, pools: readonly UtilityPool[], seed: number): TaskType[] {
  const { count, powerFactors } = types;
  const typeMean = gammaDraws(seed, 'type mean', types.taskCoV);
  const poolTime = gammaDraws(seed, 'pool time', types.poolCoV);
  const poolStatic = gammaDraws(seed, 'static power', types.staticPowerCoV);
  const poolDynamic = gammaDraws(seed, 'dynamic power', types.dynamicPowerPoolCoV);
  const typeDynamic = gammaDraws(seed, 'dynamic power of type', types.dynamicPowerTaskCoV);
  const timeFactor = gammaDraws(seed, 'time factor', types.timeFactorCoV);
  const staticW = pools.map(() => poolStatic(types.staticPowerW));
  const dynamicW = pools.map(() => poolDynamic(types.dynamicPowerW));
  const owner = specialOwners(types, pools, seed);
  return Array.from({ length: count }, (_, t): TaskType => {
    const meanS = typeMean(types.meanTimeS);
    const runs = pools.map(({ special = false }, p): PoolRuns | null => {
      // All draws are made, whether used or not: who may run what moves no other number.
      const timeS = poolTime(special ? meanS / (types.special?.speedUp ?? 1) : meanS);
      const typeDynamicW = typeDynamic(dynamicW[p]!);
      const factors = powerFactors.map((factor, k) => (k === 0 ? 1 : timeFactor(1 / Math.sqrt(factor))));
      if (special && owner[t] !== p) return null;
      return onOneNode(
        slowing(factors).map((factor) => timeS * factor),
        powerFactors.map((factor) => staticW[p]! + factor * typeDynamicW),
      );
    });
    return { ...PLAIN_TYPE, name: covTypeName(t), special: owner[t]! >= 0, runs };
  });
}

/**
 * Returns for each type the index of the special pool that runs it; -1 if none. There must be enough types for all
 * special pools.
 */
function specialOwners({ count, special }: CovTaskTypes, pools: readonly UtilityPool[], seed: number): Int32Array {
  const owner = new Int32Array(count).fill(-1);
  if (special === undefined) return owner;
  const stream = randomStream(seed, 'special types');
  let next = count;
  for (const [p, pool] of pools.entries()) {
    if (pool.special !== true) continue;
    const own = stream.integer(special.leastTypes, special.mostTypes);
    for (let k = 0; k < own && next > 0; k++) owner[--next] = p;
  }
  return owner;
}
