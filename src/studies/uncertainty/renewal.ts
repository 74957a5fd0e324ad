import jstat from 'jstat';
import type { Variates } from '../../random/variates.js';

/**
 * Completions of a core that runs one task type without pause: a stationary renewal process, its execution times independent
 * gammas of mean 1 and shape k = 1 / c^2. The epoch begins at a random moment of it, in the middle of some task. In units of
 * the mean time the epoch is `expected` long, and that is the expected number of completions. docs/methods/uncertainty.md.
 */
export interface RenewalLaw {
  /** Variance of the number of completions where `expected` are expected. Tabulated. */
  readonly variance: (expected: number) => number;
  /** One draw of the completions of `cores` such cores. Exact. */
  readonly sample: (expected: number, cores: number, draw: Variates) => number;
  /** P(X <= ratio): the share of tasks whose time is at most `ratio` times the mean. Tabulated. */
  readonly shareWithin: (ratio: number) => number;
}

/** Below this coefficient of variation times are taken as constant. */
const CONSTANT = 1e-3;
/** Table of the variance: finer than its wiggles, as far as the limit is not yet reached or the incomplete gamma stays cheap. */
const STEP = 0.05;
const FARTHEST = 20;
const LARGEST_SHAPE = 8000;
const SHARE_STEPS = 2000;

export function renewalLaw(taskTimeCov: number): RenewalLaw {
  return taskTimeCov < CONSTANT ? constantTimes() : gammaTimes(taskTimeCov);
}

function constantTimes(): RenewalLaw {
  return {
    variance: (expected) => {
      const part = expected - Math.floor(expected);
      return part * (1 - part);
    },
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
  const until = Math.min(FARTHEST, LARGEST_SHAPE / shape);
  let varianceTable: Float64Array | undefined;
  let shareTable: Float64Array | undefined;
  const widest = 1 + 12 * cov + 40 * cov * cov;
  return {
    variance: (expected) => {
      if (expected >= until) return limitVariance(expected, cov);
      varianceTable ??= Float64Array.from({ length: Math.ceil(until / STEP) + 2 }, (_, n) =>
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

/** Var N(m) = c^2 m + (1 - c^4) / 6 + o(1) for gamma times (Cox, Renewal Theory, 1962, section 4.5). */
export function limitVariance(expected: number, cov: number): number {
  return cov * cov * expected + (1 - cov ** 4) / 6;
}

/**
 * Var N(m) = m + 2 int_0^m sum_n F_n(x) dx - m^2 with F_n, the law of n times together, a gamma of shape n k:
 * int_0^m F_n = m P(nk, km) - n P(nk + 1, km).
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

/** The time left of the running task is a uniform part of a length-biased one: U Gamma(k + 1). Then whole tasks. */
function sampled(expected: number, cores: number, shape: number, { gamma, uniform }: Variates): number {
  const runningTime = gamma(shape + 1, 1 / shape);
  const wholeTime = gamma(shape, 1 / shape);
  let completions = 0;
  for (let core = 0; core < cores; core++) {
    for (let time = uniform() * runningTime(); time <= expected; time += wholeTime()) completions++;
  }
  return completions;
}
