// This file computes the distribution of a sum of independent task times as a Fourier series. Its coefficients come
// from the product of the tasks' characteristic functions, which corresponds to convolution. Equations and errors:
// docs/robust/simulation.md.

/**
 * Half the width of the interval ("window") on which the Fourier series gives the distribution of a sum, in standard
 * deviations around the sum's mean. The series has period 2 x HALF_WIDTH.
 */
const HALF_WIDTH = 16;
/** Number of intervals into which the window of a tabulated distribution function is divided. */
export const TABLE_INTERVALS = 2048;
/** The series is cut off where the absolute value of the characteristic function falls below this value. */
const NEGLIGIBLE = 1e-11;
/** Number of terms of the series tried first. It is doubled until the series can be cut off. */
const FEWEST_TERMS = 64;
/** Maximum number of terms of the series. Tasks whose sum needs more are drawn one by one. */
const MAX_TERMS = 1024;
/**
 * Maximum excess kurtosis of a sum for which the series is used. Up to it, the probability outside the window is below
 * 3e-6.
 */
const MAX_KURTOSIS = 2;

export interface SumSeries {
  readonly meanS: number;
  readonly sdS: number;
  /** Real parts of E exp(i pi k Y / HALF_WIDTH) for k = 1, 2, ... at index k - 1, where Y is the standardised sum. */
  readonly real: Float64Array;
  /** Imaginary parts of E exp(i pi k Y / HALF_WIDTH) for k = 1, 2, ... at index k - 1. */
  readonly imaginary: Float64Array;
}

/**
 * Returns the Fourier series of the distribution of a sum of task times. Returns null if the sum is constant, has too
 * heavy tails, or needs too many terms.
 */
export function sumSeries(law: 'gamma' | 'lognormal', meanS: Float64Array, varianceS2: Float64Array): SumSeries | null {
  const variance = varianceS2.reduce((sum, value) => sum + value, 0);
  if (!(variance > 0)) return null;
  let fourth = 0;
  for (let t = 0; t < meanS.length; t++) fourth += varianceS2[t]! ** 2 * excessKurtosis(law, meanS[t]!, varianceS2[t]!);
  if (!(fourth <= MAX_KURTOSIS * variance * variance)) return null;
  const mean = meanS.reduce((sum, value) => sum + value, 0);
  const sdS = Math.sqrt(variance);
  const step = Math.PI / HALF_WIDTH / sdS;
  for (let terms = FEWEST_TERMS; terms <= MAX_TERMS; terms *= 2) {
    const found =
      law === 'gamma' ? gammaSum(meanS, varianceS2, step, terms) : lognormalSum(meanS, varianceS2, step, terms);
    const used = endOf(found);
    if (used === null) continue;
    return { meanS: mean, sdS, real: found.real.slice(0, used), imaginary: found.imaginary.slice(0, used) };
  }
  return null;
}

