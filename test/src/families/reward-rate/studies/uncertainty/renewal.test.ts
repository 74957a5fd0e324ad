import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../../../../src/random/stream.js';
import { variates } from '../../../../../../src/random/variates.js';
import {
  exactVariance,
  limitVariance,
  renewalLaw,
} from '../../../../../../src/families/reward-rate/studies/uncertainty/renewal.js';

/** P(n Erlang-k times of mean 1 together <= m): the chance of at least n k Poisson events of mean k m. */
function erlang(n: number, k: number, m: number): number {
  let term = Math.exp(-k * m);
  let below = 0;
  for (let event = 0; event < n * k; event++) {
    below += term;
    term *= (k * m) / (event + 1);
  }
  return 1 - below;
}

/** P(N = n) of the stationary process: int_0^m F_(n-1) - 2 F_n + F_(n+1) dx for n > 0, by Simpson's rule. */
function stationary(n: number, k: number, m: number): number {
  const density = (x: number): number => {
    const law = (count: number): number => (count === 0 ? 1 : erlang(count, k, x));
    return n === 0 ? -(1 - law(1)) : law(n - 1) - 2 * law(n) + law(n + 1);
  };
  const steps = 400;
  let sum = density(0) + density(m);
  for (let s = 1; s < steps; s++) sum += (s % 2 === 0 ? 2 : 4) * density((s * m) / steps);
  return (n === 0 ? 1 : 0) + (sum * m) / (3 * steps);
}

describe('completions of one core', () => {
  test.each([
    [0.5, 0.6],
    [0.5, 3.3],
    [1, 2.5],
  ])('with variation %f over %f mean times follow the exact law of Erlang times', (cov, expected) => {
    const shape = 1 / cov ** 2;
    const law = renewalLaw(cov);
    const draw = variates(randomStream(3, `renewal ${cov} ${expected}`));
    const samples = 20_000;
    const counts = new Map<number, number>();
    for (let n = 0; n < samples; n++) {
      const count = law.sample(expected, 1, draw);
      counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    let all = 0;
    for (let n = 0; n < 12; n++) {
      const probability = stationary(n, shape, expected);
      all += probability;
      const tolerance = 4 * Math.sqrt(Math.max(probability * (1 - probability), 1e-4) / samples);
      expect(Math.abs((counts.get(n) ?? 0) / samples - probability), `P(N = ${n})`).toBeLessThan(tolerance);
    }
    expect(all).toBeCloseTo(1, 4);
  });

  test.each([
    [0.5, 0.6],
    [0.5, 4],
    [0.25, 2.5],
  ])('with variation %f over %f mean times have the variance of the exact law', (cov, expected) => {
    const shape = 1 / cov ** 2;
    let mean = 0;
    let square = 0;
    for (let n = 0; n < 25; n++) {
      mean += n * stationary(n, shape, expected);
      square += n * n * stationary(n, shape, expected);
    }
    expect(mean).toBeCloseTo(expected, 5);
    expect(exactVariance(expected, shape)).toBeCloseTo(square - mean * mean, 5);
    expect(renewalLaw(cov).variance(expected)).toBeCloseTo(square - mean * mean, 5);
  });

  test.each([
    [0.005, 0.3],
    [0.005, 3.99],
    [0.02, 10],
    [0.02, 20.5],
    [0.05, 20],
    [0.05, 7.3],
  ])('with variation %f over %f mean times have the variance counted', (cov, expected) => {
    const law = renewalLaw(cov);
    const draw = variates(randomStream(7, `in step ${cov} ${expected}`));
    const squares = Array.from({ length: 20_000 }, () => (law.sample(expected, 1, draw) - expected) ** 2);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const counted = mean(squares);
    const error = Math.sqrt((mean(squares.map((square) => square ** 2)) - counted ** 2) / squares.length);
    expect(Math.abs(law.variance(expected) - counted)).toBeLessThan(4 * error + 1e-4);
  });

  test('the series of nearly constant times is the sum it stands for', () => {
    for (const cov of [0.0125, 0.02, 0.05, 0.1, 0.25]) {
      for (const expected of [0.01, 0.97, 1, 1.3, 2.5, 7.98, 19.99]) {
        const exact = exactVariance(expected, 1 / cov ** 2);
        expect(renewalLaw(cov).variance(expected), `c = ${cov}, m = ${expected}`).toBeCloseTo(exact, 8);
      }
    }
  });

  test('the variance of cores in step is smooth where the series begins, and that of constant times in the limit', () => {
    const law = renewalLaw(0.005);
    for (const at of [0.001, 4]) expect(law.variance(at * 1.0001)).toBeCloseTo(law.variance(at * 0.9999), 4);
    for (const expected of [0.4, 7, 7.2]) {
      const part = expected % 1;
      expect(renewalLaw(1e-5).variance(expected)).toBeCloseTo(part * (1 - part), 4);
    }
    // Constant to one task, not to a million of them.
    expect(renewalLaw(5e-4).variance(1e6)).toBeCloseTo(0.25 + 1 / 6, 2);
  });

  test('exponential times make a Poisson process', () => {
    for (const expected of [0.3, 2, 19.9, 400]) {
      expect(renewalLaw(1).variance(expected)).toBeCloseTo(expected, 6);
    }
  });

  test('the variance is smooth where the table ends', () => {
    for (const cov of [0.3, 0.7, 1.5]) {
      const law = renewalLaw(cov);
      expect(law.variance(19.999)).toBeCloseTo(law.variance(20.001), 1);
      expect(exactVariance(20, 1 / cov ** 2) / limitVariance(20, cov)).toBeCloseTo(1, 1);
    }
  });

  test('constant times give counts off by at most one, and right on average', () => {
    const law = renewalLaw(0);
    const draw = variates(randomStream(5, 'constant'));
    let sum = 0;
    for (let n = 0; n < 10_000; n++) {
      const count = law.sample(2.3, 1, draw);
      expect([2, 3]).toContain(count);
      sum += count;
    }
    expect(sum / 10_000).toBeCloseTo(2.3, 1);
    expect(law.variance(2.3)).toBeCloseTo(0.21, 12);
    expect([law.shareWithin(0.999), law.shareWithin(1)]).toEqual([0, 1]);
  });

  test('the share within a deadline is that of the gamma law', () => {
    const exponential = renewalLaw(1);
    const erlangFour = renewalLaw(0.5);
    for (const ratio of [0.1, 0.9, 1, 1.7, 4]) {
      expect(exponential.shareWithin(ratio)).toBeCloseTo(1 - Math.exp(-ratio), 3);
      expect(erlangFour.shareWithin(ratio)).toBeCloseTo(erlang(1, 4, ratio), 3);
    }
    expect([exponential.shareWithin(0), exponential.shareWithin(-1), exponential.shareWithin(1e9)]).toEqual([0, 0, 1]);
  });
});
