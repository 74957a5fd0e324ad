import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../../src/random/stream.js';
import { distributionOf, quantile } from '../../../../../../src/families/templates/studies/coverage/distribution.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const ascending = (n: number): number[] => Array.from({ length: n }, (_, k) => k + 1);

describe('quantiles of a sample', () => {
  it('have the intervals of tables of order statistics', () => {
    // Conover, Practical Nonparametric Statistics: n = 20, median between the 6th and the 15th (95.9 %).
    expect(quantile(ascending(20), 0.5)).toEqual({ value: 10, low: 6, high: 15 });
    expect(quantile(ascending(100), 0.5)).toEqual({ value: 50, low: 40, high: 61 });
    expect(quantile(ascending(100), 0.95)).toEqual({ value: 95, low: 90, high: 100 });
  });

  it('have none where the sample is too small', () => {
    expect(quantile([3], 0.5)).toEqual({ value: 3, low: null, high: null });
    expect(quantile(ascending(20), 0.95)).toEqual({ value: 19, low: 17, high: null });
  });

  it('hold the true quantile at least as often as they say', () => {
    const { uniform } = randomStream(5, 'coverage of intervals');
    let held = 0;
    for (let trial = 0; trial < fuzzCount(1000, 1000); trial += 1) {
      const { low, high } = quantile(
        Array.from({ length: 60 }, () => uniform()).sort((a, b) => a - b),
        0.8,
      );
      if ((low ?? 0) <= 0.8 && 0.8 <= (high ?? 1)) held += 1;
    }
    expect(held).toBeGreaterThan(935);
  });
});

describe('a distribution', () => {
  it('says how much may be worse than the worst seen', () => {
    const { worst, worseShare, mean } = distributionOf([0.3, 0.1, 0.2]);
    expect(worst).toBe(0.3);
    expect(mean.mean).toBeCloseTo(0.2, 15);
    expect((1 - worseShare) ** 3).toBeCloseTo(0.05, 12);
  });
});
