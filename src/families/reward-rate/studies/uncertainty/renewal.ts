import jstat from 'jstat';
import type { Variates } from '../../../../random/variates.js';

/**
 * Completions of a core that runs one task type without pause: a stationary renewal process, its execution times
 * independent gammas of mean 1 and shape k = 1 / c^2. The epoch begins at a random moment of it, in the middle of some
 * task. In units of the mean time the epoch is `expected` long, and that is the expected number of completions.
 * docs/reward-rate/uncertainty.md.
 */
export interface RenewalLaw {
  /** Returns the variance of the number of completions if `expected` are expected. By a table or a series. */
  readonly variance: (expected: number) => number;
  /** Draws the number of completions of `cores` such cores. Exact. */
  readonly sample: (expected: number, cores: number, draw: Variates) => number;
  /** Returns the share of tasks whose time is at most `ratio` times the mean, P(X <= ratio). By a table. */
  readonly shareWithin: (ratio: number) => number;
}

/** Coefficient of variation below which draws take times as constant. */
const CONSTANT = 1e-3;
/**
 * Coefficient of variation below which the variance is computed by a series, because a table is too coarse for its
 * oscillations.
 */
const SERIES = 0.25;
/** Step of the table of variances, in mean times. */
const STEP = 0.05;
/** Number of mean times after which times that vary by more than SERIES are independent of the phase. */
const FARTHEST = 20;
/** Number of steps of the table of shares within a time. */
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

/** Value of k m from which on exp(-k m) makes the terms besides the series negligible. */
const SERIES_FROM = 40;
/** Shape from which on P(k, SERIES_FROM) is negligible. */
const ONE_OR_NONE = 100;
/**
 * Largest c^2 m at which cores stay in step: only the completion whose moment is nearest to the end of the epoch is
 * uncertain.
 */
const IN_STEP = 1e-4;
/** Number of standard deviations, or exponent of a decaying term, beyond which a term is dropped: exp(-30) is 1e-13. */
const NEGLIGIBLE = 30;

/**
 * Returns the same variance for c <= 1/4, m > 0. The Laplace transform of int_0^m H, H the renewal function, has poles
 * at 0, which give `limitVariance`, and at s_j = k (exp(i a_j) - 1), a_j = 2 pi j / k, where (1 + s / k)^-k = 1
 * (docs/reward-rate/uncertainty.md):
 *
 *   Var N = c^2 m + (1 - c^4) / 6 - sum_j exp(-k m (1 - cos a_j)) cos(k m sin a_j) / (k sin(a_j / 2))^2
 *
 * except for terms of exp(-k m); with a constant time, k to infinity, it is the Fourier series of p (1 - p), p the
 * fraction of m.
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
 * Returns the variance of completions in a long time, Var N(m) = c^2 m + (1 - c^4) / 6 + o(1) for gamma times (Cox,
 * Renewal Theory, 1962, section 4.5).
 */
export function limitVariance(expected: number, cov: number): number {
  return cov * cov * expected + (1 - cov ** 4) / 6;
}

/**
 * Returns the variance of completions in m mean times, Var N(m) = m + 2 int_0^m sum_n F_n(x) dx - m^2, where F_n, the
 * distribution of the sum of n times, is a gamma of shape n k: int_0^m F_n = m P(nk, km) - n P(nk + 1, km).
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
 * Draws the number of completions: the time left of the running task is a uniform part of a length-biased one, U
 * Gamma(k + 1); whole tasks follow.
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
