import { cracPowerW } from '../../../check/power.js';
import type { RoomAir } from './air.js';
import type { CheckedRoom } from './room.js';
import type { CheckedEffect } from './verdict.js';

/**
 * Effect of whole cores by block, spread evenly over its nodes: where they do not divide, some nodes have one more, and
 * their outlet is hotter than the block's mean by that core's part (Eq. 54). `outletC` and `hottestOutletC` are those
 * of these nodes.
 */
export function wholeEffectOf(
  room: CheckedRoom,
  vents: number,
  air: RoomAir,
  setPointC: number,
  cores: ArrayLike<number>,
): CheckedEffect {
  const { blocks, heatPerM3K, matrices } = room;
  const share = Float64Array.from(blocks, (block, b) => cores[b]! / block.cores);
  const mean = effectOf(room, vents, air, setPointC, share);
  const { airFlowM3PerS, cracNames } = matrices[vents]!;
  let hottestOutletC = -Infinity;
  const outletC = mean.outletC.map((meanC, b) => {
    const { nodes, busyW, cores: all } = blocks[b]!;
    const beyondMean = Math.ceil(cores[b]! / nodes) - cores[b]! / nodes;
    const nodeAirM3PerS = airFlowM3PerS[cracNames.length + b]! / nodes;
    const nodeC = meanC + (beyondMean * busyW) / all / (heatPerM3K * nodeAirM3PerS);
    hottestOutletC = Math.max(hottestOutletC, nodeC);
    return nodeC;
  });
  return { ...mean, outletC, hottestOutletC };
}

/**
 * Effect of U by block (Eqs. 54, 55, 63 and 65): node powers heat the air, every CRAC removes what reaches it, Eq. 48
 * for each.
 * @param utilisation of the cores of each block, between 0 and 1.
 */
export function effectOf(
  room: CheckedRoom,
  vents: number,
  air: RoomAir,
  setPointC: number,
  utilisation: ArrayLike<number>,
): CheckedEffect {
  const { blocks, cooling, heatPerM3K, matrices } = room;
  const powerOfBlockW = new Float64Array(blocks.length);
  let workPerS = 0;
  let nodePowerW = 0;
  for (let b = 0; b < blocks.length; b += 1) {
    const { idleW, busyW, workPerS: all } = blocks[b]!;
    powerOfBlockW[b] = idleW + utilisation[b]! * busyW;
    nodePowerW += powerOfBlockW[b]!;
    workPerS += utilisation[b]! * all;
  }
  const { outletC, cracInletC } = air.temperatures(setPointC, powerOfBlockW);
  const { airFlowM3PerS } = matrices[vents]!;
  let cracW = 0;
  for (let c = 0; c < cracInletC.length; c += 1) {
    const heatW = heatPerM3K * airFlowM3PerS[c]! * (cracInletC[c]! - setPointC);
    cracW += cracPowerW(heatW, setPointC, cooling);
  }
  const powerW = nodePowerW + cracW;
  let hottestOutletC = -Infinity;
  for (const value of outletC) hottestOutletC = Math.max(hottestOutletC, value);
  return {
    workPerS,
    nodePowerW,
    cracPowerW: cracW,
    powerW,
    tasksPerJ: powerW > 0 ? workPerS / powerW : 0,
    hottestOutletC,
    outletC,
  };
}
