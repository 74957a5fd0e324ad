import type { BlockData } from './block-data.js';
import type { Cut } from './cut-bounds.js';

/**
 * Thermal data of a vent combination. `outletRiseKPerW`: rise of each block's outlet per watt of each LP column, K/W,
 * row-major by block of nodes. `marginC`: for each block, the outlet limit minus the outlet rise without work.
 */
export interface VentHeat {
  readonly outletRiseKPerW: Float64Array;
  readonly marginC: Float64Array;
}

/**
 * Returns the cut that the dual values of one vent combination give in another. Weak duality holds for any nonnegative
 * dual values of the outlet limits. For similar air flow the cut is nearly as good as a new one and far cheaper to
 * compute.
 *
 * @param prices dual values: first of the work, W per task/s, then of each block's outlet limit, W/K
 */
export function transferredCut(data: BlockData, heat: VentHeat, prices: Float64Array, lower: Float64Array): Cut {
  const { blockCount, columnCount, busyW, workPerS, upper, quadrant, idleTotalW } = data;
  const { outletRiseKPerW, marginC } = heat;
  const wattPerWork = prices[0]!;
  const heatPrice = new Float64Array(columnCount);
  let constantW = idleTotalW;
  let wattPerC = 0;
  for (let i = 0; i < blockCount; i += 1) {
    const price = prices[1 + i]!;
    if (price === 0) continue;
    constantW -= price * marginC[i]!;
    wattPerC += price;
    const row = i * columnCount;
    for (let b = 0; b < columnCount; b += 1) heatPrice[b]! += price * outletRiseKPerW[row + b]!;
  }
  for (let b = 0; b < columnCount; b += 1) {
    const reducedW = busyW[b]! * (1 + heatPrice[b]!) - wattPerWork * workPerS[b]!;
    constantW += reducedW > 0 ? reducedW * lower[quadrant[b]!]! : reducedW * upper[b]!;
  }
  return { constantW, wattPerWork, wattPerC };
}
