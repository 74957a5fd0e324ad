import { coefficientOfPerformance } from '../../../check/power.js';
import { RoomAir } from './air.js';
import { blockPowerW } from './effect.js';
import type { CheckedRoom } from './room.js';
import type { LeastPower } from './verdict.js';

/**
 * Excess over a whole number of nodes that counts as rounding error when a block's running cores are assigned to nodes.
 */
const NODE_TOLERANCE = 1e-9;
/**
 * Step by which the search raises a set-point or an outlet limit just above the value found, K. At a set-point above
 * the warmest possible one, the search sees which blocks need one more node.
 */
const STEP_K = 1e-9;
/** Distance below the outlet limit, K, at which a state counts as feasible with a margin. */
const SPARE_K = 1e-5;
/**
 * Number of bisections in the search for the least excess over the outlet limit. The result is exact to 1e-12 of the
 * first interval.
 */
const HALVINGS = 40;

/**
 * Finds settings of least power in which only the running cores work and other nodes are on standby
 * (docs/templates/checker.md).
 *
 * The search begins with lower bounds on the numbers of running nodes. If a node exceeds the outlet limit, its block
 * needs one more node in every setting with these vents and set-point, because more nodes elsewhere only warm its
 * inlet. So numbers are raised one by one. The first numbers that suffice have the least power and heat.
 */
export class RunningNodes {
  /** Outlet rise per watt of each block, K/W, [vent combination][heating block][outlet block]; computed when needed. */
  private readonly riseKPerW: (readonly Float64Array[] | undefined)[];
  private readonly found = new Map<string, LeastPower>();

  constructor(private readonly room: CheckedRoom) {
    this.riseKPerW = room.matrices.map(() => undefined);
  }

  /**
   * Returns for each block a lower bound on its number of running nodes. It follows from the block's minimum and from
   * the running cores of each quadrant (`runningCores`).
   */
  fewestOn(runningCores: readonly number[]): number[] {
    const { blocks, quadrantCores } = this.room;
    return blocks.map(({ nodes, quadrant, fewestOn }) => {
      const share = runningCores[quadrant]! / quadrantCores[quadrant]!;
      return Math.max(fewestOn, Math.min(nodes, Math.ceil(nodes * share - NODE_TOLERANCE)));
    });
  }

  least(runningCores: readonly number[]): LeastPower {
    const key = runningCores.join();
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const { room } = this;
    const { coolestC, warmestC, outletLimitC, matrices } = room;
    let best: LeastPower | null = null;
    let warmestSetPointC = coolestC;
    for (const vents of matrices.keys()) {
      for (let fromC = coolestC; ;) {
        const on = this.nodesOn(vents, fromC, outletLimitC, runningCores);
        if (on === null) break;
        const { nodeW, riseK } = this.effect(vents, on, runningCores);
        const setPointC = Math.max(fromC, Math.min(warmestC, outletLimitC - riseK));
        warmestSetPointC = Math.max(warmestSetPointC, setPointC);
        const powerW = nodeW * (1 + 1 / coefficientOfPerformance(setPointC, room.cooling));
        if (best === null || powerW < best.powerW) best = { vents, setPointC, powerW, warmestSetPointC: 0, excessC: 0 };
        if (setPointC >= warmestC) break;
        fromC = setPointC + STEP_K;
      }
    }
    const answer =
      best === null ? this.coolest(runningCores) : { ...best, warmestSetPointC, excessC: this.spareC(runningCores) };
    this.found.set(key, answer);
    return answer;
  }

  /** Returns -SPARE_K if a state's running cores can keep the outlet limit by that margin, otherwise 0. */
  private spareC(runningCores: readonly number[]): number {
    const { coolestC, outletLimitC, matrices } = this.room;
    const spares = [...matrices.keys()].some(
      (vents) => this.nodesOn(vents, coolestC, outletLimitC - SPARE_K, runningCores) !== null,
    );
    return spares ? -SPARE_K : 0;
  }

