import { cracPowerW } from '../../../check/power.js';
import type { RoomAir } from './air.js';
import type { CheckedBlock, CheckedRoom } from './room.js';
import type { CheckedEffect } from './verdict.js';

/**
 * Returns the steady state of the room for whole numbers of busy cores, spread evenly over a block's nodes. If a number
 * does not divide evenly, outlet temperatures are those of the nodes with one core more (Eq. 54).
 */
export function wholeEffectOf(
  room: CheckedRoom,
  vents: number,
  air: RoomAir,
  setPointC: number,
  cores: ArrayLike<number>,
  awakeNodes?: ArrayLike<number>,
): CheckedEffect {
  const { blocks } = room;
  const share = Float64Array.from(blocks, (block, b) => cores[b]! / block.cores);
  const mean = meanEffectOf(room, vents, air, setPointC, share, awakeNodes);
  // A node with the most cores of those that are on.
  return withNodes(room, vents, mean, awakeNodes, (b, on) => Math.ceil(cores[b]! / on));
}

/**
 * Returns the steady state of the room for given utilisations. The running nodes share the block's work evenly; the
 * other nodes are on standby.
 *
 * @param awakeNodes number of running nodes of each block; if absent, all nodes run and outlet temperatures are means
 * of blocks
 */
export function effectOf(
  room: CheckedRoom,
  vents: number,
  air: RoomAir,
  setPointC: number,
  utilisation: ArrayLike<number>,
  awakeNodes?: ArrayLike<number>,
): CheckedEffect {
  const mean = meanEffectOf(room, vents, air, setPointC, utilisation, awakeNodes);
  if (awakeNodes === undefined) return mean;
  return withNodes(room, vents, mean, awakeNodes, (b, on) => (utilisation[b]! * room.blocks[b]!.cores) / on);
}

/**
 * Returns a copy of the steady state `mean` in which each block's outlet temperature is that of a single running node
 * (Eq. 54). In `mean` it is the mean of the block.
 *
 * @param coresOfNode returns the number of busy cores of the node
 */
function withNodes(
  { blocks, heatPerM3K, matrices }: CheckedRoom,
  vents: number,
  mean: CheckedEffect,
  awakeNodes: ArrayLike<number> | undefined,
  coresOfNode: (block: number, on: number) => number,
): CheckedEffect {
  const { airFlowM3PerS, cracNames } = matrices[vents]!;
  let hottestOutletC = -Infinity;
  const outletC = mean.outletC.map((meanC, b) => {
    const { nodes, idleW, busyW, cores } = blocks[b]!;
    const on = awakeNodes?.[b] ?? nodes;
    const nodeAirM3PerS = airFlowM3PerS[cracNames.length + b]! / nodes;
    const nodeW = idleW / nodes + (coresOfNode(b, on) * busyW) / cores;
    const nodeC = on === 0 ? meanC : meanC + (nodeW - mean.powerOfBlockW[b]! / nodes) / (heatPerM3K * nodeAirM3PerS);
    hottestOutletC = Math.max(hottestOutletC, nodeC);
    return nodeC;
  });
  return { ...mean, outletC, hottestOutletC };
}

/** Returns the power of a block with `on` running nodes and the others on standby, W. */
export function blockPowerW({ nodes, idleW, standbyW, busyW }: CheckedBlock, on: number, utilisation: number): number {
  return (on * idleW + (nodes - on) * standbyW) / nodes + utilisation * busyW;
}

/**
 * Returns the steady state of the room for given utilisations (Eqs. 54, 55, 63 and 65), with mean outlet temperatures
 * of blocks. Each CRAC removes the heat that reaches it, at its own CoP (Eq. 48).
 *
 * @param utilisation fraction of busy cores of each block
 */
function meanEffectOf(
  room: CheckedRoom,
  vents: number,
  air: RoomAir,
  setPointC: number,
  utilisation: ArrayLike<number>,
  awakeNodes: ArrayLike<number> | undefined,
): CheckedEffect {
  const { blocks, cooling, heatPerM3K, matrices } = room;
  const powerOfBlockW = new Float64Array(blocks.length);
  let workPerS = 0;
  let nodePowerW = 0;
  for (let b = 0; b < blocks.length; b += 1) {
    const { nodes, workPerS: all } = blocks[b]!;
    powerOfBlockW[b] = blockPowerW(blocks[b]!, awakeNodes?.[b] ?? nodes, utilisation[b]!);
    nodePowerW += powerOfBlockW[b]!;
    workPerS += utilisation[b]! * all;
  }
  const { outletC, cracRiseK } = air.temperatures(setPointC, powerOfBlockW);
  const { airFlowM3PerS } = matrices[vents]!;
  let cracW = 0;
  for (let c = 0; c < cracRiseK.length; c += 1) {
    const heatW = heatPerM3K * airFlowM3PerS[c]! * cracRiseK[c]!;
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
    powerOfBlockW,
  };
}
