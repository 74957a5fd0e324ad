import { type Interval, LEVEL } from './statistics.js';

/** Share of successes among trials, with its Clopper-Pearson confidence interval. */
export interface BinomialShare extends Interval {
  readonly successes: number;
  readonly trials: number;
  readonly probability: number;
}

/**
 * Returns the share of successes with its Clopper-Pearson confidence interval. The interval contains the true share
 * with a probability of at least `level`, even near 0 and 1. It consists of every success probability for which P(at
 * most `successes`) and P(at least `successes`) are both at least (1 - level) / 2.
 *
 * @throws RangeError unless 0 <= successes <= trials, trials >= 1, both whole.
 */
export function binomialShare(successes: number, trials: number, level = LEVEL): BinomialShare {
  if (
    !(Number.isInteger(successes) && Number.isInteger(trials) && trials >= 1 && 0 <= successes && successes <= trials)
  )
    throw new RangeError(`${successes} successes in ${trials} trials`);
  const tail = (1 - level) / 2;
  const low = successes === 0 ? 0 : shareWithTail(successes, trials, tail);
  const high = successes === trials ? 1 : 1 - shareWithTail(trials - successes, trials, tail);
  return { successes, trials, probability: successes / trials, low, high };
}

/**
 * Returns the success probability of a trial at which P(at least `successes` of `trials` trials succeed) = `tail`. The
 * value is found by bisection.
 */
function shareWithTail(successes: number, trials: number, tail: number): number {
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high || high - low < 1e-15 * high) return middle;
    if (regularisedBeta(middle, successes, trials - successes + 1) < tail) low = middle;
    else high = middle;
  }
}

/**
 * Returns the regularised incomplete beta function I_x(a, b) for whole a, b >= 1: P(at least a of a + b - 1 trials
 * succeed) with success probability x.
 */
export function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(1 - x, b, a);
  const logFront = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(logFront) / a) * continuedFraction(x, a, b);
}

/**
 * Returns the value of the continued fraction 26.5.8 of Abramowitz and Stegun, a factor of the incomplete beta
 * function. Lentz' method takes about sqrt(max(a, b)) steps.
 */
function continuedFraction(x: number, a: number, b: number): number {
  const least = 1e-300;
  let numerator = 1;
  let denominator = 1 / kept(1 - ((a + b) * x) / (a + 1), least);
  let value = denominator;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    denominator = 1 / kept(1 + even * denominator, least);
    numerator = kept(1 + even / numerator, least);
    value *= denominator * numerator;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    denominator = 1 / kept(1 + odd * denominator, least);
    numerator = kept(1 + odd / numerator, least);
    value *= denominator * numerator;
    if (Math.abs(denominator * numerator - 1) < 1e-14) break;
  }
  return value;
}

function kept(value: number, least: number): number {
  return Math.abs(value) < least ? least : value;
}

/** Returns ln Gamma(x) = ln((x - 1)!) for whole x >= 1; for large x by Stirling's series. */
function logGamma(x: number): number {
  if (x < 20) {
    let factorial = 1;
    for (let k = 2; k < x; k++) factorial *= k;
    return Math.log(factorial);
  }
  const inverse = 1 / x;
  const series = inverse * (1 / 12 - inverse ** 2 * (1 / 360 - inverse ** 2 / 1260));
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series;
}

/** Difference of two independent shares. Its confidence level is about that of the shares' intervals, or higher. */
export interface ShareDifference extends Interval {
  readonly difference: number;
}

/**
 * Returns the difference first - second of two shares, with a confidence interval by Newcombe's square-and-add method
 * (Statistics in Medicine 17, 1998).
 */
export function shareDifference(first: BinomialShare, second: BinomialShare): ShareDifference {
  const difference = first.probability - second.probability;
  const below = Math.hypot(first.probability - first.low, second.high - second.probability);
  const above = Math.hypot(first.high - first.probability, second.probability - second.low);
  return { difference, low: difference - below, high: difference + above };
}
