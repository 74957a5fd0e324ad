import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import type { EventSeries, SimulationOutcome } from '../../methods/outcome.js';
import { utilityOverTime } from '../../runs/earned.js';

/**
 * Lengths from which that of a stretch is chosen, s: the shortest with at most `MAX_STRETCHES` stretches. Our choice.
 */
const LENGTHS_S = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400] as const;
/**
 * Maximum number of stretches of the measured time. Our choice: the hours of a day fit, and a small chart can show
 * them.
 */
const MAX_STRETCHES = 24;

/** Course of a policy's day. Each array has one entry for each stretch of the measured time. */
export interface DayCourse {
  /** Utility earned in each stretch, utility per hour. That of a task is spread over its execution. */
  readonly earnedPerH: readonly number[];
  /** Energy drawn from the beginning of the measured time to the end of each stretch, MJ. */
  readonly drawnMJ: readonly number[];
  /**
   * Mean number of waiting tasks in each stretch, over its mapping events. Tasks postponed until midnight are included.
   * Null for a stretch without an event.
   */
  readonly waiting: readonly (number | null)[];
}

/** Returns the B + 1 borders of the stretches, s from the beginning of the measured time. */
export function courseBorders({ measuredFromS, endS }: Pick<UtilityModel, 'measuredFromS' | 'endS'>): number[] {
  const wholeS = endS - measuredFromS;
  const lengthS = LENGTHS_S.find((one) => wholeS / one <= MAX_STRETCHES) ?? wholeS / MAX_STRETCHES;
  const borders = [0];
  for (let k = 1; k * lengthS < wholeS; k++) borders.push(k * lengthS);
  return [...borders, wholeS];
}

/**
 * Returns the course of the measured time, rounded to `digits` significant digits because it is only drawn in charts.
 */
export function dayCourse(
  model: UtilityModel,
  { schedule, series }: Pick<SimulationOutcome, 'schedule' | 'series'>,
  digits = 6,
): DayCourse {
  const { measuredFromS } = model;
  const borders = courseBorders(model);
  const from = (border: number): number => measuredFromS + border;
  // What comes before the measured time has a stretch of its own, which is left out.
  const before = measuredFromS > 0 ? [0] : [];
  const { earned } = utilityOverTime(model, schedule, Float64Array.from([...before, ...borders.map(from)]));
  const drawnJ = drawnByStretchJ(model, schedule, borders.map(from));
  const round = (value: number): number => Number(value.toPrecision(digits));
  const ends = borders.slice(1);
  return {
    earnedPerH: ends.map((end, b) => round((earned[b + before.length]! * S_PER_H) / (end - borders[b]!))),
    drawnMJ: ends.map((_, b) => round(drawnJ.subarray(0, b + 1).reduce((sum, joules) => sum + joules, 0) / J_PER_MJ)),
    waiting: ends.map((end, b) => {
      const mean = meanWaiting(series, from(borders[b]!), from(end));
      return mean === null ? null : round(mean);
    }),
  };
}

/**
 * Returns the energy drawn in each stretch, J; the borders are in s from the start. It is summed from the pieces of the
 * schedule, so that it is energy even if the budget is money.
 */
function drawnByStretchJ({ options }: UtilityModel, schedule: Schedule, borderS: readonly number[]): Float64Array {
  const { option, firstPiece, pieceStartS, pieceEndS } = schedule;
  const drawnJ = new Float64Array(borderS.length - 1);
  for (let r = 0; r < option.length; r++) {
    const powerW = options.powerW[option[r]!]!;
    for (let q = firstPiece[r]!; q < firstPiece[r + 1]!; q++) {
      const [startS, endS] = [pieceStartS[q]!, pieceEndS[q]!];
      for (let b = 0; b < drawnJ.length; b++) {
        if (borderS[b]! >= endS) break;
        drawnJ[b]! += powerW * overlapS(startS, endS, borderS[b]!, borderS[b + 1]!);
      }
    }
  }
  return drawnJ;
}

function meanWaiting({ timeS, waiting, postponed }: EventSeries, fromS: number, toS: number): number | null {
  let [sum, count] = [0, 0];
  for (let e = 0; e < timeS.length; e++) {
    if (timeS[e]! < fromS || timeS[e]! >= toS) continue;
    sum += waiting[e]! + postponed[e]!;
    count++;
  }
  return count === 0 ? null : sum / count;
}
