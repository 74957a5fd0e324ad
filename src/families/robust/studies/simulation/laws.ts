/**
 * Law (probability distribution) of the time of one task. All laws keep the task's mean and variance. With 'empirical',
 * a time is drawn uniformly from the user's list of relative times. The times in the list may have any scale, because
 * they are shifted and scaled to the task's mean and variance.
 */
export type TimeLaw =
  | { readonly kind: 'gaussian' }
  | { readonly kind: 'gamma' }
  | { readonly kind: 'lognormal' }
  | { readonly kind: 'empirical'; readonly relativeTimes: readonly number[] };

/** The tasks of one core in one P-state. The core draws the same power while any of them runs. */
export interface TaskClass {
  /** Power of the busy core, P_dyn + P_stat, W. */
  readonly powerW: number;
  /** Mean time of each task, s. */
  readonly meanS: Float64Array;
  /** Variance of the time of each task, s^2. */
  readonly varianceS2: Float64Array;
}

/**
 * Returns relative times standardised to mean 0 and standard deviation 1, in ascending order.
 *
 * @throws RangeError if the times are all equal
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
