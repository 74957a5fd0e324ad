import { describe, expect, it } from 'vitest';
import { shiftedGeometricMean } from '../../../src/experiments/geometric.js';
import { performanceRatios, primalIntegral, profileSteps } from '../../../src/experiments/profiles.js';
import { median, medianInterval, quantile, quantileOfSorted } from '../../../src/experiments/quantiles.js';
import { isNarrow, lookAt, lookLevel, looksOf } from '../../../src/experiments/sequential.js';
import { meanInterval } from '../../../src/experiments/statistics.js';
import { statisticsFixture } from '../../support/statistics-fixture.js';

describe('quantiles', () => {
  it("are NumPy's", () => {
    for (const { x, q, value } of statisticsFixture('quantiles') as readonly {
      x: number[];
      q: number;
      value: number;
    }[]) {
      expect(quantile(x, q)).toBeCloseTo(value, 12);
    }
    expect(median([3, 1, 2, 10])).toBe(2.5);
  });

  it('are infinite from infinite values on, and not NaN', () => {
    const sorted = Float64Array.of(1, 2, Infinity, Infinity);
    expect([0.2, 0.5, 0.9].map((share) => quantileOfSorted(sorted, share))).toEqual([1.6, Infinity, Infinity]);
  });

  it('refuse no values, NaN and shares beyond 1', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
    expect(() => quantile([Number.NaN], 0.5)).toThrow('NaN');
    expect(() => quantile([1], 1.1)).toThrow('share');
  });
});

describe('the interval of a median', () => {
  /** Ranks that bound the 95 % interval, by n (Conover, Practical Nonparametric Statistics, sign test; binomial tables). */
  it.each([
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [12, 3, 10],
    [20, 6, 15],
    [25, 8, 18],
    [30, 10, 21],
  ])('of %i values goes from the %ith to the %ith', (n, low, high) => {
    expect(medianInterval(Array.from({ length: n }, (_, i) => n - i))).toEqual({ low, high });
  });

  it('does not exist for five values', () => {
    expect(medianInterval([1, 2, 3, 4, 5])).toBeNull();
  });
});

describe('t intervals', () => {
  it("are SciPy's", () => {
    type Case = { x: number[]; level: number; mean: number; low: number; high: number };
    for (const { x, level, mean, low, high } of statisticsFixture('means') as readonly Case[]) {
      const found = meanInterval(x, level);
      expect(found.mean).toBeCloseTo(mean, 10);
      expect(found.interval!.low).toBeCloseTo(low, 5);
      expect(found.interval!.high).toBeCloseTo(high, 5);
    }
  });
});

describe('the shifted geometric mean', () => {
  it("is SciPy's geometric mean of shifted values, less the shift", () => {
    for (const { x, shift, mean } of statisticsFixture('geometric') as readonly {
      x: number[];
      shift: number;
      mean: number;
    }[]) {
      expect(shiftedGeometricMean(x, shift)).toBeCloseTo(mean, 10);
    }
    expect(shiftedGeometricMean([0, 8], 1)).toBeCloseTo(2, 14);
  });

  it('refuses no values, negative ones and a shift of 0', () => {
    expect(() => shiftedGeometricMean([], 1)).toThrow(RangeError);
    expect(() => shiftedGeometricMean([-1], 2)).toThrow('less than 0');
    expect(() => shiftedGeometricMean([1], 0)).toThrow('shift');
  });
});

describe('performance profiles', () => {
  it('are those of an example by hand: four cases, two solvers, one case unsolved by either', () => {
    const ratios = performanceRatios([
      [1, 2],
      [4, 2],
      [Infinity, 3],
      [Infinity, Infinity],
    ]);
    expect(ratios).toEqual([
      [1, 2],
      [2, 1],
      [Infinity, 1],
      [Infinity, Infinity],
    ]);
    const curve = (solver: number): unknown =>
      profileSteps(
        ratios.map((row) => row[solver]!),
        4,
      );
    expect(curve(0)).toEqual([
      { x: 1, y: 0.25 },
      { x: 2, y: 0.5 },
    ]);
    expect(curve(1)).toEqual([
      { x: 1, y: 0.5 },
      { x: 2, y: 0.75 },
    ]);
  });

  it('refuse costs of 0 or below, NaN, and more values than cases', () => {
    expect(() => performanceRatios([[0, 1]])).toThrow(RangeError);
    expect(() => performanceRatios([[1, Number.NaN]])).toThrow('NaN');
    expect(() => profileSteps([Number.NaN], 1)).toThrow('NaN');
    expect(() => profileSteps([1, 2], 1)).toThrow('2 values of 1 cases');
  });
});

describe('the primal integral', () => {
  it('is the area under the gap, 1 until there is a plan, by hand', () => {
    const steps = [
      { at: 2, gap: 0.5 },
      { at: 5, gap: 0.1 },
    ];
    // 2 x 1 + 3 x 0.5 + 5 x 0.1.
    expect(primalIntegral(steps, 10)).toBeCloseTo(4, 14);
    expect(primalIntegral(steps, 4)).toBeCloseTo(3, 14);
    expect(primalIntegral([], 10)).toBe(10);
    expect(primalIntegral([{ at: 0, gap: 7 }], 3)).toBe(3);
    expect(primalIntegral([{ at: 0, gap: 0 }], 3)).toBe(0);
  });

  it('refuses steps out of order, NaN and an end of 0', () => {
    expect(() =>
      primalIntegral(
        [
          { at: 2, gap: 0 },
          { at: 1, gap: 0 },
        ],
        3,
      ),
    ).toThrow(RangeError);
    expect(() => primalIntegral([{ at: 1, gap: Number.NaN }], 3)).toThrow('NaN');
    expect(() => primalIntegral([], 0)).toThrow('No integral');
  });
});

describe('sequential stopping', () => {
  const RULE = { halfWidth: 0.5, relative: false, least: 5, step: 5 };

  it('looks at the numbers declared, the last of them where the values end', () => {
    expect(looksOf(RULE, 20)).toEqual([5, 10, 15, 20]);
    expect(looksOf(RULE, 17)).toEqual([5, 10, 15, 17]);
    expect(looksOf(RULE, 5)).toEqual([5]);
  });

  it('shares out what may be missed over all looks: four looks at 95 % are at 98.75 % each', () => {
    expect(lookLevel(4)).toBeCloseTo(0.9875, 14);
    const values = [1, 2, 3, 4, 6];
    expect(lookAt(values, 4)).toEqual(meanInterval(values, lookLevel(4)));
  });

  it('takes a half-width as it is or as a share of the mean, and no interval as wide', () => {
    expect(isNarrow(-100, { low: -104, high: -96 }, { ...RULE, halfWidth: 0.05, relative: true })).toBe(true);
    expect(isNarrow(-100, { low: -106, high: -94 }, { ...RULE, halfWidth: 0.05, relative: true })).toBe(false);
    expect(isNarrow(0, { low: -0.5, high: 0.5 }, RULE)).toBe(true);
    expect(isNarrow(0, { low: -0.6, high: 0.6 }, RULE)).toBe(false);
    expect(isNarrow(0, null, RULE)).toBe(false);
  });

  it('refuses rules that look at one value, never, or for no width', () => {
    expect(() => looksOf({ ...RULE, least: 1 }, 20)).toThrow(RangeError);
    expect(() => looksOf(RULE, 4)).toThrow('No looks');
    expect(() => looksOf({ ...RULE, halfWidth: Number.NaN }, 20)).toThrow(RangeError);
  });
});
