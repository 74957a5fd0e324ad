import { coefficientOfPerformance } from '../../../check/power.js';
import type { CheckedRoom } from './room.js';
import type { GridState } from './state.js';
import type { LeastPower } from './verdict.js';

/** Part of a block's cores, with what it adds when all of them are busy. */
interface Filling {
  readonly quadrant: number;
  readonly busyW: number;
  readonly workPerS: number;
  /** Lower end of the block's utilisation range to which it applies. Next: upper end. */
  readonly from: number;
  readonly to: number;
}

/**
 * Upper bound on tasks/J of every setting with any vents. The set-point is at most the one that keeps the outlet limit
 * with running cores alone, so P >= N (1 + 1 / CoP) there; and no utilisation does a given work with less node power N
 * than cores filled in the order of work per watt. Along that filling work / N is largest at a corner or the end. With
 * standby the fewest nodes are on, and further cores bring their part of a woken node.
 */
export class Ceiling {
  constructor(private readonly room: CheckedRoom) {}

  /**
   * Returns the upper bound for a state, tasks/J. @param workLimitPerS right-hand side of Eq. 67 (1) @param fewestOn
   * nodes that are on, by block
   */
  tasksPerJ(state: GridState, workLimitPerS: number, least: LeastPower, fewestOn: ArrayLike<number>): number {
    const { blocks, quadrantCores, cooling } = this.room;
    const perNodeW = 1 + 1 / coefficientOfPerformance(least.warmestSetPointC, cooling);
    let workPerS = 0;
    let totalW = 0;
    const share = state.runningCores.map((running, q) => running / quadrantCores[q]!);
    const fillings: Filling[] = [];
    for (const [b, { quadrant, idleW, standbyW, nodes, busyW, workPerS: all }] of blocks.entries()) {
      const on = fewestOn[b]! / nodes;
      const from = share[quadrant]!;
      workPerS += from * all;
      totalW += (on * idleW + (1 - on) * standbyW + from * busyW) * perNodeW;
      fillings.push({ quadrant, busyW, workPerS: all, from, to: on });
      if (on < 1) {
        const wokenW = busyW + idleW - standbyW;
        fillings.push({ quadrant, busyW: wokenW, workPerS: all, from: Math.max(from, on), to: 1 });
      }
    }
    const perWatt = fillings.map(({ workPerS: all, busyW }) => (busyW > 0 ? all / busyW : Infinity));
    const order = [...perWatt.keys()].sort((a, b) => (perWatt[a] === perWatt[b] ? a - b : perWatt[b]! - perWatt[a]!));
    let best = totalW > 0 ? workPerS / totalW : 0;
    for (const k of order) {
      const { busyW, workPerS: all, from, to } = fillings[k]!;
      const length = Math.max(0, to - from);
      const moreWork = length * all;
      const moreW = length * busyW * perNodeW;
      const part = Math.min(
        1,
        moreWork > 0 ? Math.max(0, workLimitPerS - workPerS) / moreWork : 1,
        moreW > 0 ? Math.max(0, state.powerLimitW - totalW) / moreW : 1,
      );
      workPerS += part * moreWork;
      totalW += part * moreW;
      if (totalW > 0) best = Math.max(best, workPerS / totalW);
      if (part < 1) break;
    }
    return best;
  }
}
