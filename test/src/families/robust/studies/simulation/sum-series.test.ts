import jStat from 'jstat';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../../src/random/stream.js';
import {
  sumProbability,
  sumSeries,
  TABLE_INTERVALS,
  tableGrid,
  tabulate,
  waves,
} from '../../../../../../src/families/robust/studies/simulation/sum-series.js';

describe('sums of independent task times', () => {
  it.each([
    [4, 0.25],
    [4, 0.5],
    [22, 0.25],
    [22, 1],
    [300, 0.4],
  ])('%i gammas of one scale have the gamma distribution of their sum (coefficient of variation %f)', (n, cov) => {
    const shape = 1 / cov ** 2;
    const scale = 3;
    const mean = new Float64Array(n).fill(shape * scale);
    const variance = new Float64Array(n).fill(shape * scale ** 2);
    const series = sumSeries('gamma', mean, variance)!;
    expect(series.meanS).toBeCloseTo(n * shape * scale, 9);
    let worst = 0;
    for (let y = -6; y <= 8; y += 0.1) {
      const time = series.meanS + y * series.sdS;
      const exact = time <= 0 ? 0 : jStat.lowRegGamma(n * shape, time / scale);
      worst = Math.max(worst, Math.abs(sumProbability(series, time) - exact));
    }
    expect(worst).toBeLessThan(2e-9);
  });

  it('a single lognormal is lognormal', () => {
    for (const cov of [0.05, 0.1]) {
      const series = sumSeries('lognormal', Float64Array.of(100), Float64Array.of((100 * cov) ** 2))!;
      const logVariance = Math.log1p(cov * cov);
      for (let y = -4; y <= 6; y += 0.25) {
        const time = 100 * (1 + cov * y);
        const z = (Math.log(time / 100) + logVariance / 2) / Math.sqrt(logVariance);
        const normal = sumSeries('gamma', Float64Array.of(1), Float64Array.of(1e-12))!;
        const exact = sumProbability(normal, 1 + 1e-6 * z);
        // The gamma with a coefficient of variation of 1e-6 is normal to about 1e-7.
        expect(Math.abs(sumProbability(series, time) - exact)).toBeLessThan(3e-7);
      }
    }
  });

  it('lognormals of many sizes keep mean, variance and skewness', () => {
    const draw = randomStream(3, 'sizes');
    const mean = Float64Array.from({ length: 12 }, () => draw.uniform(50, 900));
    const cov = mean.map(() => draw.uniform(0.05, 0.4));
    const variance = mean.map((m, t) => (m * cov[t]!) ** 2);
    const series = sumSeries('lognormal', mean, variance)!;
    const table = new Float64Array(TABLE_INTERVALS + 1);
    tabulate(series, waves(), table);
    const { firstS, stepS } = tableGrid(series);
    let moments = [0, 0, 0];
    for (let n = 0; n < TABLE_INTERVALS; n++) {
      const y = (firstS + (n + 0.5) * stepS - series.meanS) / series.sdS;
      moments = moments.map((sum, k) => sum + (table[n + 1]! - table[n]!) * y ** (k + 1));
    }
    const third = mean.reduce((sum, m, t) => sum + (m * cov[t]!) ** 3 * (3 * cov[t]! + cov[t]! ** 3), 0);
    expect(moments[0]).toBeCloseTo(0, 6);
    expect(moments[1]).toBeCloseTo(1, 4);
    expect(moments[2]).toBeCloseTo(third / series.sdS ** 3, 4);
  });

  it('what lies outside the window is as little as documented, in the worst mix: one task of heavy tail among many', () => {
    for (const [cov, share, most] of [
      [1, 0.229, 3e-6],
      [1.414, 0.113, 3e-6],
      [2, 0.046, 3e-6],
      [0.5, 0.63, 1e-7],
    ] as const) {
      const mean = new Float64Array(201).fill(100);
      const variance = new Float64Array(201).fill((1 - share) / 200);
      mean[0] = Math.sqrt(share) / cov;
      variance[0] = share;
      const series = sumSeries('lognormal', mean, variance)!;
      // It comes back at the other end, where there is nothing: positive tasks do not sum to so little.
      const wrapped = sumProbability(series, series.meanS - 8 * series.sdS);
      expect(wrapped).toBeGreaterThan(most / 3);
      expect(wrapped).toBeLessThan(most);
    }
  });

  it('the table is the series, and rises from 0 to 1', () => {
    const series = sumSeries('gamma', Float64Array.of(10, 20, 30), Float64Array.of(4, 0, 90))!;
    const table = new Float64Array(TABLE_INTERVALS + 1);
    tabulate(series, waves(), table);
    const { firstS, stepS } = tableGrid(series);
    for (let n = 0; n <= TABLE_INTERVALS; n++) {
      expect(Math.abs(table[n]! - sumProbability(series, firstS + n * stepS))).toBeLessThan(1e-11);
      if (n > 0) expect(table[n]!).toBeGreaterThanOrEqual(table[n - 1]!);
    }
    expect([table[0], table[TABLE_INTERVALS]]).toEqual([0, 1]);
  });

  it('are left to sampling where they do not vary or their tails are too heavy', () => {
    expect(sumSeries('gamma', Float64Array.of(5), Float64Array.of(0))).toBeNull();
    expect(sumSeries('gamma', Float64Array.of(5), Float64Array.of(25))).toBeNull();
    expect(sumSeries('lognormal', Float64Array.of(5, 5), Float64Array.of(25, 25))).toBeNull();
  });
});
