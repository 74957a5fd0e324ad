import { overlapS, type UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { startingUtility, utilityAt } from '../../../../models/families/utility-function.js';

/** Utility over time, by stretch of time. B stretches. */
export interface UtilityOverTime {
  /** Length B each: utility earned, that of a run by the share of its execution that lies in the stretch; starting utility of what arrives. */
  readonly earned: Float64Array;
  readonly arriving: Float64Array;
}

/** Utility of a schedule by stretch; `borderS` has B + 1 borders, s, ascending. */
export function utilityOverTime(model: UtilityModel, schedule: Schedule, borderS: Float64Array): UtilityOverTime {
  const { tasks, functions } = model;
  const { task, firstPiece, pieceStartS, pieceEndS } = schedule;
  const bins = borderS.length - 1;
  const earned = new Float64Array(bins);
  const arriving = new Float64Array(bins);
  const isUnfinished = new Set(schedule.unfinished);
  for (let r = 0; r < task.length; r++) {
    const n = task[r]!;
    if (isUnfinished.has(n)) continue;
    const [first, last] = [firstPiece[r]!, firstPiece[r + 1]! - 1];
    const utility = utilityAt(functions, tasks.utility[n]!, pieceEndS[last]! - tasks.arrivalS[n]!);
    let wholeS = 0;
    for (let q = first; q <= last; q++) wholeS += pieceEndS[q]! - pieceStartS[q]!;
    for (let q = first; q <= last; q++) {
      const [startS, endS] = [pieceStartS[q]!, pieceEndS[q]!];
      for (let b = binAt(borderS, startS); b < bins && borderS[b]! < endS; b++) {
        earned[b]! += (utility * overlapS(startS, endS, borderS[b]!, borderS[b + 1]!)) / wholeS;
      }
    }
  }
  for (let n = 0; n < tasks.count; n++) {
    arriving[binAt(borderS, tasks.arrivalS[n]!)]! += startingUtility(functions, tasks.utility[n]!);
  }
  return { earned, arriving };
}

/** Index of the stretch that a moment lies in, by bisection; moments are at or after the first border and before the last. */
export function binAt(borderS: Float64Array, atS: number): number {
  let [low, high] = [0, borderS.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (borderS[middle]! <= atS) low = middle;
    else high = middle;
  }
  return low;
}
