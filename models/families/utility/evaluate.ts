import { chargedOverlapS } from './energy-tariff.js';
import { overlapS, type UtilityModel } from './model.js';
import type { Schedule } from './schedule.js';
import { utilityAt } from '../utility-function.js';

/** Utility, energy and cost of a schedule. Results by day are for the days of the model. */
export interface ScheduleOutcome {
  /** Utility earned in the measured time. A run counts with the fraction of its execution within the measured time. */
  readonly utility: number;
  /** Energy of each day, J. */
  readonly energyJ: Float64Array;
  readonly utilityByDay: Float64Array;
  /** Cost of each day's energy, USD; null without a tariff. */
  readonly costUsd: Float64Array | null;
  readonly completed: number;
  /** Number of tasks completed within the measured time. */
  readonly completedMeasured: number;
  readonly dropped: number;
  readonly preemptions: number;
}

/** Returns the outcome of a schedule, computed run by run. Capacities and budgets are not checked. */
export function evaluateSchedule(model: UtilityModel, schedule: Schedule): ScheduleOutcome {
  const { days, options, functions, tasks, tariff, measuredFromS, endS } = model;
  const { task, option, firstPiece, pieceStartS, pieceEndS } = schedule;
  const energyJ = new Float64Array(days.length);
  const utilityByDay = new Float64Array(days.length);
  const costUsd = tariff === undefined ? null : new Float64Array(days.length);
  const isUnfinished = new Set(schedule.unfinished);
  let utility = 0;
  let completed = 0;
  let completedMeasured = 0;
  let preemptions = 0;
  for (let r = 0; r < task.length; r++) {
    const n = task[r]!;
    const [first, last] = [firstPiece[r]!, firstPiece[r + 1]! - 1];
    const powerW = options.powerW[option[r]!]!;
    const finished = !isUnfinished.has(n);
    const endedS = pieceEndS[last]!;
    const earned = finished ? utilityAt(functions, tasks.utility[n]!, endedS - tasks.arrivalS[n]!) : 0;
    let wholeS = 0;
    for (let q = first; q <= last; q++) wholeS += pieceEndS[q]! - pieceStartS[q]!;
    for (let q = first; q <= last; q++) {
      for (let d = 0; d < days.length; d++) {
        const insideS = overlapS(pieceStartS[q]!, pieceEndS[q]!, days[d]!.startS, days[d]!.endS);
        energyJ[d]! += powerW * insideS;
        if (costUsd !== null) {
          const chargedS = chargedOverlapS(tariff, pieceStartS[q]!, pieceEndS[q]!, days[d]!.startS, days[d]!.endS);
          costUsd[d]! += powerW * chargedS * tariff!.usdPerJ;
        }
        utilityByDay[d]! += (earned * insideS) / wholeS;
      }
      utility += (earned * overlapS(pieceStartS[q]!, pieceEndS[q]!, measuredFromS, endS)) / wholeS;
    }
    preemptions += finished ? last - first : last - first + 1;
    if (!finished) continue;
    completed++;
    if (endedS >= measuredFromS && endedS < endS) completedMeasured++;
  }
  const dropped = schedule.dropped.length;
  return { utility, energyJ, utilityByDay, costUsd, completed, completedMeasured, dropped, preemptions };
}
