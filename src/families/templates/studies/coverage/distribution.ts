import { regularisedBeta } from '../../../../experiments/binomial.js';
import { LEVEL, meanInterval } from '../../../../experiments/statistics.js';
import type { Distribution, Quantile } from './record.js';

/** Returns mean and quantiles of a sample with 95 % confidence intervals (Student's t; order statistics). */
export function distributionOf(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    mean: meanInterval(values),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    worst: sorted.at(-1)!,
    // All of n below x: a share p above it has probability (1 - p)^n.
    worseShare: 1 - (1 - LEVEL) ** (1 / sorted.length),
  };
}

/**
 * Returns a quantile of an ascending sample. It is the smallest value of the sample such that at least the fraction
 * `share` of all values is not above it.
 */
export function quantile(sorted: readonly number[], share: number): Quantile {
  const n = sorted.length;
  const tail = (1 - LEVEL) / 2;
  /** Returns the probability that at least k of n independent values are below the true quantile. */
  const atLeast = (k: number): number => (k <= 0 ? 1 : k > n ? 0 : regularisedBeta(share, k, n - k + 1));
  let low = 0;
  while (low < n && 1 - atLeast(low + 1) <= tail) low += 1;
  let high = n + 1;
  while (high > 1 && atLeast(high - 1) <= tail) high -= 1;
  return {
    value: sorted[Math.max(1, Math.ceil(share * n)) - 1]!,
    low: low === 0 ? null : sorted[low - 1]!,
    high: high > n ? null : sorted[high - 1]!,
  };
}
