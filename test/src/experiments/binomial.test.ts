import { describe, expect, it } from 'vitest';
import { binomialShare, regularisedBeta, shareDifference } from '../../../src/experiments/binomial.js';

/** Successes, trials, level, ends: quantiles of the beta distribution (SciPy). */
const KNOWN: readonly (readonly [number, number, number, number, number])[] = [
  [0, 10, 0.95, 0, 0.3084971078187607],
  [10, 10, 0.95, 0.6915028921812392, 1],
  [3, 10, 0.95, 0.0667395111777345, 0.6524528500599973],
  [1, 1, 0.95, 0.02500000000000002, 1],
  [50000, 100000, 0.95, 0.4968960624918004, 0.5031039375081996],
  [90210, 100000, 0.95, 0.9002414177495949, 0.903935222840309],
  [99999, 100000, 0.95, 0.9999442848396523, 0.9999997468219523],
  [100000, 100000, 0.95, 0.9999631118858421, 1],
  [1, 100000, 0.99, 5.012541697916411e-8, 7.429890621390486e-5],
  [7, 25, 0.999, 0.05973002211760156, 0.6243592143116903],
];

describe('Clopper-Pearson intervals', () => {
  it.each(KNOWN)('of %i in %i at level %f end where they should', (successes, trials, level, low, high) => {
    const found = binomialShare(successes, trials, level);
    expect(found).toMatchObject({ successes, trials, probability: successes / trials });
    expect(Math.abs(found.low - low)).toBeLessThanOrEqual(1e-9 * low);
    expect(Math.abs(found.high - high)).toBeLessThanOrEqual(1e-9 * high);
  });

  it.each([
    [0.3, 2, 5, 0.5798250000000003],
    [0.5, 50000, 50001, 0.5012615631070978],
    [0.9, 90000, 10001, 0.5026632725366325],
    [1e-5, 1, 100000, 0.6321223982334279],
    [0.2, 25, 30, 1.200369726392128e-5],
  ])('I_%f(%i, %i) has the digits of SciPy', (x, a, b, known) => {
    expect(Math.abs(regularisedBeta(x, a, b) / known - 1)).toBeLessThan(1e-9);
  });

  it('cover with at least their level, whatever the probability', () => {
    const trials = 40;
    const shares = Array.from({ length: trials + 1 }, (_, successes) => binomialShare(successes, trials));
    for (let p = 0.005; p < 1; p += 0.01) {
      const atLeast = (k: number): number => (k <= 0 ? 1 : k > trials ? 0 : regularisedBeta(p, k, trials - k + 1));
      const covered = shares.reduce(
        (sum, { low, high }, k) => (p < low || p > high ? sum : sum + atLeast(k) - atLeast(k + 1)),
        0,
      );
      expect(covered).toBeGreaterThanOrEqual(0.95);
    }
  });

  it.each([
    [-1, 5],
    [6, 5],
    [0.5, 5],
    [0, 0],
  ])('refuse %d successes in %d trials', (successes, trials) => {
    expect(() => binomialShare(successes, trials)).toThrow(RangeError);
  });
});

describe('difference of shares', () => {
  it('has an interval around the difference, and the opposite one the other way round', () => {
    const first = binomialShare(600, 1000);
    const second = binomialShare(450, 900);
    const found = shareDifference(first, second);
    expect(found.difference).toBeCloseTo(0.1, 15);
    // By the normal approximation 0.1 -+ 0.0446.
    expect(found.low).toBeCloseTo(0.0552, 2);
    expect(found.high).toBeCloseTo(0.1446, 2);
    const back = shareDifference(second, first);
    expect([back.low, back.high]).toEqual([-found.high, -found.low]);
  });

  it('of certain shares is no more certain than their samples', () => {
    const found = shareDifference(binomialShare(100, 100), binomialShare(100, 100));
    expect(found).toEqual({ difference: 0, low: -found.high, high: found.high });
    expect(found.high).toBeCloseTo(0.0362, 3);
  });
});