interface Characteristic {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/**
 * Returns the number of terms after which the series can be cut off, because two consecutive negligible terms follow.
 * Returns null if there are no such terms.
 */
function endOf({ real, imaginary }: Characteristic): number | null {
  let below = 0;
  for (let k = 0; k < real.length; k++) {
    below = Math.hypot(real[k]!, imaginary[k]!) < NEGLIGIBLE ? below + 1 : 0;
    if (below === 2) return k - 1;
  }
  return null;
}

function excessKurtosis(law: 'gamma' | 'lognormal', mean: number, variance: number): number {
  if (variance === 0) return 0;
  const squaredCoV = variance / (mean * mean);
  if (law === 'gamma') return 6 * squaredCoV;
  const w = 1 + squaredCoV;
  return w ** 4 + 2 * w ** 3 + 3 * w ** 2 - 6;
}

/**
 * Returns the characteristic function of a sum of gamma variables at s = step, 2 step, ... It is the product over the
 * tasks of (1 - i s V / mu)^(-mu^2 / V) exp(-i s mu), with mean mu and variance V.
 */
function gammaSum(meanS: Float64Array, varianceS2: Float64Array, step: number, terms: number): Characteristic {
  const logModulus = new Float64Array(terms);
  const argument = new Float64Array(terms);
  for (let t = 0; t < meanS.length; t++) {
    const variance = varianceS2[t]!;
    if (variance === 0) continue;
    const shape = meanS[t]! ** 2 / variance;
    const scale = variance / meanS[t]!;
    for (let k = 0; k < terms; k++) {
      const angle = scale * step * (k + 1);
      logModulus[k]! -= (shape / 2) * Math.log1p(angle * angle);
      argument[k]! += shape * (Math.atan(angle) - angle);
    }
  }
  return {
    real: argument.map((angle, k) => Math.exp(logModulus[k]!) * Math.cos(angle)),
    imaginary: argument.map((angle, k) => Math.exp(logModulus[k]!) * Math.sin(angle)),
  };
}

/** Step of the trapezoidal rule for lognormal variables. The error falls faster than any power of the step. */
const NORMAL_STEP = 1 / 8;
/**
 * End of the trapezoidal rule, in standard deviations of the normal variable. Beyond it, the density is below 1e-14.
 */
const NORMAL_REACH = 8;

/**
 * Returns the characteristic function of a sum of lognormal variables at s = step, 2 step, ... It is the product over
 * the tasks of E exp(i s (X - mu)), with task time X and mean mu.
 */
function lognormalSum(meanS: Float64Array, varianceS2: Float64Array, step: number, terms: number): Characteristic {
  const points = (2 * NORMAL_REACH) / NORMAL_STEP + 1;
  const weight = new Float64Array(points);
  for (let n = 0; n < points; n++) {
    const normal = n * NORMAL_STEP - NORMAL_REACH;
    weight[n] = (NORMAL_STEP * Math.exp((-normal * normal) / 2)) / Math.sqrt(2 * Math.PI);
  }
  const real = new Float64Array(terms).fill(1);
  const imaginary = new Float64Array(terms);
  const taskReal = new Float64Array(terms);
  const taskImaginary = new Float64Array(terms);
  for (let t = 0; t < meanS.length; t++) {
    const mean = meanS[t]!;
    if (varianceS2[t]! === 0) continue;
    const logVariance = Math.log1p(varianceS2[t]! / (mean * mean));
    taskReal.fill(0);
    taskImaginary.fill(0);
    for (let n = 0; n < points; n++) {
      const normal = n * NORMAL_STEP - NORMAL_REACH;
      const angle = step * mean * Math.expm1(Math.sqrt(logVariance) * normal - logVariance / 2);
      const turnReal = Math.cos(angle);
      const turnImaginary = Math.sin(angle);
      let x = weight[n]!;
      let y = 0;
      for (let k = 0; k < terms; k++) {
        const turned = x * turnReal - y * turnImaginary;
        y = x * turnImaginary + y * turnReal;
        x = turned;
        taskReal[k]! += x;
        taskImaginary[k]! += y;
      }
    }
    for (let k = 0; k < terms; k++) {
      const product = real[k]! * taskReal[k]! - imaginary[k]! * taskImaginary[k]!;
      imaginary[k] = real[k]! * taskImaginary[k]! + imaginary[k]! * taskReal[k]!;
      real[k] = product;
    }
  }
  return { real, imaginary };
}

/** Returns the probability that the sum of task times is at most `timeS`. */
export function sumProbability({ meanS, sdS, real, imaginary }: SumSeries, timeS: number): number {
  const y = (timeS - meanS) / sdS;
  if (Math.abs(y) >= HALF_WIDTH) return y < 0 ? 0 : 1;
  let probability = (y + HALF_WIDTH) / (2 * HALF_WIDTH);
  for (let k = 1; k <= real.length; k++) {
    const angle = (Math.PI * k * y) / HALF_WIDTH;
    const atLowEnd = k % 2 === 0 ? 1 : -1;
    const term = real[k - 1]! * Math.sin(angle) - imaginary[k - 1]! * (Math.cos(angle) - atLowEnd);
    probability += term / (Math.PI * k);
  }
  return Math.min(1, Math.max(0, probability));
}

/** Tables of cosines and sines at the points of the window. All tabulated sums share them. */
export interface Waves {
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
}

export function waves(): Waves {
  const angle = Float64Array.from({ length: TABLE_INTERVALS }, (_, n) => (2 * Math.PI * n) / TABLE_INTERVALS);
  return { cosine: angle.map(Math.cos), sine: angle.map(Math.sin) };
}

/** Returns the times at which the distribution of a sum is tabulated, s: the first time and the step between times. */
export function tableGrid({ meanS, sdS }: SumSeries): { readonly firstS: number; readonly stepS: number } {
  return { firstS: meanS - HALF_WIDTH * sdS, stepS: (2 * HALF_WIDTH * sdS) / TABLE_INTERVALS };
}

/**
 * Fills `table` with the values of the distribution function, from 0 to 1, at the TABLE_INTERVALS + 1 points of the
 * window.
 */
export function tabulate({ real, imaginary }: SumSeries, { cosine, sine }: Waves, table: Float64Array): void {
  for (let n = 0; n <= TABLE_INTERVALS; n++) table[n] = n / TABLE_INTERVALS;
  for (let k = 1; k <= real.length; k++) {
    // At point n the angle is pi k (2 n / TABLE_INTERVALS - 1).
    const sign = (k % 2 === 0 ? 1 : -1) / (Math.PI * k);
    const a = real[k - 1]! * sign;
    const b = imaginary[k - 1]! * sign;
    let at = 0;
    for (let n = 0; n < TABLE_INTERVALS; n++) {
      table[n]! += a * sine[at]! - b * (cosine[at]! - 1);
      at = (at + k) & (TABLE_INTERVALS - 1);
    }
  }
  let most = 0;
  for (let n = 0; n < TABLE_INTERVALS; n++) {
    most = Math.min(1, Math.max(most, table[n]!));
    table[n] = most;
  }
  table[TABLE_INTERVALS] = 1;
}
