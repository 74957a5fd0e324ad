import { coefficientOfPerformance } from '../../physics/cooling/crac.js';
import type { CoolingPerformance } from '../../facility/facility.js';

/**
 * Temperatures of a room by node type: every type's power is spread evenly over all its nodes' places
 * (docs/decisions/geo-placement.md), so that inlets are affine in J powers under a common set-point.
 */
export interface CentreThermal {
  readonly redLineC: number;
  /** Range of set-points that all CRACs share, C. */
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
  readonly cooling: CoolingPerformance;
  /**
   * Inlet rise above the set-point per W of each node type's total power, entry row * J + type, K/W. Rows that another
   * row always exceeds are left out.
   */
  readonly riseKPerW: Float64Array;
  readonly rowCount: number;
  /**
   * Heat that each unit removes per W of each type's power, entry unit * J + type; units without a capacity are left
   * out.
   */
  readonly heatShare: Float64Array;
  /** Capacity of each of these units, W. */
  readonly capacityW: Float64Array;
  /** Names of the units with a capacity. */
  readonly unitNames: readonly string[];
}

export interface Cooling {
  /** Hottest admissible common set-point, C. If it is below the range's minimum, the power is not admissible. */
  readonly setPointC: number;
  /** Power of all CRACs, W. */
  readonly cracPowerW: number;
}

/** Returns the heat that each unit with a capacity removes under a common set-point, W, in the order of `capacityW`. */
export function limitedHeatW({ heatShare, capacityW }: CentreThermal, nodePowerW: ArrayLike<number>): Float64Array {
  const types = nodePowerW.length;
  return capacityW.map((_, unit) => {
    let heatW = 0;
    for (let j = 0; j < types; j++) heatW += heatShare[unit * types + j]! * nodePowerW[j]!;
    return heatW;
  });
}

/**
 * Returns the hottest common set-point, C, at which every inlet keeps the red line; at most the range's maximum.
 *
 * @param nodePowerW power by node type, W
 */
export function hottestSetPointC(thermal: CentreThermal, nodePowerW: ArrayLike<number>): number {
  return Math.min(thermal.setPointMaxC, thermal.redLineC - greatestRiseK(thermal, nodePowerW));
}

/**
 * Returns the hottest admissible set-point and the power of the CRACs there: heat / CoP (Eq. 17 under a common
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
