import { startingUtility } from '../../../../../models/families/utility-function.js';
import { perEnergy, type PresentPrices } from './allocation.js';
import { type MonthState, shareLeft, valueAt } from './month-state.js';
import type { CompiledPoints } from './points.js';
import type { Adaptation } from './policy.js';

/** Move of a running job to another design point, perhaps on another node. */
export interface JobMove {
  readonly job: number;
  readonly point: number;
  readonly node: number;
  /** Time that the job loses by the move and a change of levels, s. */
  readonly overheadS: number;
}

/**
 * Returns the best move at `nowS`; null if none should be made.
 *
 * @param prices present prices of energy and cores; null for a policy without prices
 * @param mayMove returns true if a job may be moved now
 */
export type FindMove = (
  prices: PresentPrices | null,
  mayMove: (job: number) => boolean,
  nowS: number,
) => JobMove | null;

/** Initial value of the search for the best move: no move found. */
const NO_MOVE = { job: -1, point: -1, node: -1, overheadS: 0, gains: false };

/**
 * Relative rounding error allowed when the gain of a move is compared with an upper bound on it. Our choice: far above
 * real rounding errors.
 */
const ROUNDING = 1e-9;
/** Rounding error allowed for a time since the start of the month, s. Our choice: far above real rounding errors. */
const ROUNDING_S = 1e-5;

/**
 * Returns a function that finds the best move of a running job; null if there is none. Ties go to the lowest job, then
 * fewest cores, then the lowest node.
 *
 * Without prices, the best move maximizes value / remaining energy (Eq. 5 of the paper). With prices, it maximizes net
 * value (value minus the cost of energy and cores still to be used) compared with staying.
 *
 * Jobs whose upper bound is below the best move found are skipped. The job of the previous best move comes first.
 */
export function moveFinder(state: MonthState, adaptation: Adaptation): FindMove {
  const { month, points, running, free, firstNode, typeOfNode } = state;
  const { moveInNodeS, moveToNodeS, changeLevelS } = month.overheads;
  const { first, cores, timeS, powerW, levels, nodeTypes } = points;
  const isLiteral = adaptation.remaining === 'literal';
  const isBoth = adaptation.directions === 'both';
  const isGaining = adaptation.choice === 'gaining';
  const least = leastByCores(points, month.types.length);
  const mostFree = new Int32Array(nodeTypes);
  const best = { ...NO_MOVE };
  let [most, likely] = [-Infinity, -1];

  const judge = (
    job: number,
    prices: PresentPrices | null,
    endS: number,
    point: number,
    type: number,
    nowS: number,
  ) => {
    const value = valueAt(month, job, endS);
    const energyJ = powerW[point]! * (endS - nowS);
    if (prices === null) return perEnergy(value, energyJ);
    return value - prices.perJ * energyJ - prices.perCoreS[type]! * cores[point]! * (endS - nowS);
  };
  const look = (job: number, prices: PresentPrices | null, mayMove: (job: number) => boolean, nowS: number): void => {
    const pace = month.paceOf[job]!;
    const own = state.node[job]!;
    const used = cores[state.point[job]!]!;
    const mayGrow = (isBoth || pace > 1) && hasRoom(own, used);
    const mayShrink = (isBoth || pace < 1) && used > 1;
    if (!(mayGrow || mayShrink) || !mayMove(job)) return;
    const jobType = month.typeOf[job]!;
    const ownType = typeOfNode[own]!;
    const left = isLiteral ? literalShareLeft(state, job, nowS) : pace * shareLeft(state, job, nowS);
    const fromS = Math.max(nowS, state.resumeS[job]!);
    const place = jobType * least.width + used;
    const leastJ = Math.min(mayGrow ? least.aboveJ[place]! : Infinity, mayShrink ? least.belowJ[place]! : Infinity);
    if (leastJ === Infinity) return;
    const leastS = Math.min(mayGrow ? least.aboveS[place]! : Infinity, mayShrink ? least.belowS[place]! : Infinity);
    const whole = startingUtility(month.values, job);
    const earned = valueAt(month, job, fromS + left * leastS) * (1 + ROUNDING) + whole * ROUNDING;
    const spentJ = left * leastJ * (1 - ROUNDING) - least.powerW[jobType]! * ROUNDING_S;
    let staying = NaN;
    if (prices === null) {
      const bound = spentJ > 0 ? earned / spentJ : Infinity;
      if (bound < most) return;
      if (isGaining) {
        staying = judge(job, prices, state.endS[job]!, state.point[job]!, ownType, nowS);
        if (bound <= staying) return;
      }
    } else {
      staying = judge(job, prices, state.endS[job]!, state.point[job]!, ownType, nowS);
      const bound = earned - prices.perJ * Math.max(0, spentJ) - staying;
      if (bound + ROUNDING * (whole + Math.abs(staying)) < (isGaining ? Math.max(0, most) : most)) return;
    }
    for (let type = 0; type < nodeTypes; type++) {
      const slot = jobType * nodeTypes + type;
      for (let p = first[slot]!; p < first[slot + 1]!; p++) {
        const wanted = cores[p]!;
        if (!(wanted > used ? mayGrow : wanted < used && mayShrink)) continue;
        if (type === ownType && wanted <= free[own]! + used) consider(p, own);
        if (wanted < used || mostFree[type]! < wanted) continue;
        for (let node = firstNode[type]!; node < firstNode[type + 1]!; node++) {
          if (node === own || free[node]! < wanted) continue;
          consider(p, node);
          break;
        }
      }
    }
    function consider(point: number, node: number): void {
      const isOther = levels[point] !== levels[state.point[job]!];
      const overheadS = (node === own ? moveInNodeS : moveToNodeS) + (isOther ? changeLevelS : 0);
      const moved = judge(job, prices, fromS + overheadS + left * timeS[point]!, point, typeOfNode[node]!, nowS);
      if (Number.isNaN(staying)) {
        if (moved < most) return;
        staying = judge(job, prices, state.endS[job]!, state.point[job]!, ownType, nowS);
      }
      const key = prices === null ? moved : moved - staying;
      const gains = moved > staying;
      if ((!gains && isGaining) || key < most) return;
      if (key === most && !isBefore(job, point, node)) return;
      most = key;
      Object.assign(best, { job, point, node, overheadS, gains });
    }
  };
  const hasRoom = (own: number, used: number): boolean => {
    if (free[own]! > 0) return true;
    for (let type = 0; type < nodeTypes; type++) if (mostFree[type]! > used) return true;
    return false;
  };
  const isBefore = (job: number, point: number, node: number): boolean => {
    if (job !== best.job) return job < best.job;
    const fewer = cores[best.point]! - cores[point]!;
    return fewer > 0 || (fewer === 0 && node < best.node);
  };
  return (prices, mayMove, nowS) => {
    most = -Infinity;
    Object.assign(best, NO_MOVE);
    mostFree.fill(0);
    for (let node = 0; node < free.length; node++) {
      const type = typeOfNode[node]!;
      if (free[node]! > mostFree[type]!) mostFree[type] = free[node]!;
    }
    if (likely !== -1 && state.node[likely] !== -1) look(likely, prices, mayMove, nowS);
    for (let r = 0; r < running.count; r++) {
      const job = running.jobs[r]!;
      if (job !== likely) look(job, prices, mayMove, nowS);
    }
    likely = best.job;
    const { gains, ...move } = best;
    return gains ? move : null;
  };
}

