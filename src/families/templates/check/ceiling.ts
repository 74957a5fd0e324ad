import { coefficientOfPerformance } from '../../../check/power.js';
import type { CheckedRoom } from './room.js';
import type { GridState } from './state.js';
import type { LeastPower } from './verdict.js';

/**
 * Bound on tasks/J of every setting with any vents: outlets are those with running cores alone. More work never allows
 * a warmer set-point than that, hence P >= N (1 + 1 / CoP) there; and no U does a work with less node power N than
 * cores filled by work per watt. Along that filling work / N is greatest at a corner or at the end, being monotone
 * between.
 */
export class Ceiling {
  private readonly order: readonly number[];

  constructor(private readonly room: CheckedRoom) {
    const perWatt = room.blocks.map(({ workPerS, busyW }) => (busyW > 0 ? workPerS / busyW : Infinity));
    this.order = [...perWatt.keys()].sort((a, b) => (perWatt[a] === perWatt[b] ? a - b : perWatt[b]! - perWatt[a]!));
  }

  /** Ceiling of a state, tasks/J. @param workLimitPerS right-hand side of Eq. 67 (1). */
  tasksPerJ(state: GridState, workLimitPerS: number, least: LeastPower): number {
    const { blocks, quadrantCores, cooling } = this.room;
    const perNodeW = 1 + 1 / coefficientOfPerformance(least.setPointC, cooling);
    let workPerS = 0;
    let totalW = 0;
    const share = state.runningCores.map((running, q) => running / quadrantCores[q]!);
    for (const { quadrant, idleW, busyW, workPerS: all } of blocks) {
      workPerS += share[quadrant]! * all;
      totalW += (idleW + share[quadrant]! * busyW) * perNodeW;
    }
    let best = totalW > 0 ? workPerS / totalW : 0;
    for (const b of this.order) {
      const { quadrant, busyW, workPerS: all } = blocks[b]!;
      const moreWork = (1 - share[quadrant]!) * all;
      const moreW = (1 - share[quadrant]!) * busyW * perNodeW;
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
