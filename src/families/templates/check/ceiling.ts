import { coefficientOfPerformance } from '../../../check/power.js';
import type { CheckedRoom } from './room.js';
import type { GridState } from './state.js';
import type { LeastPower } from './verdict.js';

/**
 * Part of the range of a block's utilisation in which power and work grow linearly. `busyW` and `workPerS` are the
 * increases that this slope would give from utilisation 0 to 1.
 */
interface Filling {
  readonly quadrant: number;
  readonly busyW: number;
  readonly workPerS: number;
  /** Utilisation of the block at which this part of its range begins. */
  readonly from: number;
  /** Utilisation of the block at which this part of its range ends. */
  readonly to: number;
}

/**
 * Upper bound on work per energy (tasks/J) that holds for every setting with any vents:
 *
 * 1. No set-point is warmer than the one at which running cores alone reach the outlet limit. At that set-point, node
 * power N needs total power of at least N (1 + 1 / CoP).
 * 2. For a given work, node power is least if cores are used in descending order of work per watt.
 * 3. Along this order, work / N is largest at a breakpoint or at the end.
 *
 * If nodes may be on standby, the bound begins with the fewest nodes that must be on. The idle power of each further
 * node is added to the power of its busy cores.
 */
export class Ceiling {
  constructor(private readonly room: CheckedRoom) {}

  /**
   * Returns the upper bound on work per energy in a state, tasks/J.
   *
   * @param workLimitPerS right-hand side of Eq. 67 (1), tasks/s
   * @param least setting of least power in which only the running cores work
   * @param fewestOn number of nodes of each block that must be on
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
