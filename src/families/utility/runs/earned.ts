import { countUpTo } from '../../../../models/bisection.js';
import { overlapS, type UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { startingUtility, utilityAt } from '../../../../models/families/utility-function.js';

/** Utility and energy of a schedule by time bin. */
export interface UtilityOverTime {
  /**
   * Utility earned in each time bin. A run's utility is divided among bins in proportion to its execution time in each.
   */
  readonly earned: Float64Array;
  /** Sum of the starting utilities of the tasks that arrive in each time bin. */
  readonly arriving: Float64Array;
  /** Energy drawn by tasks in each time bin, J. */
  readonly drawnJ: Float64Array;
}

/**
 * Returns the utility and energy of a schedule by time bin.
 *
 * @param borderS borders of the bins, s, ascending: one more than there are bins
 */
export function utilityOverTime(model: UtilityModel, schedule: Schedule, borderS: Float64Array): UtilityOverTime {
  const { tasks, functions, options } = model;
  const { task, option, firstPiece, pieceStartS, pieceEndS } = schedule;
  const bins = borderS.length - 1;
  const earned = new Float64Array(bins);
  const arriving = new Float64Array(bins);
  const drawnJ = new Float64Array(bins);
  const isUnfinished = new Set(schedule.unfinished);
  for (let r = 0; r < task.length; r++) {
    const n = task[r]!;
    const powerW = options.powerW[option[r]!]!;
    const [first, last] = [firstPiece[r]!, firstPiece[r + 1]! - 1];
    const atS = pieceEndS[last]! - tasks.arrivalS[n]!;
    const utility = isUnfinished.has(n) ? 0 : utilityAt(functions, tasks.utility[n]!, atS);
    let wholeS = 0;
    for (let q = first; q <= last; q++) wholeS += pieceEndS[q]! - pieceStartS[q]!;
    for (let q = first; q <= last; q++) {
      const [startS, endS] = [pieceStartS[q]!, pieceEndS[q]!];
      for (let b = binAt(borderS, startS); b < bins && borderS[b]! < endS; b++) {
        const insideS = overlapS(startS, endS, borderS[b]!, borderS[b + 1]!);
        if (utility > 0) earned[b]! += (utility * insideS) / wholeS;
        drawnJ[b]! += powerW * insideS;
      }
    }
  }
  for (let n = 0; n < tasks.count; n++) {
    arriving[binAt(borderS, tasks.arrivalS[n]!)]! += startingUtility(functions, tasks.utility[n]!);
  }
  return { earned, arriving, drawnJ };
}

/** Returns the index of the bin that contains a moment between the first and the last border, by bisection. */
export function binAt(borderS: Float64Array, atS: number): number {
  return Math.max(0, countUpTo(borderS, atS, borderS.length - 1) - 1);
}
