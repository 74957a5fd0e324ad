import { describe, expect, it } from 'vitest';
import {
  quantileOfLog10,
  wholeBagDeadlineS,
  wholeBagLog10,
  wholeBagTimeS,
} from '../../../../models/families/robust/promise.js';

function alike(count: number, meanS: number, sdS: number): { finishS: number[]; finishVarianceS2: number[] } {
  return { finishS: Array<number>(count).fill(meanS), finishVarianceS2: Array<number>(count).fill(sdS * sdS) };
}

describe('deadline that the whole bag keeps', () => {
  // Quantiles of the n-th root of 0.95, by the standard library of another language.
  it.each([
    [1, 1.6448536269514715],
    [2, 1.9545083272139916],
    [5, 2.318679209826408],
    [458, 3.690316005806314],
  ])('of %i cores alike is each core’s at the root of the probability', (count, z) => {
    expect(wholeBagDeadlineS(alike(count, 12_000, 50), 0.95)).toBeCloseTo(12_000 + 50 * z, 6);
  });

  it('is not before the cores that do not vary, and theirs where they decide', () => {
    const cores = { finishS: [100, 300, 0], finishVarianceS2: [25, 0, 0] };
    expect(wholeBagDeadlineS(cores, 0.95)).toBe(300);
    expect(wholeBagLog10(cores, 299)).toBe(-Infinity);
    expect(wholeBagLog10(cores, 300)).toBeCloseTo(0, 12);
    expect(wholeBagDeadlineS({ finishS: [100, 90], finishVarianceS2: [25, 0] }, 0.95)).toBeCloseTo(
      100 + 5 * 1.6448536269514715,
      9,
    );
  });

  it('is the time at which the product of the cores’ probabilities is the one asked for, however unlike they are', () => {
    const cores = { finishS: [500, 480, 510, 10], finishVarianceS2: [400, 2500, 1e-6, 1e4] };
    for (const probability of [0.01, 0.5, 0.95, 0.999]) {
      const timeS = wholeBagDeadlineS(cores, probability);
      expect(10 ** wholeBagLog10(cores, timeS)).toBeCloseTo(probability, 9);
    }
  });
});

describe('quantile of a probability given by its logarithm', () => {
  // ln Phi(-50) = -1250 - ln(50 sqrt(2 pi)) + ln(1 - 1/2500 + 3/50^4), to 1e-8.
  it.each([
    [Math.log10(0.5), 0],
    [Math.log10(0.95), 1.6448536269514715],
    [(-1250 - Math.log(50 * Math.sqrt(2 * Math.PI)) + Math.log(1 - 1 / 2500 + 3 / 50 ** 4)) / Math.LN10, -50],
  ])('of 10^%s is %s', (log10, z) => {
    expect(quantileOfLog10(log10)).toBeCloseTo(z, 8);
  });

  it('is infinite for what is certain and what never is', () => {
    expect(quantileOfLog10(0)).toBe(Infinity);
    expect(quantileOfLog10(-Infinity)).toBe(-Infinity);
  });
});

describe('time by which all cores are done with a probability given by its logarithm', () => {
  // Of n cores alike each must be done with the n-th root: Phi(-1) = 0.15865525393145707, Phi(2) = 0.9772498680518208.
  it.each([
    [1, -1, 0.15865525393145707],
    [458, -1, 0.15865525393145707],
    [7, 2, 0.9772498680518208],
  ])('of %i cores at quantile %f each is where they all are', (count, z, probability) => {
    const found = wholeBagTimeS(alike(count, 1000, 50), count * Math.log10(probability), 900);
    expect(found).toBeCloseTo(1000 + 50 * z, 6);
  });

  it('is where the search begins if they are then already, and none for certainty where times vary', () => {
    expect(wholeBagTimeS(alike(3, 1000, 50), -5, 2000)).toBe(2000);
    expect(wholeBagTimeS(alike(3, 1000, 50), 0, 900)).toBeNull();
    expect(wholeBagTimeS(alike(3, 1000, 0), 0, 900)).toBeCloseTo(1000, 6);
  });
});
