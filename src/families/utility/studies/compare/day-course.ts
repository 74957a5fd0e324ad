import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import type { EventSeries, SimulationOutcome } from '../../methods/outcome.js';
import { utilityOverTime } from '../../runs/earned.js';

/** Lengths of stretches from which one is taken, s. Chosen: the first that leaves no more than the greatest number. */
const LENGTHS_S = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400] as const;
/** Maximum number of stretches of the measured time. Chosen: hours of a day, and what a small panel shows. */
const MAX_STRETCHES = 24;

/** Course of a policy's day, stretch by stretch of the measured time; B stretches. */
export interface DayCourse {
  /** Length B each: utility earned per hour (of a task spread over its execution); energy drawn since the measured time began at the end of the stretch, MJ. */
  readonly earnedPerH: readonly number[];
  readonly drawnMJ: readonly number[];
  /**
   * Length B: mean number of tasks that wait, put off to midnight or not, over the mapping events; null if there is no
   * event.
   */
  readonly waiting: readonly (number | null)[];
}

/** Borders of the stretches of the measured time, s from its beginning; length B + 1. */
export function courseBorders({ measuredFromS, endS }: Pick<UtilityModel, 'measuredFromS' | 'endS'>): number[] {
  const wholeS = endS - measuredFromS;
  const lengthS = LENGTHS_S.find((one) => wholeS / one <= MAX_STRETCHES) ?? wholeS / MAX_STRETCHES;
  const borders = [0];
  for (let k = 1; k * lengthS < wholeS; k++) borders.push(k * lengthS);
  return [...borders, wholeS];
}

/** Course of the measured time, to `digits` significant digits: it is drawn, not reckoned with. */
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

/** Energy drawn in each stretch between borders, s from the start, J; by the pieces of the schedule, so that it is never one of money. */
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
