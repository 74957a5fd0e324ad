import type { BlockData } from './block-data.js';
import type { Cut } from './cut-bounds.js';

/**
 * Effect of a vent combination on heat: D (B x C, K/W of each column), and the outlet limit minus the rise without work
 * (B, C).
 */
export interface VentHeat {
  readonly outletRiseKPerW: Float64Array;
  readonly marginC: Float64Array;
}

/**
 * Returns the cut that prices from one vent combination give in another. Weak duality only needs nonnegative prices of
 * thermal rows; for similar rooms the cut is nearly as good as a new one and far cheaper. @param prices of the work, W
 * per task/s, then by thermal row, W/K
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
