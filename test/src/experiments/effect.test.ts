import { describe, expect, it } from 'vitest';
import { resampler } from '../../../src/experiments/bootstrap.js';
import { hodgesLehmann, rankBiserial } from '../../../src/experiments/effect.js';
import { ascending, quantileOfSorted } from '../../../src/experiments/quantiles.js';
import { signedRanks, signedRankTest } from '../../../src/experiments/wilcoxon.js';

describe('the matched-pairs rank-biserial correlation', () => {
  it('is the share of rank sums for less those against, by hand', () => {
    // Ranks 1, 2, 3, 4, 5 with a minus on 2: (13 - 2) / 15.
    expect(rankBiserial([1, -2, 3, 4, 5], resampler(1, 100)).effect).toBeCloseTo(11 / 15, 14);
    // Two zeros take the ranks 1 and 2 and stand on neither side: (3 + 4 - 5) / 15.
    expect(rankBiserial([0, 0, 1, 2, -3], resampler(1, 100)).effect).toBeCloseTo(2 / 15, 14);
  });

  it('is 1, 0 and -1 where all, none and no pair favours the first', () => {
    const of = (given: readonly number[]): number => rankBiserial(given, resampler(1, 100)).effect;
    expect([of([1, 2, Infinity]), of([0, 0]), of([-1, -1])]).toEqual([1, 0, -1]);
  });

  it('has the interval of its own values in the resamples', () => {
    const given = [3, -1, 4, 1, -5, 9, 2, 0, 5, -3, Infinity];
    const source = resampler(7, 300);
    const index = source.indices(given.length);
    const effects = Array.from({ length: 300 }, (_, resample) => {
      const sample = given.map((__, i) => given[index[resample * given.length + i]!]!);
      const { plus, minus } = signedRanks(sample);
      return (plus - minus) / 66;
    });
    const sorted = ascending(effects);
    const { interval } = rankBiserial(given, source, 0.9);
    expect(interval!.low).toBeCloseTo(quantileOfSorted(sorted, 0.05), 12);
    expect(interval!.high).toBeCloseTo(quantileOfSorted(sorted, 0.95), 12);
    expect(rankBiserial([2], source).interval).toBeNull();
  });
});

describe("Hodges and Lehmann's estimate", () => {
  /** Hamilton depression scale, first less second visit (Hollander and Wolfe 1973, table 3.1; the example of R's wilcox.test). */
  const DEPRESSION = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];

  it('is 0.46 with interval 0.010 to 0.786 for the depression data, as in the book', () => {
    const { estimate, interval } = hodgesLehmann(DEPRESSION, 0.95)!;
    expect(estimate).toBeCloseTo(0.46, 10);
    expect(interval!.low).toBeCloseTo(0.01, 10);
    expect(interval!.high).toBeCloseTo(0.786, 10);
  });

  it('has an interval of just the centres that the exact test does not reject', () => {
    const { interval } = hodgesLehmann(DEPRESSION)!;
    const pAt = (centre: number): number => signedRankTest(DEPRESSION.map((value) => value - centre)).p!;
    expect(pAt(interval!.low + 1e-6)).toBeGreaterThan(0.05);
    expect(pAt(interval!.high - 1e-6)).toBeGreaterThan(0.05);
    expect(pAt(interval!.low - 1e-6)).toBeLessThanOrEqual(0.05);
    expect(pAt(interval!.high + 1e-6)).toBeLessThanOrEqual(0.05);
  });

  it('has no interval for five values, is left out beyond 50, and refuses infinite ones', () => {
    expect(hodgesLehmann([1, 2, 3, 4, 10])).toEqual({ estimate: 3, interval: null });
    expect(hodgesLehmann(Array.from({ length: 51 }, (_, i) => i))).toBeNull();
    expect(() => hodgesLehmann([1, Infinity])).toThrow(RangeError);
  });
});
