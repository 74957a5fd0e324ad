import { describe, expect, it } from 'vitest';
import {
  bcaInterval,
  bcaOfMean,
  bootstrapValues,
  MAX_RESAMPLED,
  percentileInterval,
  resampler,
  type Resampler,
} from '../../../src/experiments/bootstrap.js';
import { median } from '../../../src/experiments/quantiles.js';
import { statisticsFixture } from '../../support/statistics-fixture.js';

interface Case {
  readonly x: readonly number[];
  readonly indices: readonly number[];
  readonly resamples: number;
  readonly statistic: 'mean' | 'median';
  readonly level: number;
  readonly bca: readonly [number, number];
  readonly percentile: readonly [number, number];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('bootstrap intervals', () => {
  it.each(
    (statisticsFixture('bootstrap') as readonly Case[]).map(
      (one) => [one.statistic, one.x.length, one.level, one] as const,
    ),
  )(
    "of the %s of %i values at level %f are SciPy's for the same resamples",
    (statistic, _, level, { x, indices, resamples, bca, percentile }) => {
      const same: Resampler = { resamples, indices: () => Uint32Array.from(indices) };
      const of = statistic === 'mean' ? mean : median;
      const accelerated = bcaInterval(x, of, same, level)!;
      expect(accelerated.low).toBeCloseTo(bca[0], 6);
      expect(accelerated.high).toBeCloseTo(bca[1], 6);
      const plain = percentileInterval(x, of, same, level);
      expect(plain.low).toBeCloseTo(percentile[0], 12);
      expect(plain.high).toBeCloseTo(percentile[1], 12);
      if (statistic !== 'mean') return;
      const quick = bcaOfMean(x, same, level)!;
      expect(quick.low).toBeCloseTo(bca[0], 6);
      expect(quick.high).toBeCloseTo(bca[1], 6);
    },
  );

  it('are the same for a seed, whatever was asked before, and others for another seed', () => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6];
    const used = resampler(1, 200);
    bcaOfMean([1, 2, 3], used);
    expect(bcaOfMean(values, used)).toEqual(bcaOfMean(values, resampler(1, 200)));
    expect(bcaOfMean(values, used)).not.toEqual(bcaOfMean(values, resampler(2, 200)));
  });

  it('draw every value about equally often', () => {
    const counts = [0, 0, 0, 0, 0];
    for (const i of resampler(4, 4000).indices(5)) counts[i]!++;
    // Binomial of 20,000 draws: a standard deviation is 57.
    for (const count of counts) expect(Math.abs(count - 4000)).toBeLessThan(300);
  });

  it('have no width for equal values, no value for one, and refuse none and NaN', () => {
    const source = resampler(1, 50);
    expect(bcaOfMean([0.1, 0.1, 0.1], source)).toEqual({ low: 0.1, high: 0.1 });
    expect(bcaOfMean([7], source)).toBeNull();
    expect(bcaInterval([7], mean, source)).toBeNull();
    expect(bcaOfMean(new Array<number>(MAX_RESAMPLED + 1).fill(1), source)).toBeNull();
    expect(() => bcaOfMean([], source)).toThrow(RangeError);
    expect(() => bootstrapValues([1, Number.NaN], mean, source)).toThrow('NaN');
    expect(() => resampler(1, 0)).toThrow('0 resamples');
  });

  it('keep the digits of values far from 0', () => {
    const near = bcaOfMean([4, 7, 13, 16, 2], resampler(1))!;
    const far = bcaOfMean(
      [4, 7, 13, 16, 2].map((value) => value + 1e6),
      resampler(1),
    )!;
    expect(far.low - 1e6).toBeCloseTo(near.low, 5);
    expect(far.high - 1e6).toBeCloseTo(near.high, 5);
  });
});
