import { perEnergy, type PresentPrices } from './allocation.js';
import { type MonthState, shareLeft, valueAt } from './month-state.js';
import type { Adaptation } from './policy.js';

/** Move of a running job to a point on a node. */
export interface JobMove {
  readonly job: number;
  readonly point: number;
  readonly node: number;
  /** Delay of the move, s. */
  readonly overheadS: number;
}

/**
 * Best move of a running job; null where none is to be made. Without prices moves are compared by value / energy still to be spent (Eq. 5 of seed 004,
 * whose two densities have one denominator), with prices by what they earn more than staying: value less the price of energy and cores still to be used.
 * Of equal moves the one of the lowest job is taken, then of fewest cores, then on the lowest node.
 * @param mayMove test whether a job may be moved now
 */
export function bestMove(
  state: MonthState,
  adaptation: Adaptation,
  prices: PresentPrices | null,
  mayMove: (job: number) => boolean,
  nowS: number,
): JobMove | null {
  const { month, points, running, free, firstNode, typeOfNode } = state;
  const { moveInNodeS, moveToNodeS } = month.overheads;
  const isLiteral = adaptation.remaining === 'literal';
  let best: JobMove | null = null;
  let [most, bestGains] = [-Infinity, false];
  for (let r = 0; r < running.count; r++) {
    const job = running.jobs[r]!;
    const pace = month.paceOf[job]!;
    const isBoth = adaptation.directions === 'both';
    const [mayGrow, mayShrink] = [isBoth || pace > 1, isBoth || pace < 1];
    if (!(mayGrow || mayShrink) || !mayMove(job)) continue;
    const own = state.node[job]!;
    const used = points.cores[state.point[job]!]!;
    const judge = (endS: number, point: number, type: number): number => {
      const value = valueAt(month, job, endS);
      const energyJ = points.powerW[point]! * (endS - nowS);
      if (prices === null) return perEnergy(value, energyJ);
      return value - prices.perJ * energyJ - prices.perCoreS[type]! * points.cores[point]! * (endS - nowS);
    };
    const staying = judge(state.endS[job]!, state.point[job]!, typeOfNode[own]!);
    const left = isLiteral ? literalShareLeft(state, job, nowS) : pace * shareLeft(state, job, nowS);
    const fromS = Math.max(nowS, state.resumeS[job]!);
    const consider = (point: number, node: number): void => {
      const overheadS = node === own ? moveInNodeS : moveToNodeS;
      const moved = judge(fromS + overheadS + left * points.timeS[point]!, point, typeOfNode[node]!);
      const key = prices === null ? moved : moved - staying;
      const gains = moved > staying;
      if (!gains && adaptation.choice === 'gaining') return;
      if (key < most || (key === most && !(best?.job === job && isBefore(point, node, best)))) return;
      most = key;
      bestGains = gains;
      best = { job, point, node, overheadS };
    };
    const isBefore = (point: number, node: number, than: JobMove): boolean =>
      points.cores[point]! < points.cores[than.point]! ||
      (points.cores[point] === points.cores[than.point] && node < than.node);
    for (let type = 0; type < points.nodeTypes; type++) {
      const slot = month.typeOf[job]! * points.nodeTypes + type;
      for (let p = points.first[slot]!; p < points.first[slot + 1]!; p++) {
        const cores = points.cores[p]!;
        if (!(cores > used ? mayGrow : cores < used && mayShrink)) continue;
        if (type === typeOfNode[own] && cores <= free[own]! + used) consider(p, own);
        if (cores < used) continue;
        for (let node = firstNode[type]!; node < firstNode[type + 1]!; node++) {
          if (node === own || free[node]! < cores) continue;
          consider(p, node);
          break;
        }
      }
    }
  }
  return bestGains ? best : null;
}

/** Work left as the text of seed 004 reads: time to the end over time from start to end, deviations included; of the piece that runs. */
function literalShareLeft({ leftAtStart, startS, endS }: MonthState, job: number, nowS: number): number {
  return (leftAtStart[job]! * (endS[job]! - nowS)) / (endS[job]! - startS[job]!);
}
