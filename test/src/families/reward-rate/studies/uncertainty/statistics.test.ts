import { describe, expect, it } from 'vitest';
import {
  distribution,
  histogram,
  wilson,
} from '../../../../../../src/families/reward-rate/studies/uncertainty/statistics.js';

describe('percentiles of samples', () => {
  it('of 1 to 10 are those of R (quantile, type 7): 1.45, 5.5 and 9.55', () => {
    const { p5, p50, p95 } = distribution(Float64Array.from([10, 3, 7, 1, 9, 2, 8, 4, 6, 5]));
    expect(p5).toBeCloseTo(1.45, 12);
    expect(p50).toBeCloseTo(5.5, 12);
    expect(p95).toBeCloseTo(9.55, 12);
  });

  it('of 0 to 100 are the values of those names, and of two samples lie between them', () => {
    const hundred = distribution(Float64Array.from({ length: 101 }, (_, k) => (k * 37) % 101));
    expect([hundred.p5, hundred.p50, hundred.p95]).toEqual([5, 50, 95]);
    const two = distribution(Float64Array.of(20, 10));
    expect([two.p5, two.p50, two.p95]).toEqual([10.5, 15, 19.5]);
  });
});

describe("Wilson's interval", () => {
  // Newcombe, Statistics in Medicine 17 (1998) 857-872, Table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of the published table: %d to %d', (successes, trials, low, high) => {
    const found = wilson(successes, trials);
    expect(found.probability).toBe(successes / trials);
    expect(Math.abs(found.low - low)).toBeLessThan(5.1e-5);
    expect(Math.abs(found.high - high)).toBeLessThan(5.1e-5);
  });

  it('is the same from the other side', () => {
    const [few, many] = [wilson(3, 11), wilson(8, 11)];
    expect(many.low).toBeCloseTo(1 - few.high, 14);
    expect(many.high).toBeCloseTo(1 - few.low, 14);
  });
});

describe('a histogram', () => {
  it('counts a value in the bin it begins, and the greatest in the last', () => {
    expect(histogram(Float64Array.of(0, 0.5, 1, 1.9, 2, 3.999, 4), 0, 4, 4).counts).toEqual([2, 2, 1, 2]);
  });
});