/**
 * Least energy (J) and least response time (s) of each job type over some of its design points: those with more than c
 * cores (`above`), or those with fewer (`below`). The index is (job type) x width + c.
 */
interface LeastByCores {
  readonly width: number;
  readonly aboveJ: Float64Array;
  readonly aboveS: Float64Array;
  readonly belowJ: Float64Array;
  readonly belowS: Float64Array;
  /** Largest power of a design point by job type, W. */
  readonly powerW: Float64Array;
}

function leastByCores(
  { first, cores, timeS, energyJ, powerW, nodeTypes }: CompiledPoints,
  types: number,
): LeastByCores {
  const width = cores.reduce((most, one) => Math.max(most, one), 0) + 2;
  const table = (): Float64Array => new Float64Array(types * width).fill(Infinity);
  const [aboveJ, aboveS, belowJ, belowS] = [table(), table(), table(), table()];
  const greatestW = new Float64Array(types);
  for (let type = 0; type < types; type++) {
    const from = type * width;
    for (let p = first[type * nodeTypes]!; p < first[(type + 1) * nodeTypes]!; p++) {
      greatestW[type] = Math.max(greatestW[type]!, powerW[p]!);
      const [above, below] = [from + cores[p]! - 1, from + cores[p]! + 1];
      aboveJ[above] = Math.min(aboveJ[above]!, energyJ[p]!);
      aboveS[above] = Math.min(aboveS[above]!, timeS[p]!);
      belowJ[below] = Math.min(belowJ[below]!, energyJ[p]!);
      belowS[below] = Math.min(belowS[below]!, timeS[p]!);
    }
    for (let k = 1; k < width; k++) {
      const [down, up] = [from + width - 1 - k, from + k];
      aboveJ[down] = Math.min(aboveJ[down]!, aboveJ[down + 1]!);
      aboveS[down] = Math.min(aboveS[down]!, aboveS[down + 1]!);
      belowJ[up] = Math.min(belowJ[up]!, belowJ[up - 1]!);
      belowS[up] = Math.min(belowS[up]!, belowS[up - 1]!);
    }
  }
  return { width, aboveJ, aboveS, belowJ, belowS, powerW: greatestW };
}

/**
 * Returns the fraction of a job's work that is left, by the paper's formula for a piece of a run: (time to the piece's
 * end) / (time from its start to its end) x the fraction left at its start. The end is the one that comes if no further
 * check delays it.
 */
function literalShareLeft({ leftAtStart, startS, endS }: MonthState, job: number, nowS: number): number {
  return (leftAtStart[job]! * (endS[job]! - nowS)) / (endS[job]! - startS[job]!);
}
