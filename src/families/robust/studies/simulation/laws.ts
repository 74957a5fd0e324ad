/**
 * Law of the time of one task; all laws keep its mean and variance. 'empirical': one of the user's relative times (any
 * scale), uniformly drawn, scaled about their mean.
 */
export type TimeLaw =
  | { readonly kind: 'gaussian' }
  | { readonly kind: 'gamma' }
  | { readonly kind: 'lognormal' }
  | { readonly kind: 'empirical'; readonly relativeTimes: readonly number[] };

/** Tasks of one core in one P-state: while any of them runs, the core draws the same power. */
export interface TaskClass {
  /** Power P_dyn + P_stat, W. */
  readonly powerW: number;
  /** Mean times by task, s. */
  readonly meanS: Float64Array;
  readonly varianceS2: Float64Array;
}

/**
 * Returns the relative times minus their mean, divided by their standard deviation, ascending.
 * @throws RangeError if they do not vary
 */
export function standardised(relativeTimes: readonly number[]): Float64Array {
  const count = relativeTimes.length;
  // Times may have any scale: squares of very long or short ones would be infinite or 0.
  const longest = relativeTimes.reduce((most, time) => Math.max(most, time), 0);
  const times = relativeTimes.map((time) => time / longest);
  const mean = times.reduce((sum, time) => sum + time, 0) / count;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / count;
  if (!(variance > 0)) throw new RangeError('Relative times that do not vary say nothing about a distribution');
  return Float64Array.from(times, (time) => (time - mean) / Math.sqrt(variance)).sort();
}
