import type { Day } from '../../../../models/families/utility/model.js';

/** Maximum number of points of a line. Our choice: on a width of 1,000 px, more points cannot be distinguished. */
const MAX_POINTS = 300;
/** Maximum number of columns of a heat map. Our choice: as many as a screen of 390 px can show. */
const MAX_COLUMNS = 48;
/**
 * Lengths that a time bin may have if one bin per mapping event would be too many, s: a quarter of an hour to a
 * fortnight.
 */
const LENGTHS_S = [900, 3600, 7200, 14_400, 28_800, 86_400, 172_800, 604_800, 1_209_600] as const;

/** One value for each time bin; null where a bin has no value. */
export type Values = readonly (number | null)[];

/** B time bins over which values are averaged. No bin extends across a midnight. */
export interface TimeBins {
  /** Length of a bin, s. The last bin of a day may be shorter. */
  readonly lengthS: number;
  /** Borders of the bins, s: B + 1 ascending values from 0 to the end of the simulated time. */
  readonly borderS: Float64Array;
}

/**
 * Returns the time bins of line charts: event intervals, or the shortest length of `LENGTHS_S` that gives at most
 * `MAX_POINTS` bins.
 */
export function lineBins(days: readonly Day[], eventIntervalS: number): TimeBins {
  return bins(days, [eventIntervalS, ...LENGTHS_S], eventIntervalS, MAX_POINTS);
}

/**
 * Returns the time bins of heat maps: event intervals, or the shortest length from one hour that gives at most
 * `MAX_COLUMNS` bins.
 */
export function columnBins(days: readonly Day[], eventIntervalS: number): TimeBins {
  return bins(days, [eventIntervalS, ...LENGTHS_S.slice(1)], eventIntervalS, MAX_COLUMNS);
}

function bins(days: readonly Day[], lengthsS: readonly number[], eventIntervalS: number, most: number): TimeBins {
  const wholeS = days.at(-1)!.endS;
  // An empty stretch, between two events, shows nothing.
  const fit = lengthsS.filter((lengthS) => lengthS >= eventIntervalS);
  const lengthS = fit.find((one) => wholeS / one <= most) ?? wholeS / most;
  const borderS: number[] = [];
  for (const { startS, endS } of days) {
    for (let k = 0; startS + k * lengthS < endS; k++) borderS.push(startS + k * lengthS);
  }
  return { lengthS, borderS: Float64Array.from([...borderS, wholeS]) };
}

/**
 * Returns for each bin the mean of the values at the events in it, ignoring NaN; null for a bin without values.
 *
 * @param timeS moments of the events, ascending, s
 */
export function meansOf(
  { borderS }: TimeBins,
  timeS: Float64Array,
  valueAt: (event: number) => number,
): (number | null)[] {
  const means: (number | null)[] = [];
  let e = 0;
  for (let b = 0; b + 1 < borderS.length; b++) {
    let sum = 0;
    let count = 0;
    for (; e < timeS.length && timeS[e]! < borderS[b + 1]!; e++) {
      const value = valueAt(e);
      if (!Number.isFinite(value)) continue;
      sum += value;
      count++;
    }
    means.push(count === 0 ? null : sum / count);
  }
  return means;
}

/**
 * Returns the time-weighted mean of a step function in each bin; null for a bin outside the function.
 *
 * @param stepS borders of the steps, s
 */
export function stepMeansOf({ borderS }: TimeBins, stepS: Float64Array, values: Float64Array): (number | null)[] {
  return Array.from({ length: borderS.length - 1 }, (_, b) => {
    let sum = 0;
    let wholeS = 0;
    for (let s = 0; s < values.length; s++) {
      const insideS = Math.max(0, Math.min(stepS[s + 1]!, borderS[b + 1]!) - Math.max(stepS[s]!, borderS[b]!));
      sum += values[s]! * insideS;
      wholeS += insideS;
    }
    return wholeS > 0 ? sum / wholeS : null;
  });
}
