import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { meanSeries } from '../../../../experiments/statistics.js';
import type { EventSeries, SimulationOutcome } from '../../methods/outcome.js';
import { utilityOverTime } from '../../runs/earned.js';

/**
 * Lengths that a time interval of the course may have, s. The shortest that gives at most `MAX_STRETCHES` intervals is
 * used.
 */
const LENGTHS_S = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400] as const;
/** Maximum number of time intervals of a course. Our choice: the hours of a day, which a small chart can show. */
const MAX_STRETCHES = 24;

/**
 * Course of the measured time under a policy. It is divided into B time intervals; each array has one entry for each.
 */
export interface DayCourse {
  /** Utility earned per hour in each time interval. A task's utility is spread over its execution. */
  readonly earnedPerH: readonly number[];
  /** Energy drawn from the beginning of the measured time to the end of each time interval, MJ. */
  readonly drawnMJ: readonly number[];
  /**
   * Mean number of waiting tasks at the mapping events of each time interval. Tasks postponed until midnight are
   * included. Null for an interval without an event.
   */
  readonly waiting: readonly (number | null)[];
}

/**
 * Returns the borders of the B time intervals of a course: B + 1 moments, s from the beginning of the measured time.
 */
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

/** Returns the mean of several courses, entry by entry; null if there are none. */
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
