import jstat from 'jstat';
import type { Variates } from '../../../../random/variates.js';

/**
 * Distribution of the number of completions in an epoch by a core that runs one task type without pause
 * (docs/reward-rate/uncertainty.md). The completions form a stationary renewal process. Execution times are independent
 * gamma variables with coefficient of variation c, hence shape k = 1 / c^2. The epoch begins at a random moment, in the
 * middle of a task.
 *
 * The unit of time is the mean execution time. The length of the epoch in this unit is `expected`, which is also the
 * expected number of completions.
 */
export interface RenewalLaw {
  /** Returns the variance of the number of completions, from a table or a series. */
  readonly variance: (expected: number) => number;
  /** Draws the total number of completions of `cores` cores in one epoch, from the exact distribution. */
  readonly sample: (expected: number, cores: number, draw: Variates) => number;
  /** Returns the probability that an execution time is at most `ratio` times the mean, from a table. */
  readonly shareWithin: (ratio: number) => number;
}

/** Coefficient of variation below which execution times are treated as constant. */
const CONSTANT = 1e-3;
/**
 * Coefficient of variation of execution times up to which a series gives the variance of completions. A table would be
 * too coarse for its oscillations over the epoch length.
 */
const SERIES = 0.25;
/** Distance between the epoch lengths in the table of the variance of completions, in mean execution times. */
const STEP = 0.05;
/**
 * Epoch length, in mean execution times, from which on the limit formula for the variance of completions is used. It
 * applies to coefficients of variation above SERIES.
 */
const FARTHEST = 20;
/** Number of steps of the table of the distribution function of execution times, for `shareWithin`. */
const SHARE_STEPS = 2000;

export function renewalLaw(taskTimeCov: number): RenewalLaw {
  return taskTimeCov < CONSTANT ? constantTimes(taskTimeCov) : gammaTimes(taskTimeCov);
}

function constantTimes(cov: number): RenewalLaw {
  return {
    variance: (expected) => seriesVariance(expected, cov),
    sample: (expected, cores, draw) => {
      let completions = 0;
      for (let core = 0; core < cores; core++) completions += Math.floor(expected + draw.uniform());
      return completions;
    },
    shareWithin: (ratio) => (ratio >= 1 ? 1 : 0),
  };
}

function gammaTimes(cov: number): RenewalLaw {
  const shape = 1 / (cov * cov);
  let varianceTable: Float64Array | undefined;
  let shareTable: Float64Array | undefined;
  const widest = 1 + 12 * cov + 40 * cov * cov;
  return {
    variance: (expected) => {
      if (cov <= SERIES) return seriesVariance(expected, cov);
      if (expected >= FARTHEST) return limitVariance(expected, cov);
      varianceTable ??= Float64Array.from({ length: Math.ceil(FARTHEST / STEP) + 2 }, (_, n) =>
        exactVariance(n * STEP, shape),
      );
      return interpolated(varianceTable, expected / STEP);
    },
    sample: (expected, cores, draw) => sampled(expected, cores, shape, draw),
    shareWithin: (ratio) => {
      if (ratio >= widest) return 1;
      shareTable ??= Float64Array.from({ length: SHARE_STEPS + 2 }, (_, n) =>
        jstat.lowRegGamma(shape, (shape * n * widest) / SHARE_STEPS),
      );
      return ratio <= 0 ? 0 : interpolated(shareTable, (ratio / widest) * SHARE_STEPS);
    },
  };
}

function interpolated(table: Float64Array, at: number): number {
  const below = Math.floor(at);
  return table[below]! + (at - below) * (table[below + 1]! - table[below]!);
}

/**
 * Value of k m from which on the series for the variance, which omits terms of the order exp(-k m), is accurate. k is
 * the shape of the gamma distribution, m the epoch length in mean execution times.
 */
const SERIES_FROM = 40;
/** Gamma shape k from which on P(k, SERIES_FROM), the regularized lower incomplete gamma function, is negligible. */
const ONE_OR_NONE = 100;
/**
 * Value of c^2 m below which only the completion nearest to the end of the epoch is uncertain. c is the coefficient of
 * variation, m the epoch length in mean execution times.
 */
const IN_STEP = 1e-4;
/**
 * Terms are neglected beyond this number of standard deviations, or if they decay with at least this exponent: exp(-30)
 * is 1e-13.
 */
const NEGLIGIBLE = 30;

