import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { meanSeries } from '../../../../experiments/statistics.js';
import type { EventSeries, SimulationOutcome } from '../../methods/outcome.js';
import { utilityOverTime } from '../../runs/earned.js';

/** Lengths of a stretch to choose from, s: the shortest that gives at most `MAX_STRETCHES` stretches. Our choice. */
const LENGTHS_S = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400] as const;
/** Maximum number of stretches. Our choice: the hours of a day fit, and a small chart can show them. */
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

/** Returns the course of the measured time, rounded to six significant digits because it is only drawn in charts. */
export function dayCourse(
  model: UtilityModel,
  { schedule, series }: Pick<SimulationOutcome, 'schedule' | 'series'>,
): DayCourse {
  const borders = courseBorders(model);
  const borderS = borders.map((border) => model.measuredFromS + border);
  // The first bin is what comes before the measured time.
  const { earned, drawnJ } = utilityOverTime(model, schedule, Float64Array.from([0, ...borderS]));
  const round = <V extends number | null>(value: V): V => (value === null ? value : Number(value.toPrecision(6))) as V;
  let sumJ = 0;
  return {
    earnedPerH: borders.slice(1).map((end, b) => round((earned[b + 1]! * S_PER_H) / (end - borders[b]!))),
    drawnMJ: Array.from(drawnJ.subarray(1), (joules) => round((sumJ += joules) / J_PER_MJ)),
    waiting: borderS.slice(1).map((endS, b) => round(meanWaiting(series, borderS[b]!, endS))),
  };
}

/** Returns the mean course of the runs with a schedule; null if there is none. */
export function meanCourse(courses: readonly DayCourse[]): DayCourse | null {
  const earnedPerH = meanSeries(courses.map((one) => one.earnedPerH));
  const drawnMJ = meanSeries(courses.map((one) => one.drawnMJ));
  const waiting = meanSeries(courses.map((one) => one.waiting));
  return earnedPerH === null ? null : { earnedPerH, drawnMJ: drawnMJ!, waiting: waiting! };
}

function meanWaiting({ timeS, waiting, postponed }: EventSeries, fromS: number, toS: number): number | null {
  const events = [...timeS.keys()].filter((e) => timeS[e]! >= fromS && timeS[e]! < toS);
  const sum = events.reduce((all, e) => all + waiting[e]! + postponed[e]!, 0);
  return events.length === 0 ? null : sum / events.length;
}
