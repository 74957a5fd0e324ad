import { LEVEL, meanInterval } from '../../../../experiments/statistics.js';

/** 97.5 % quantile of the standard normal distribution, for two-sided confidence intervals at level LEVEL. */
const Z = 1.959963984540054;

export { LEVEL };

/** Mean of a sample with its confidence interval `low` to `high` (Student's t), standard deviation and percentiles. */
export interface Distribution {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly sd: number;
  readonly p5: number;
  readonly p50: number;
  readonly p95: number;
}

/**
 * Returns mean, interval and percentiles of at least two values. Percentiles are interpolated linearly between order
 * statistics.
 *
 * @throws RangeError if there are fewer than two values, or if one is not finite
 */
export function distribution(values: Float64Array): Distribution {
  const { mean, sd, interval } = meanInterval(Array.from(values));
  if (sd === null || interval === null) throw new RangeError('One sample has no distribution');
  const sorted = values.slice().sort();
  const quantile = (share: number): number => {
    const at = share * (sorted.length - 1);
    const below = Math.floor(at);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
  };
  return { mean, ...interval, sd, p5: quantile(0.05), p50: quantile(0.5), p95: quantile(0.95) };
}

/**
 * Fraction of successful trials (`probability`), with Wilson's confidence interval from `low` to `high`, which stays
 * within 0 to 1.
 */
export interface Share {
  readonly probability: number;
  readonly low: number;
  readonly high: number;
}

export function wilson(successes: number, trials: number): Share {
  const probability = successes / trials;
  const weight = (Z * Z) / trials;
  const centre = (probability + weight / 2) / (1 + weight);
  const half = (Z / (1 + weight)) * Math.sqrt((probability * (1 - probability)) / trials + weight / (4 * trials));
  return { probability, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

export interface Histogram {
  readonly low: number;
  readonly high: number;
  readonly counts: readonly number[];
}

/**
 * Returns the number of values in bins of equal width over [low, high]. Each bin includes its lower end, the last one
 * also its upper end.
 */
export function histogram(values: Float64Array, low: number, high: number, bins: number): Histogram {
  const counts = new Array<number>(bins).fill(0);
  const scale = high > low ? bins / (high - low) : 0;
  for (const value of values) counts[Math.min(bins - 1, Math.max(0, Math.floor((value - low) * scale)))]!++;
  return { low, high, counts };
}
