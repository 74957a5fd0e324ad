import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { EventSeries, SimulationOutcome } from '../../methods/outcome.js';
import { utilityOverTime } from '../../runs/earned.js';

/**
 * Lengths that a time interval of the series may have, s. The shortest length with at most `MAX_STRETCHES` intervals is
 * used.
 */
const LENGTHS_S = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400] as const;
/** Maximum number of time intervals of the series. Our choice: the hours of a day, which a small chart can show. */
const MAX_STRETCHES = 24;

/** Time series of the measured time under a policy. Each list has one value for each time interval. */
export type DayCourse = ReturnType<typeof dayCourse>;

/**
 * Returns the borders of the time intervals of the series, s from the beginning of the measured time; one more than
 * there are intervals.
 */
export function courseBorders({ measuredFromS, endS }: Pick<UtilityModel, 'measuredFromS' | 'endS'>): number[] {
  const wholeS = endS - measuredFromS;
  const lengthS = LENGTHS_S.find((one) => wholeS / one <= MAX_STRETCHES) ?? wholeS / MAX_STRETCHES;
  return [...Array.from({ length: Math.ceil(wholeS / lengthS) }, (_, k) => k * lengthS), wholeS];
}

/** Returns the time series of the measured time, rounded to six significant digits for charts. */
export function dayCourse(model: UtilityModel, { schedule, series }: Pick<SimulationOutcome, 'schedule' | 'series'>) {
  const borders = courseBorders(model);
  const borderS = borders.map((border) => model.measuredFromS + border);
  // The first bin is what comes before the measured time.
  const { earned, drawnJ } = utilityOverTime(model, schedule, Float64Array.from([0, ...borderS]));
  const round = <V extends number | null>(value: V): V => (value === null ? value : Number(value.toPrecision(6))) as V;
  let sumJ = 0;
  return {
    /** Utility earned per hour. A task's utility is spread over its execution. */
    earnedPerH: borders.slice(1).map((end, b) => round((earned[b + 1]! * S_PER_H) / (end - borders[b]!))),
    /** Energy drawn from the beginning of the measured time to the end of each time interval, MJ. */
    drawnMJ: Array.from(drawnJ.subarray(1), (joules) => round((sumJ += joules) / J_PER_MJ)),
    /** Mean number of waiting tasks, postponed ones included, at the mapping events; null without an event. */
    waiting: borderS.slice(1).map((endS, b) => round(meanWaiting(series, borderS[b]!, endS))),
  };
}

function meanWaiting({ timeS, waiting, postponed }: EventSeries, fromS: number, toS: number): number | null {
  const events = [...timeS.keys()].filter((e) => timeS[e]! >= fromS && timeS[e]! < toS);
  const sum = events.reduce((all, e) => all + waiting[e]! + postponed[e]!, 0);
  return events.length === 0 ? null : sum / events.length;
}
