import { type Interval, LEVEL, type MeanInterval, meanInterval } from './statistics.js';

/** Rule, declared before the first value is drawn, for sampling until a mean is known accurately enough. */
export interface SequentialRule {
  /**
   * Half-width of the confidence interval at which sampling stops: in the unit of the values or, if `relative`, as a
   * fraction of the mean's absolute value.
   */
  readonly halfWidth: number;
  readonly relative: boolean;
  /** Number of values at the first test whether sampling may stop (interim look). */
  readonly least: number;
  /** Number of values drawn between two of these tests. */
  readonly step: number;
}

/**
 * Returns the sample sizes at which the rule is applied: least, least + step, ... and finally `most`, where sampling
 * always stops.
 *
 * @throws RangeError unless least >= 2, step >= 1 and most >= least, all whole, and halfWidth > 0.
 */
export function looksOf({ least, step, halfWidth }: SequentialRule, most: number): number[] {
  const whole = [least, step, most].every(Number.isSafeInteger);
  if (!(whole && least >= 2 && step >= 1 && most >= least && halfWidth > 0)) {
    throw new RangeError(`No looks from ${least} by ${step} to ${most} for a half-width of ${halfWidth}`);
  }
  const looks: number[] = [];
  for (let n = least; n < most; n += step) looks.push(n);
  return [...looks, most];
}

/**
 * Returns the confidence level of the interval at each of `looks` interim looks: the error probability is divided
 * evenly among them (Bonferroni). So all intervals together hold with a probability of at least `level`, and hence also
 * the one at which sampling stops (docs/studies/statistics.md).
 */
export function lookLevel(looks: number, level = LEVEL): number {
  return 1 - (1 - level) / looks;
}

/**
 * Returns the mean of the values so far. Its confidence interval is widened, because the stopping rule is tested
 * `looks` times.
 *
 * @throws RangeError as `meanInterval` does.
 */
export function lookAt(values: readonly number[], looks: number, level = LEVEL): MeanInterval {
  return meanInterval(values, lookLevel(looks, level));
}

/** Returns true if a mean's confidence interval is narrow enough to stop; false if it is null. */
export function isNarrow(mean: number, interval: Interval | null, { halfWidth, relative }: SequentialRule): boolean {
  if (interval === null) return false;
  return (interval.high - interval.low) / 2 <= (relative ? halfWidth * Math.abs(mean) : halfWidth);
}
