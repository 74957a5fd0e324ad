import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import type { Pool, PowerRows, UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * Returns a function that gives an upper bound on the energy that the facility can draw between two moments, J. The
 * bound assumes that all nodes draw the largest power of any task and P-state, within the power limits. With a tariff,
 * energy is weighted by its price relative to the mean price.
 */
export function greatestDraw({
  pools,
  options,
  powerRows,
  charging,
}: Pick<UtilityModel, 'pools' | 'options' | 'powerRows' | 'charging'>): (fromS: number, untilS: number) => number {
  const nodeW = new Float64Array(pools.length);
  for (let o = 0; o < options.timeS.length; o++) {
    const j = options.pool[o]!;
    nodeW[j] = Math.max(nodeW[j]!, options.powerW[o]! / options.nodes[o]!);
  }
  const poolW = nodeW.map((powerW, j) => powerW * pools[j]!.nodes);
  const rowsW = powerRows === undefined ? Infinity : greatestWithRows(powerRows, poolW);
  return (fromS, untilS) => {
    const countedS = (startS: number, endS: number): number => chargedOverlapS(charging, fromS, untilS, startS, endS);
    const heldBackS = ({ nodes, allowed = [] }: Pool): number =>
      allowed.reduce(
        (sum, step, k) => sum + (nodes - step.nodes) * countedS(step.fromS, allowed[k + 1]?.fromS ?? Infinity),
        0,
      );
    const wholeS = countedS(fromS, untilS);
    const byNodes = pools.reduce((sum, pool, j) => sum + nodeW[j]! * (pool.nodes * wholeS - heldBackS(pool)), 0);
    return rowsW === Infinity ? byNodes : Math.min(byNodes, rowsW * wholeS);
  };
}

/**
 * Returns an upper bound on the power of all pools together under the power limits, W. For each limit, pools with small
 * coefficients get power first, until the limit is reached. The result is the smallest total over the limits.
 */
function greatestWithRows({ count, coefficient, limit }: PowerRows, poolW: Float64Array): number {
  let leastW = Infinity;
  for (let r = 0; r < count; r++) {
    const weights = coefficient.subarray(r * poolW.length, (r + 1) * poolW.length);
    let [left, sumW] = [limit[r]!, 0];
    for (const j of Array.from(weights.keys()).sort((a, b) => weights[a]! - weights[b]!)) {
      const powerW = weights[j]! > 0 ? Math.min(poolW[j]!, left / weights[j]!) : poolW[j]!;
      sumW += powerW;
      left -= weights[j]! * powerW;
    }
    leastW = Math.min(leastW, sumW);
  }
  return leastW;
}
