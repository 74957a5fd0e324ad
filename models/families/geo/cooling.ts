import { coefficientOfPerformance } from '../../physics/cooling/crac.js';
import type { CoolingPerformance } from '../../facility/facility.js';

/**
 * Temperatures and heat of a room as functions of the total power of each of J node types. The power of a type is
 * spread evenly over all its nodes (docs/decisions/geo-placement.md). So under a common set-point, inlet temperatures
 * are affine in J powers.
 */
export interface CentreThermal {
  readonly redLineC: number;
  /** Lowest set-point that all CRACs allow, C. */
  readonly setPointMinC: number;
  /** Highest set-point that all CRACs allow, C. */
  readonly setPointMaxC: number;
  readonly cooling: CoolingPerformance;
  /**
   * Inlet temperature rise above the set-point for each watt of each node type's total power, K/W: entry inlet * node
   * types + type. Inlets that are never the hottest are left out.
   */
  readonly riseKPerW: Float64Array;
  readonly rowCount: number;
  /**
   * Heat removed by each CRAC for each watt of each node type's total power: entry CRAC * node types + type. CRACs
   * without a capacity limit are left out.
   */
  readonly heatShare: Float64Array;
  /** Capacity of each CRAC with a capacity limit, W. */
  readonly capacityW: Float64Array;
  /** Names of the CRACs with a capacity limit. */
  readonly unitNames: readonly string[];
}

export interface Cooling {
  /** Highest admissible common set-point, C. If it is below the minimum of the range, the node power is infeasible. */
  readonly setPointC: number;
  /** Power of all CRACs, W. */
  readonly cracPowerW: number;
}

/**
 * Returns the heat that each CRAC with a capacity limit removes under a common set-point, W, in the order of
 * `capacityW`.
 */
export function limitedHeatW({ heatShare, capacityW }: CentreThermal, nodePowerW: ArrayLike<number>): Float64Array {
  const types = nodePowerW.length;
  return capacityW.map((_, unit) => {
    let heatW = 0;
    for (let j = 0; j < types; j++) heatW += heatShare[unit * types + j]! * nodePowerW[j]!;
    return heatW;
  });
}

/**
 * Returns the highest common set-point, C, at which every inlet keeps the red line; at most the maximum of the range.
 *
 * @param nodePowerW total power of each node type, W
 */
export function hottestSetPointC(thermal: CentreThermal, nodePowerW: ArrayLike<number>): number {
  return Math.min(thermal.setPointMaxC, thermal.redLineC - greatestRiseK(thermal, nodePowerW));
}

/**
 * Returns the highest admissible set-point and the power of the CRACs there: heat / CoP (Eq. 17 under a common
 * set-point).
 */
export function cooling(thermal: CentreThermal, nodePowerW: ArrayLike<number>): Cooling {
  const setPointC = hottestSetPointC(thermal, nodePowerW);
  let heatW = 0;
  for (let j = 0; j < nodePowerW.length; j++) heatW += nodePowerW[j]!;
  return { setPointC, cracPowerW: heatW / coefficientOfPerformance(thermal.cooling, setPointC) };
}

export function greatestRiseK({ riseKPerW, rowCount }: CentreThermal, nodePowerW: ArrayLike<number>): number {
  const types = nodePowerW.length;
  let greatest = 0;
  for (let row = 0; row < rowCount; row++) {
    let rise = 0;
    for (let j = 0; j < types; j++) rise += riseKPerW[row * types + j]! * nodePowerW[j]!;
    if (rise > greatest) greatest = rise;
  }
  return greatest;
}
