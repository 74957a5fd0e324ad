import type { BlockData } from './block-data.js';
import type { Cut } from './cut-bounds.js';

/**
 * Thermal data of a vent combination. `outletRiseKPerW` is the rise of each block's outlet temperature per watt of each
 * LP column, K/W, [block of nodes][column], row-major. `marginC` is, for each block, the outlet limit minus its outlet
 * rise if no core works, C.
 */
export interface VentHeat {
  readonly outletRiseKPerW: Float64Array;
  readonly marginC: Float64Array;
}

/**
 * Returns the cut for one vent combination that follows from dual values found for another. It is valid by weak
 * duality, because the dual values of outlet limits are nonnegative. If the air flow is similar, it is nearly as good
 * as a new cut and far cheaper to compute.
 *
 * @param heat thermal data of the combination for which the cut is valid
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
