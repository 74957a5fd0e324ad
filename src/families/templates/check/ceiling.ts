import { coefficientOfPerformance } from '../../../check/power.js';
import type { CheckedRoom } from './room.js';
import type { GridState } from './state.js';
import type { LeastPower } from './verdict.js';

/** Part of a block's cores: what it adds with every core busy. */
interface Filling {
  readonly quadrant: number;
  readonly busyW: number;
  readonly workPerS: number;
  /** Utilisations of the block between which it counts. */
  readonly from: number;
  readonly to: number;
}

/**
 * Upper bound on tasks/J of every setting with any vents. The outlet limit is taken with running cores alone: more work
 * never allows a warmer set-point than that, hence P >= N (1 + 1 / CoP) there; and no U does a work with less node
 * power N than cores filled by work per watt. Along that filling work / N is largest at a corner or at the end, being
 * monotone between. If nodes may be on standby, the fewest are on, and cores beyond theirs bring their part of a node
 * that is woken.
 */
export class Ceiling {
  constructor(private readonly room: CheckedRoom) {}

  /**
   * Returns the ceiling of a state, tasks/J.
   * @param workLimitPerS right-hand side of Eq. 67 (1).
   * @param fewestOn nodes that are on, by block.
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
