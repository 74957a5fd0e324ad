import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byTrial, pairsOf } from '../../../src/experiments/select.js';
import {
  leastSquares,
  meanInterval,
  pairedDifference,
  ratioOfMeans,
  studentQuantile,
} from '../../../src/experiments/statistics.js';
import { randomStream } from '../../../src/random/stream.js';
import { fuzzCount } from '../../support/fuzz.js';

describe('the Student-t quantile', () => {
  it.each([
    [1, 12.706],
    [2, 4.303],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [47, 2.012],
  ])('is that of the printed table at %i degrees of freedom', (df, printed) => {
    expect(studentQuantile(df)).toBeCloseTo(printed, 3);
  });

  it('has the closed forms for 1, 2 and 4 degrees of freedom', () => {
    for (const level of [0.5, 0.9, 0.95, 0.99]) {
      const p = (1 + level) / 2;
      const a = 4 * p * (1 - p);
      const q = Math.cos(Math.acos(Math.sqrt(a)) / 3) / Math.sqrt(a);
      expect(studentQuantile(1, level) / Math.tan(Math.PI * (p - 0.5))).toBeCloseTo(1, 6);
      expect(studentQuantile(2, level) / ((2 * p - 1) * Math.sqrt(2 / a))).toBeCloseTo(1, 6);
      expect(studentQuantile(4, level) / (2 * Math.sqrt(q - 1))).toBeCloseTo(1, 6);
    }
  });
});

describe('meanInterval', () => {
  it("is that of Student's sleep data (1908): difference 1.58, sd 1.23, interval 0.70 to 2.46", () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const { n, mean, sd, interval, wins, losses, ties } = pairedDifference(second, first);
    expect([n, wins, losses, ties]).toEqual([10, 9, 0, 1]);
    expect(mean).toBeCloseTo(1.58, 12);
    expect(sd).toBeCloseTo(1.229995, 6);
    expect(interval!.low).toBeCloseTo(0.7001142, 6);
    expect(interval!.high).toBeCloseTo(2.4598858, 6);
  });

  it('has no interval for one value, and one of no width for equal ones', () => {
    expect(meanInterval([3])).toEqual({ n: 1, mean: 3, sd: null, interval: null });
    expect(meanInterval([0.1, 0.1, 0.1])).toEqual({ n: 3, mean: 0.1, sd: 0, interval: { low: 0.1, high: 0.1 } });
  });

  it('refuses no values, NaN and infinity', () => {
    expect(() => meanInterval([])).toThrow('no values');
    expect(() => meanInterval([1, Number.NaN])).toThrow('NaN');
    expect(() => meanInterval([1, Number.POSITIVE_INFINITY])).toThrow('Infinity');
    expect(() => pairedDifference([1, 2], [1])).toThrow('paired');
    expect(() => ratioOfMeans([1, 2], [1, Number.NaN])).toThrow('NaN');
  });

  it('keeps the spread of values far from 0', () => {
    expect(meanInterval([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]).sd).toBeCloseTo(Math.sqrt(30), 6);
  });
});

describe('ratioOfMeans', () => {
  it("has ends at which the t-interval of mean(x - r y) just touches 0 (Fieller's definition)", () => {
    const positive = fc.double({ min: 5, max: 6, noNaN: true });
    const pairs = fc.array(fc.tuple(positive, positive), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(pairs, (given) => {
        const x = given.map(([value]) => value);
        const y = given.map(([, value]) => value);
        const { ratio, interval } = ratioOfMeans(x, y);
        fc.pre(interval !== null && interval.high - interval.low > 1e-6);
        expect(interval.low).toBeLessThan(ratio);
        expect(interval.high).toBeGreaterThan(ratio);
        for (const end of [interval.low, interval.high]) {
          const { mean, sd, n } = meanInterval(x.map((value, i) => value - end * y[i]!));
          const t = Math.abs(mean) / (sd! / Math.sqrt(n));
          expect(t / studentQuantile(n - 1)).toBeCloseTo(1, 3);
        }
      }),
      { seed: 71, numRuns: fuzzCount(100) },
    );
  });

  it('misses the true ratio in about 5 % of 2,000 samples', () => {
    const random = randomStream(7, 'coverage');
    let missed = 0;
    for (let sample = 0; sample < 2000; sample++) {
      const common = Array.from({ length: 6 }, () => random.normal());
      const x = common.map((value) => 5 + value + 0.5 * random.normal());
      const y = common.map((value) => 10 + value + 0.5 * random.normal());
      const { interval } = ratioOfMeans(x, y);
      if (interval === null || interval.low > 0.5 || interval.high < 0.5) missed++;
    }
    expect(missed / 2000).toBeGreaterThan(0.035);
    expect(missed / 2000).toBeLessThan(0.065);
  });

  it('has no interval for one pair or a denominator that may be 0, and one of no width for exact multiples', () => {
    expect(ratioOfMeans([1], [2])).toEqual({ n: 1, ratio: 0.5, interval: null });
    expect(ratioOfMeans([1, 2, 3], [-1, 2, 0.5]).interval).toBeNull();
    expect(() => ratioOfMeans([1, 2], [-1, 1])).toThrow('mean of 0');
    const { interval } = ratioOfMeans([5, 6, 7], [10, 12, 14]);
    expect(interval!.low).toBeCloseTo(0.5, 12);
    expect(interval!.high).toBeCloseTo(0.5, 12);
  });
});

describe('leastSquares', () => {
  it('has the worked example of Anscombe (1973), first set: y = 3.0 + 0.5 x, R2 = 0.67', () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const { slope, intercept, rSquared } = leastSquares(x, y);
    expect(intercept).toBeCloseTo(3.0000909, 6);
    expect(slope).toBeCloseTo(0.5000909, 6);
    expect(rSquared).toBeCloseTo(0.6665425, 6);
  });

  it('refuses one x alone, and has no share of no variance', () => {
    expect(() => leastSquares([1, 1], [1, 2])).toThrow('two different x');
    expect(leastSquares([1, 2, 3], [4, 4, 4])).toEqual({ slope: 0, intercept: 4, rSquared: null });
    expect(leastSquares([1, 2, 3], [2, 4, 6]).rSquared).toBeCloseTo(1, 12);
  });
});

describe('pairs', () => {
  const record = (method: string, trial: number, value: number | null | string): never =>
    ({ cell: { method, room: 'r' }, trial, seed: trial, values: { value } }) as never;

  it('are made of common trials, and count those left alone', () => {
    const records = [record('a', 2, 5), record('a', 0, 1), record('a', 1, null), record('b', 0, 3), record('b', 1, 4)];
    const [a, b] = ['a', 'b'].map((method) => byTrial(records, { method }, 'value'));
    expect(pairsOf(a!, b!)).toEqual({ first: [1], second: [3], unpaired: 2 });
    expect(pairsOf(b!, a!)).toEqual({ first: [3], second: [1], unpaired: 2 });
  });

  it('refuse two cells at once, and text for numbers', () => {
    expect(() => byTrial([record('a', 0, 1), record('b', 0, 1)], { room: 'r' }, 'value')).toThrow('Two cells');
    expect(() => byTrial([record('a', 0, 'x')], { method: 'a' }, 'value')).toThrow('no number');
  });
});
