import jStat from 'jstat';
import { randomStream } from '../random/stream.js';
import { ascending, quantileOfSorted } from './quantiles.js';
import { type Interval, LEVEL, meanOf, refuseUnusable } from './statistics.js';

/**
 * Number of bootstrap resamples. Our choice: BCa intervals at 95 % need about 2,000 (Efron 1987, section 9; DiCiccio
 * and Efron 1996).
 */
export const RESAMPLES = 2000;

/**
 * Maximum number of values that are resampled: the indices of 2,000 resamples then take 80 MB. Our choice: for more
 * values, Student's interval is as good.
 */
export const MAX_RESAMPLED = 10_000;

/**
 * Maximum distance at which a resampled statistic counts as equal to the observed one, as a fraction of the resamples'
 * spread.
 */
const ROUNDING = 1e-9;

/**
 * Seeded source of bootstrap resamples, drawn with replacement. All statistics of n values use the same resamples, so
 * the order of calls does not matter.
 */
export interface Resampler {
  readonly resamples: number;
  /** Returns the indices of all resamples of n values, one after another: resamples x n entries, 0 to n - 1. */
  readonly indices: (n: number) => Uint32Array;
}

/**
 * Returns a source of `resamples` bootstrap resamples, drawn from `seed`.
 *
 * @throws RangeError unless `resamples` is a whole number of at least 1.
 */
export function resampler(seed: number, resamples = RESAMPLES): Resampler {
  if (!Number.isSafeInteger(resamples) || resamples < 1)
    throw new RangeError(`No bootstrap has ${resamples} resamples`);
  const drawn = new Map<number, Uint32Array>();
  const draw = (n: number): Uint32Array => {
    const { uniform } = randomStream(seed, `bootstrap of ${n}`);
    const drawnIndices = new Uint32Array(resamples * n);
    for (let at = 0; at < drawnIndices.length; at++) drawnIndices[at] = Math.floor(n * uniform());
    return drawnIndices;
  };
  const indices = (n: number): Uint32Array => {
    const known = drawn.get(n) ?? draw(n);
    drawn.set(n, known);
    return known;
  };
  return { resamples, indices };
}

/**
 * Returns the value of a statistic in each resample.
 *
 * @throws RangeError for no values or values that are not finite.
 */
export function bootstrapValues(
  values: readonly number[],
  statistic: (sample: readonly number[]) => number,
  { resamples, indices }: Resampler,
): Float64Array {
  refuseUnusable(values);
  const n = values.length;
  const all = indices(n);
  const sample = new Array<number>(n);
  return Float64Array.from({ length: resamples }, (_, resample) => {
    for (let i = 0; i < n; i++) sample[i] = values[all[resample * n + i]!]!;
    return statistic(sample);
  });
}

/**
 * Returns the percentile bootstrap confidence interval of a statistic: its ends are quantiles of the statistic's values
 * in the resamples.
 *
 * @throws RangeError as `bootstrapValues` does.
 */
export function percentileInterval(
  values: readonly number[],
  statistic: (sample: readonly number[]) => number,
  source: Resampler,
  level = LEVEL,
): Interval {
  return between(bootstrapValues(values, statistic, source), (1 - level) / 2, (1 + level) / 2);
}

/**
 * Returns the bias-corrected and accelerated (BCa) bootstrap interval of a statistic (Efron, JASA 82, 1987); null for a
 * single value. Its ends are quantiles of the values in the resamples. The quantiles are corrected for bias, by the
 * share of resamples below the observed value, and for skewness, by the jackknife.
 *
 * @throws RangeError as `bootstrapValues` does.
 */
export function bcaInterval(
  values: readonly number[],
  statistic: (sample: readonly number[]) => number,
  source: Resampler,
  level = LEVEL,
): Interval | null {
  refuseUnusable(values);
  if (values.length === 1) return null;
  const left = values.map((_, i) => statistic(values.filter((__, other) => other !== i)));
  return accelerated(statistic(values), bootstrapValues(values, statistic, source), left, level);
}

/**
 * Returns the BCa bootstrap interval of the mean as `bcaInterval` does, but in time linear in the number of values.
 * Null for a single value and for more than MAX_RESAMPLED.
 *
 * @throws RangeError as `bootstrapValues` does.
 */
export function bcaOfMean(
  values: readonly number[],
  { resamples, indices }: Resampler,
  level = LEVEL,
): Interval | null {
  refuseUnusable(values);
  const n = values.length;
  if (n === 1 || n > MAX_RESAMPLED) return null;
  const mean = meanOf(values);
  // Deviations keep the digits of values far from 0.
  const deviations = Float64Array.from(values, (value) => value - mean);
  const all = indices(n);
  const resampled = new Float64Array(resamples);
  for (let resample = 0, at = 0; resample < resamples; resample++) {
    let sum = 0;
    for (const end = at + n; at < end; at++) sum += deviations[all[at]!]!;
    resampled[resample] = sum / n;
  }
  const left = Array.from(deviations, (deviation) => -deviation / (n - 1));
  const { low, high } = accelerated(0, resampled, left, level);
  return { low: mean + low, high: mean + high };
}

/**
 * Returns the BCa bootstrap interval of a statistic. If all resampled values lie on one side of the observed one, the
 * bias correction is undefined; then the percentile interval is returned.
 *
 * @param leftOut jackknife values: the statistic with each observation left out in turn.
 */
export function accelerated(
  observed: number,
  resampled: Float64Array,
  leftOut: readonly number[],
  level = LEVEL,
): Interval {
  const sorted = ascending(resampled);
  const tail = (1 - level) / 2;
  // Resamples that have the value itself must not be taken for smaller or larger by rounding.
  const rounding = ROUNDING * Math.max(observed - sorted[0]!, sorted[sorted.length - 1]! - observed);
  let [below, atMost] = [0, 0];
  for (const value of sorted) {
    if (value < observed - rounding) below++;
    if (value <= observed + rounding) atMost++;
  }
  const share = (below + atMost) / (2 * sorted.length);
  if (share <= 0 || share >= 1) return between(sorted, tail, 1 - tail);
  const bias = jStat.normal.inv(share, 0, 1);
  const acceleration = accelerationOf(leftOut);
  const at = (given: number): number => {
    const z = bias + jStat.normal.inv(given, 0, 1);
    return jStat.normal.cdf(bias + z / (1 - acceleration * z), 0, 1);
  };
  return between(sorted, at(tail), at(1 - tail));
}

/** Returns a BCa acceleration: skewness of n jackknife influence values / (6 sqrt(n)); 0 if they are equal. */
function accelerationOf(leftOut: readonly number[]): number {
  const mean = meanOf(leftOut);
  let [squares, cubes] = [0, 0];
  for (const value of leftOut) {
    squares += (mean - value) ** 2;
    cubes += (mean - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

function between(values: Float64Array, low: number, high: number): Interval {
  const sorted = ascending(values);
  return { low: quantileOfSorted(sorted, low), high: quantileOfSorted(sorted, high) };
}