/**
 * Returns the variance of the number of completions for c <= 1/4 and m > 0. m is the epoch length in mean execution
 * times, c the coefficient of variation, and k = 1 / c^2 the gamma shape.
 *
 * Let H be the renewal function. The Laplace transform of int_0^m H has poles at 0 and at s_j = k (exp(i a_j) - 1),
 * where a_j = 2 pi j / k and (1 + s_j / k)^-k = 1. The pole at 0 gives `limitVariance`. The sum of all residues is
 * (docs/reward-rate/uncertainty.md):
 *
 * Var N = c^2 m + (1 - c^4) / 6 - sum_j exp(-k m (1 - cos a_j)) cos(k m sin a_j) / (k sin(a_j / 2))^2
 *
 * The formula omits terms of order exp(-k m). For constant times (k to infinity) it is the Fourier series of p (1 - p),
 * where p is the fractional part of m.
 */
export function seriesVariance(expected: number, cov: number): number {
  const part = expected - Math.floor(expected);
  if (cov === 0) return part * (1 - part);
  const shape = 1 / (cov * cov);
  const scaled = shape * expected;
  // With such shapes at most one task ends, for fewer than half a task are expected.
  if (scaled < SERIES_FROM) return shape < ONE_OR_NONE ? exactVariance(expected, shape) : expected * (1 - expected);
  if (expected / shape < IN_STEP) {
    // E (m - T_n)^+ less (m - n)^+, T_n about normal with mean n and variance c^2 n.
    const nearest = Math.round(expected);
    const sd = cov * Math.sqrt(nearest);
    const z = sd === 0 ? Infinity : Math.abs(expected - nearest) / sd;
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const beyond = (1 - jstat.lowRegGamma(0.5, (z * z) / 2)) / 2;
    const more = z > NEGLIGIBLE ? 0 : sd * (density - z * beyond);
    return part * (1 - part) + 2 * more;
  }
  let variance = limitVariance(expected, cov);
  for (let j = 1; ; j++) {
    const angle = (2 * Math.PI * j) / shape;
    const half = Math.sin(angle / 2);
    const decay = 2 * scaled * half * half;
    if (decay > NEGLIGIBLE || angle >= Math.PI) return Math.max(0, variance);
    variance -= (Math.exp(-decay) * Math.cos(scaled * Math.sin(angle))) / (shape * half) ** 2;
  }
}

/**
 * Returns the limit of the variance for long epochs: Var N(m) = c^2 m + (1 - c^4) / 6 + o(1) for gamma times (Cox,
 * Renewal Theory, 1962, section 4.5). m is the epoch length in mean execution times, c the coefficient of variation.
 */
export function limitVariance(expected: number, cov: number): number {
  return cov * cov * expected + (1 - cov ** 4) / 6;
}

/**
 * Returns the exact variance of the number N(m) of completions: Var N(m) = m + 2 int_0^m sum_n F_n(x) dx - m^2. m is
 * the epoch length in mean execution times. F_n is the distribution function of the sum of n execution times.
 *
 * F_n is a gamma distribution of shape n k, where k is the shape for one execution time. So int_0^m F_n = m P(nk, km) -
 * n P(nk + 1, km), with the regularized lower incomplete gamma function P.
 */
export function exactVariance(expected: number, shape: number): number {
  let integral = 0;
  // The standard deviation of n times together is sqrt(n / k): terms that far off are m - n or nothing.
  const reach = 9 * Math.sqrt((expected + 1) / shape) + 1;
  for (let n = 1; ; n++) {
    if (n < expected - reach) {
      integral += expected - n;
      continue;
    }
    const scaled = shape * expected;
    const term = expected * jstat.lowRegGamma(n * shape, scaled) - n * jstat.lowRegGamma(n * shape + 1, scaled);
    integral += term;
    if (n > expected && term < 1e-12) break;
  }
  return Math.max(0, expected + 2 * integral - expected * expected);
}

/**
 * Draws the total number of completions of `cores` cores. A task is already running when the epoch begins. Its
 * remaining time is a uniform fraction of a length-biased execution time, which has a gamma distribution of shape k +
 * 1. Whole tasks follow, with execution times of shape k.
 */
function sampled(expected: number, cores: number, shape: number, { gamma, uniform }: Variates): number {
  const runningTime = gamma(shape + 1, 1 / shape);
  const wholeTime = gamma(shape, 1 / shape);
  let completions = 0;
  for (let core = 0; core < cores; core++) {
    for (let time = uniform() * runningTime(); time <= expected; time += wholeTime()) completions++;
  }
  return completions;
}
