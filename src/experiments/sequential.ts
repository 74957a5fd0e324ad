import { type Interval, LEVEL, type MeanInterval, meanInterval } from './statistics.js';

/** Rule, declared before the first value, to stop once a mean is known accurately enough. */
export interface SequentialRule {
  /** Largest half-width of the interval: in the unit of the values, or as a share of the mean's size. */
  readonly halfWidth: number;
  readonly relative: boolean;
  /** Number of values at the first look, and between two. */
  readonly least: number;
  readonly step: number;
}

/**
 * Returns the numbers of values at which the rule looks: least, least + step, ... and finally `most`, where it always
 * ends.
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
 * Returns the level of the interval at each of `looks` looks. The permitted error is divided evenly (Bonferroni), so
 * that all intervals together, and hence the one at which the rule stops, hold with at least `level`
 * (docs/studies/statistics.md).
 */
export function lookLevel(looks: number, level = LEVEL): number {
  return 1 - (1 - level) / looks;
}

/**
 * Returns the mean at a look, with its interval widened for all declared looks.
 *
 * @throws RangeError as `meanInterval` does.
 */
export function lookAt(values: readonly number[], looks: number, level = LEVEL): MeanInterval {
  return meanInterval(values, lookLevel(looks, level));
}

/** Returns true if the interval of a mean is narrow enough to stop; false without an interval. */
export function isNarrow(mean: number, interval: Interval | null, { halfWidth, relative }: SequentialRule): boolean {
  if (interval === null) return false;
  return (interval.high - interval.low) / 2 <= (relative ? halfWidth * Math.abs(mean) : halfWidth);
}
