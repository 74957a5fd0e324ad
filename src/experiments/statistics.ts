import jStat from 'jstat';

/** A mean with its two-sided Student-t confidence interval. */
export interface MeanInterval {
  readonly n: number;
  readonly mean: number;
  /** Sample standard deviation with divisor n - 1; null for a single value. */
  readonly sd: number | null;
  /** Confidence interval; null for a single value. */
  readonly interval: Interval | null;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Default confidence level of intervals. Our choice: the usual one. */
export const LEVEL = 0.95;

/** Returns the probability that a standard normal value is at most z. */
export function normalProbability(z: number): number {
  return jStat.normal.cdf(z, 0, 1);
}

/**
 * Returns the mean of n values with the confidence interval mean -+ t sd / sqrt(n).
 *
 * @throws RangeError for no values or values that are not finite.
 */
export function meanInterval(values: readonly number[], level = LEVEL): MeanInterval {
  refuseUnusable(values);
  const n = values.length;
  const mean = meanOf(values);
  if (n === 1) return { n, mean, sd: null, interval: null };
  const sd = Math.sqrt(covariance(values, values));
  const half = (studentQuantile(n - 1, level) * sd) / Math.sqrt(n);
  return { n, mean, sd, interval: { low: mean - half, high: mean + half } };
}

export interface PairedDifference extends MeanInterval {
  /** Number of pairs in which the first value is greater. */
  readonly wins: number;
  /** Number of pairs in which the first value is smaller. */
  readonly losses: number;
  readonly ties: number;
}

/**
 * Returns the mean of the paired differences first - second.
 *
 * @throws RangeError for unequal lengths, and as `meanInterval` does.
 */
export function pairedDifference(first: readonly number[], second: readonly number[], level = LEVEL): PairedDifference {
  refuseUnpaired(first, second);
  refuseUnusable([...first, ...second]);
  const differences = first.map((value, i) => value - second[i]!);
  const count = (sign: number): number => differences.filter((value) => Math.sign(value) === sign).length;
  return { ...meanInterval(differences, level), wins: count(1), losses: count(-1), ties: count(0) };
}

export interface MeanRatio {
  readonly n: number;
  readonly ratio: number;
  /** Fieller's interval; null for one pair, or if the denominators' mean is not significantly different from 0. */
  readonly interval: Interval | null;
}

/**
 * Returns mean(numerators) / mean(denominators) of paired values (x, y) with Fieller's confidence interval. It contains
 * all ratios r for which the t-interval of mean(x - r y) contains 0. It is exact for normal pairs, unlike the delta
 * method, and very asymmetric if the mean of y is near 0.
 *
 * @throws RangeError as `pairedDifference` does, and if the denominators' mean is 0.
 */
export function ratioOfMeans(numerators: readonly number[], denominators: readonly number[], level = LEVEL): MeanRatio {
  refuseUnpaired(numerators, denominators);
  refuseUnusable([...numerators, ...denominators]);
  const n = numerators.length;
  const x = meanOf(numerators);
  const y = meanOf(denominators);
  if (y === 0) throw new RangeError('A ratio to a mean of 0 has no value');
  const ratio = x / y;
  if (n === 1) return { n, ratio, interval: null };
  const t2 = studentQuantile(n - 1, level) ** 2 / n;
  const xx = t2 * covariance(numerators, numerators);
  const yy = t2 * covariance(denominators, denominators);
  const xy = t2 * covariance(numerators, denominators);
  // (x - r y)^2 = xx - 2 r xy + r^2 yy, a quadratic in r.
  const a = y * y - yy;
  if (a <= 0) return { n, ratio, interval: null };
  const b = x * y - xy;
  const root = Math.sqrt(Math.max(0, b * b - a * (x * x - xx)));
  return { n, ratio, interval: { low: (b - root) / a, high: (b + root) / a } };
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Coefficient of determination, 1 - residual / total sum of squares; null if all y are equal. */
  readonly rSquared: number | null;
}

/**
 * Returns the least-squares line through points.
 *
 * @throws RangeError for fewer than two different x, and as `pairedDifference` does.
 */
export function leastSquares(x: readonly number[], y: readonly number[]): Line {
  refuseUnpaired(x, y);
  refuseUnusable([...x, ...y]);
  if (x.every((value) => value === x[0])) throw new RangeError('A line needs two different x');
  const slope = covariance(x, y) / covariance(x, x);
  const intercept = meanOf(y) - slope * meanOf(x);
  const total = covariance(y, y);
  if (total === 0) return { slope: 0, intercept: y[0]!, rSquared: null };
  const residuals = y.map((value, i) => value - intercept - slope * x[i]!);
  const rest = residuals.reduce((sum, value) => sum + value * value, 0) / (y.length - 1);
  return { slope, intercept, rSquared: 1 - rest / total };
}

/** Returns the value t for which a random number T of Student's distribution satisfies P(|T| < t) = level. */
export function studentQuantile(degreesOfFreedom: number, level = LEVEL): number {
  return jStat.studentt.inv((1 + level) / 2, degreesOfFreedom);
}

/** Returns the mean of values; of equal values exactly this value, so that their variance is exactly 0. */
export function meanOf(values: readonly number[]): number {
  if (values.every((value) => value === values[0])) return values[0]!;
  const rough = values.reduce((sum, value) => sum + value, 0) / values.length;
  // Takes back what the first pass lost to rounding.
  return rough + values.reduce((sum, value) => sum + (value - rough), 0) / values.length;
}

function covariance(x: readonly number[], y: readonly number[]): number {
  const meanX = meanOf(x);
  const meanY = meanOf(y);
  return x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0) / (x.length - 1);
}

function refuseUnpaired(first: readonly number[], second: readonly number[]): void {
  if (first.length !== second.length)
    throw new RangeError(`${first.length} values cannot be paired with ${second.length}`);
}

/**
 * Checks that there are values and that all of them are finite.
 *
 * @throws RangeError if there are no values or not all are finite
 */
export function refuseUnusable(values: readonly number[]): void {
  if (values.length === 0) throw new RangeError('There are no values');
  const wrong = values.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no finite number`);
}

/**
 * Returns the mean of several series at each position, over the series that have a value there; null at positions where
 * none has one. Returns null instead of a list if there are no series.
 */
export function meanSeries<Value extends number | null>(all: readonly (readonly Value[])[]): Value[] | null {
  const [first] = all;
  if (first === undefined) return null;
  return first.map((_, n) => {
    const values = all.flatMap((one) => one[n] ?? []);
    return (
      values.length === 0 ? null : values.reduce<number>((sum, value) => sum + value, 0) / values.length
    ) as Value;
  });
}

/** Cuts the confidence interval of a mean to the range of possible values, if given. */
export function cutInterval<Mean extends MeanInterval | null>(mean: Mean, within?: readonly [number, number]): Mean {
  if (mean?.interval == null || within === undefined) return mean;
  const { low, high } = mean.interval;
  return { ...mean, interval: { low: Math.max(within[0], low), high: Math.min(within[1], high) } };
}