  /** Returns the setting that exceeds the outlet limit least, by bisection. Used if no setting keeps the limit. */
  private coolest(runningCores: readonly number[]): LeastPower {
    const { coolestC, outletLimitC, matrices, blocks, cooling } = this.room;
    let least: LeastPower | null = null;
    for (const vents of matrices.keys()) {
      const all = this.effect(
        vents,
        blocks.map(({ nodes }) => nodes),
        runningCores,
      );
      let [none, some] = [0, Math.max(0, coolestC + all.riseK - outletLimitC)];
      if (least !== null && this.nodesOn(vents, coolestC, outletLimitC + least.excessC, runningCores) === null)
        continue;
      for (let step = 0; step < HALVINGS; step += 1) {
        const middle = (none + some) / 2;
        if (this.nodesOn(vents, coolestC, outletLimitC + middle, runningCores) === null) none = middle;
        else some = middle;
      }
      if (least !== null && some >= least.excessC) continue;
      const on = this.nodesOn(vents, coolestC, outletLimitC + some + STEP_K, runningCores);
      const nodeW = on === null ? all.nodeW : this.effect(vents, on, runningCores).nodeW;
      const powerW = nodeW * (1 + 1 / coefficientOfPerformance(coolestC, cooling));
      least = { vents, setPointC: coolestC, powerW, warmestSetPointC: coolestC, excessC: some };
    }
    return least!;
  }

  /**
   * Returns for each block the least number of running nodes that keeps all outlets within `limitC`. Returns null if no
   * numbers of nodes do.
   */
  private nodesOn(vents: number, setPointC: number, limitC: number, runningCores: readonly number[]): number[] | null {
    const { blocks, quadrantCores, heatPerM3K, matrices } = this.room;
    const { airFlowM3PerS, cracNames } = matrices[vents]!;
    const rise = this.riseOf(vents);
    const on = this.fewestOn(runningCores);
    const share = blocks.map(({ quadrant }) => runningCores[quadrant]! / quadrantCores[quadrant]!);
    const powerW = blocks.map((block, b) => blockPowerW(block, on[b]!, share[b]!));
    const outletC = blocks.map((_, i) => {
      let sum = setPointC;
      for (let b = 0; b < blocks.length; b += 1) sum += rise[b]![i]! * powerW[b]!;
      return sum;
    });
    for (let isDone = false; !isDone;) {
      isDone = true;
      for (const [b, block] of blocks.entries()) {
        const { nodes, idleW, busyW } = block;
        const nodeHeat = (heatPerM3K * airFlowM3PerS[cracNames.length + b]!) / nodes;
        const nodeC = (): number =>
          on[b] === 0
            ? outletC[b]!
            : outletC[b]! + (idleW / nodes + (busyW * share[b]!) / on[b]! - powerW[b]! / nodes) / nodeHeat;
        while (nodeC() > limitC) {
          if (on[b] === 0 || on[b]! >= nodes) return null;
          on[b]! += 1;
          const moreW = blockPowerW(block, on[b]!, share[b]!) - powerW[b]!;
          powerW[b]! += moreW;
          for (let i = 0; i < blocks.length; i += 1) outletC[i]! += rise[b]![i]! * moreW;
          isDone = false;
        }
      }
    }
    return on;
  }

  private effect(
    vents: number,
    on: readonly number[],
    runningCores: readonly number[],
  ): { readonly nodeW: number; readonly riseK: number } {
    const { blocks, quadrantCores, heatPerM3K, matrices } = this.room;
    const { airFlowM3PerS, cracNames } = matrices[vents]!;
    const rise = this.riseOf(vents);
    let nodeW = 0;
    const powerW = blocks.map((block, b) => {
      const blockW = blockPowerW(block, on[b]!, runningCores[block.quadrant]! / quadrantCores[block.quadrant]!);
      nodeW += blockW;
      return blockW;
    });
    let riseK = -Infinity;
    for (const [i, { nodes, idleW, busyW, quadrant }] of blocks.entries()) {
      let sum = 0;
      for (let b = 0; b < blocks.length; b += 1) sum += rise[b]![i]! * powerW[b]!;
      if (on[i]! > 0) {
        const share = runningCores[quadrant]! / quadrantCores[quadrant]!;
        const ownW = idleW / nodes + (busyW * share) / on[i]! - powerW[i]! / nodes;
        sum += (ownW * nodes) / (heatPerM3K * airFlowM3PerS[cracNames.length + i]!);
      }
      riseK = Math.max(riseK, sum);
    }
    return { nodeW, riseK };
  }

  private riseOf(vents: number): readonly Float64Array[] {
    const known = this.riseKPerW[vents];
    if (known !== undefined) return known;
    const { blocks, matrices, heatPerM3K } = this.room;
    const air = new RoomAir(matrices[vents]!, heatPerM3K);
    const made = blocks.map(
      (_, b) =>
        air.temperatures(
          0,
          blocks.map((__, other) => (other === b ? 1 : 0)),
        ).outletC,
    );
    this.riseKPerW[vents] = made;
    return made;
  }
}
