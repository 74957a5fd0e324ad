import { coefficientOfPerformance } from '../../physics/cooling/crac.js';
import { type CentreThermal, cooling } from './cooling.js';

/** What Eq. 44 needs of a node type, W at the wall. */
export interface NodePowers {
  readonly staticW: number;
  readonly peakDynamicW: number;
  readonly sleepW: number;
}

/** Shares of each type's nodes awake for which CUP is taken; the others sleep. */
export const CALIBRATION_LEVELS = [0.25, 0.5, 0.75, 1] as const;

/**
 * CUP of a room (Eqs. 34, 43): heat over CRAC power, both summed over the levels, the nodes drawing what Eq. 44 says and the CRACs at the
 * hottest set-point. Levels the room cannot cool are left out; if it can cool none, the CoP at the coldest set-point.
 * docs/decisions/geo-cup.md.
 */
export function calibratedCoolingPerPower(
  thermal: CentreThermal,
  nodeTypes: readonly NodePowers[],
  nodeCount: Int32Array,
  utilisation: number,
): number {
  let heatW = 0;
  let cracW = 0;
  for (const level of CALIBRATION_LEVELS) {
    const nodePowerW = Float64Array.from(nodeTypes, ({ staticW, peakDynamicW, sleepW }, j) => {
      const awakeW = utilisation * peakDynamicW + staticW;
      return nodeCount[j]! * (level * awakeW + (1 - level) * sleepW);
    });
    const { setPointC, cracPowerW } = cooling(thermal, nodePowerW);
    if (setPointC < thermal.setPointMinC) continue;
    heatW += nodePowerW.reduce((sum, powerW) => sum + powerW, 0);
    cracW += cracPowerW;
  }
  // A room without any power says nothing about its CRACs either.
  return cracW > 0 ? heatW / cracW : coefficientOfPerformance(thermal.cooling, thermal.setPointMinC);
}
