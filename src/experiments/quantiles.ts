import { regularisedBeta } from './binomial.js';
import { type Interval, LEVEL, refuseUnusable } from './statistics.js';

/**
 * Returns the quantile at `share` of n values by linear interpolation between order statistics, at position (n - 1)
 * share + 1. This is type 7 of Hyndman and Fan (The American Statistician 50, 1996), the default of NumPy and R.
 *
 * @throws RangeError for no values, values that are not finite, or a share outside 0 ... 1.
 */
export function quantile(values: readonly number[], share: number): number {
  refuseUnusable(values);
  return quantileOfSorted(ascending(values), share);
}

/**
 * Returns the median of values: the middle one, or the mean of the two middle ones.
 *
 * @throws RangeError as `quantile` does.
 */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function ascending(values: Iterable<number> & ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

/**
 * Returns a quantile as `quantile` does, for values that are sorted ascending and may be infinite. Between a finite and
 * an infinite value the quantile is infinite.
 *
 * @throws RangeError for no values or a share outside 0 ... 1.
 */
export function quantileOfSorted(sorted: Float64Array, share: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`No quantile has the share ${share}`);
  if (sorted.length === 0) throw new RangeError('There are no values');
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low === high || place === below ? low : low + (place - below) * (high - low);
}

/**
 * Returns a confidence interval of the median, from the k-th smallest to the k-th largest value. k is the largest for
 * which the coverage is at least `level` (by the sign test, for any continuous distribution). Null if even k = 1 does
 * not suffice (fewer than 6 values at 95 %).
 *
 * @throws RangeError as `quantile` does.
 */
export function medianInterval(values: readonly number[], level = LEVEL): Interval | null {
  refuseUnusable(values);
  const n = values.length;
  const tail = (1 - level) / 2;
  let k = 0;
  // P(at most k values lie below the median) = P(at least n - k of n tosses fail).
  while (k < n / 2 && regularisedBeta(0.5, n - k, k + 1) <= tail) k++;
  if (k === 0) return null;
  const sorted = ascending(values);
  return { low: sorted[k - 1]!, high: sorted[n - k]! };
}
