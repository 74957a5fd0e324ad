import { powerToRemoveW } from '../../physics/cooling/crac.js';
import type { CoolingPerformance } from '../../facility/facility.js';

/**
 * Dependence of a room's inlet temperatures and removed heat on the total power of each node type, under a common
 * set-point. The power of a type is spread evenly over its nodes (docs/decisions/geo-placement.md), so temperatures are
 * affine functions of these powers.
 */
export interface CentreThermal {
  readonly redLineC: number;
  /** Lowest set-point that all CRACs allow, C. */
  readonly setPointMinC: number;
  /** Highest set-point that all CRACs allow, C. */
  readonly setPointMaxC: number;
  readonly cooling: CoolingPerformance;
  /**
   * Rise of an inlet above the common set-point per watt of total power of a node type, K/W, at index inlet * node
   * types + type. Inlets that can never be the hottest are left out.
   */
  readonly riseKPerW: Float64Array;
  readonly rowCount: number;
  /**
   * Heat that a CRAC with a limited capacity removes per watt of a node type, W/W, at index CRAC * node types + type.
   */
  readonly heatShare: Float64Array;
  /** Cooling capacity of each CRAC with a limited capacity, W. */
  readonly capacityW: Float64Array;
  /** Names of the CRACs with a limited capacity. */
  readonly unitNames: readonly string[];
}

export interface Cooling {
  /**
   * Highest common set-point that keeps the red line, C. It is below the room's `setPointMinC` if the room cannot be
   * cooled.
   */
  readonly setPointC: number;
  /** Power of all CRACs, W. */
  readonly cracPowerW: number;
}

/**
 * Returns the heat that each CRAC with a limited capacity removes, W, in the order of CentreThermal.capacityW.
 *
 * @param nodePowerW total power of the nodes of each type, W
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
 * Returns the highest common set-point at which every inlet keeps the red line, C. It is at most `setPointMaxC`, but
 * may be below `setPointMinC`.
 *
 * @param nodePowerW total power of the nodes of each type, W
 */
export function hottestSetPointC(thermal: CentreThermal, nodePowerW: ArrayLike<number>): number {
  return Math.min(thermal.setPointMaxC, thermal.redLineC - greatestRiseK(thermal, nodePowerW));
}

/**
 * Returns the highest common set-point that keeps the red line, and the power of the CRACs at this set-point: node
 * power / CoP (Eq. 17).
 *
 * @param nodePowerW total power of the nodes of each type, W
 */
export function cooling(thermal: CentreThermal, nodePowerW: ArrayLike<number>): Cooling {
  const setPointC = hottestSetPointC(thermal, nodePowerW);
  let heatW = 0;
  for (let j = 0; j < nodePowerW.length; j++) heatW += nodePowerW[j]!;
  return { setPointC, cracPowerW: powerToRemoveW(thermal.cooling, heatW, setPointC) };
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
