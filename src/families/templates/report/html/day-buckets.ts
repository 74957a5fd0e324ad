import type { DaySeries } from '../../../../../models/families/templates/online.js';

/** Time interval of a day over which a chart shows means. It covers a whole number of intervals of the time series. */
export interface Bucket {
  readonly fromS: number;
  readonly toS: number;
  readonly powerW: number;
  /** Set-point at the end of the time interval, C. Null after the energy budget is exhausted. */
  readonly setPointC: number | null;
  /**
   * Highest value that the hottest outlet has at the ends of the intervals of the time series, C. Null after the energy
   * budget is exhausted.
   */
  readonly hottestOutletC: number | null;
  readonly runningCores: number;
  readonly waitingTasks: number;
}

/**
 * Divides the day into at most `most` time intervals. If the energy budget is exhausted, the last interval ends at that
 * time.
 *
 * @param stoppedAtS time at which the budget is exhausted, s; null if it is not
 */
export function dayBuckets(series: DaySeries, durationS: number, stoppedAtS: number | null, most: number): Bucket[] {
  const { intervalS } = series;
  const endS = Math.min(durationS, stoppedAtS ?? durationS);
  const intervals = Math.min(series.totalPowerW.length, Math.ceil(durationS / intervalS - 1e-9));
  const size = Math.max(1, Math.ceil(intervals / most));
  const found: Bucket[] = [];
  for (let first = 0; first < intervals && first * intervalS < endS; first += size) {
    const last = Math.min(intervals, first + size);
    const own = Array.from({ length: last - first }, (_, k) => first + k).filter((k) => k * intervalS < endS);
    // In the interval of the stop, means are over the whole interval, although energy is drawn only until the stop.
    const lengthOf = (k: number): number => Math.min(intervalS, durationS - k * intervalS);
    const toS = Math.min(endS, last * intervalS);
    const fromS = first * intervalS;
    const mean = (values: Float64Array): number =>
      own.reduce((sum, k) => sum + values[k]! * lengthOf(k), 0) / (toS - fromS);
    const temperatures = own.map((k) => series.hottestOutletC[k]!).filter(Number.isFinite);
    const setPoints = own.map((k) => series.setPointC[k]!).filter(Number.isFinite);
    found.push({
      fromS,
      toS,
      powerW: mean(series.totalPowerW),
      setPointC: setPoints.at(-1) ?? null,
      hottestOutletC: temperatures.length === 0 ? null : Math.max(...temperatures),
      runningCores: mean(series.runningCores),
      waitingTasks: mean(series.waitingTasks),
    });
  }
  return found;
}
