import { describe, expect, it } from 'vitest';
import { uncertainField, uncertainVariant } from '../../../src/instances/uncertainty.js';
import { fuzzCount } from '../../support/fuzz.js';

const INSTANCE = {
  name: 'room',
  seed: 7,
  limits: { powerCapW: 1000, robustness: 0.95 },
  workload: {
    taskTypes: [
      { arrivalRatePerS: 2, deadlineS: 100 },
      { arrivalRatePerS: 3, deadlineS: 200 },
    ],
    meanS: { fast: 60, slow: 90 },
    jobs: 40,
  },
  knownOptimum: { reward: 5 },
};
const number = (rules: object): object => ({ type: 'number', ...rules });
const SCHEMA = {
  type: 'object',
  properties: {
    limits: {
      type: 'object',
      properties: { robustness: number({ minimum: 0, maximum: 1 }), powerCapW: number({ exclusiveMinimum: 0 }) },
    },
    workload: { type: 'object', properties: { jobs: { type: 'integer', minimum: 39 } } },
  },
};
type Room = typeof INSTANCE;
const variant = (uncertainty: Record<string, number | 'drawn'>, seed = 1): Room =>
  uncertainVariant(INSTANCE, uncertainty, seed, SCHEMA).instance as Room;

describe('a variant within a stated uncertainty', () => {
  it('has every number of a field within its share, not all at one factor, and all else as it was', () => {
    for (let seed = 1; seed <= fuzzCount(50); seed += 1) {
      const { workload, limits } = variant({ 'workload.taskTypes[*].arrivalRatePerS': 0.1 }, seed);
      const [a, b] = workload.taskTypes.map(({ arrivalRatePerS }, n) => arrivalRatePerS / (n + 2)) as [number, number];
      expect(Math.max(a, b)).toBeLessThanOrEqual(1.1 + 1e-6);
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(0.9 - 1e-6);
      expect(a).not.toBe(b);
      expect(workload.taskTypes.map(({ deadlineS }) => deadlineS)).toEqual([100, 200]);
      expect(limits).toEqual(INSTANCE.limits);
    }
    expect(INSTANCE.workload.taskTypes[0]!.arrivalRatePerS).toBe(2);
  });

  it('has a mean factor of about 1 and reaches both ends of the share', () => {
    const factors = Array.from(
      { length: 400 },
      (_, n) => variant({ 'limits.powerCapW': 0.2 }, n + 1).limits.powerCapW / 1000,
    );
    // Uniform on [.8, 1.2]: sd .1155, of the mean of 400 .0058; three of them.
    expect(Math.abs(factors.reduce((sum, factor) => sum + factor, 0) / 400 - 1)).toBeLessThan(0.0174);
    expect(Math.min(...factors)).toBeLessThan(0.81);
    expect(Math.max(...factors)).toBeGreaterThan(1.19);
  });

  it('is the same for a seed, another for another, and changes nothing of a field when one more is uncertain', () => {
    const one = variant({ 'workload.taskTypes[*].deadlineS': 0.1 });
    expect(variant({ 'workload.taskTypes[*].deadlineS': 0.1 })).toEqual(one);
    expect(variant({ 'workload.taskTypes[*].deadlineS': 0.1 }, 2)).not.toEqual(one);
    const both = variant({ 'limits.powerCapW': 0.3, seed: 'drawn', 'workload.taskTypes[*].deadlineS': 0.1 });
    expect(both.workload).toEqual(one.workload);
  });

  it('draws seeds anew as whole numbers and goes through maps', () => {
    const { seed, workload } = variant({ seed: 'drawn', 'workload.meanS[*]': 0.5 });
    expect([Number.isSafeInteger(seed), seed === 7]).toEqual([true, false]);
    // The greatest seed of the formats of robust, utility and jobs.
    const seeds = Array.from({ length: fuzzCount(50) }, (_, n) => variant({ seed: 'drawn' }, n + 1).seed);
    expect(Math.max(...seeds)).toBeLessThanOrEqual(999_999_999);
    expect(Object.keys(workload.meanS)).toEqual(['fast', 'slow']);
    expect(workload.meanS.fast).not.toBe(60);
  });

  it('is cut off at the range of the schema, which is told, and whole where the schema says so', () => {
    const seeds = Array.from({ length: fuzzCount(40, 20) }, (_, n) => n + 1);
    const all = seeds.map((seed) =>
      uncertainVariant(INSTANCE, { 'limits.robustness': 0.5, 'workload.jobs': 0.1 }, seed, SCHEMA),
    );
    for (const { instance, clipped } of all) {
      const { limits, workload } = instance as Room;
      expect(limits.robustness).toBeLessThanOrEqual(1);
      expect(Number.isInteger(workload.jobs) && workload.jobs >= 39).toBe(true);
      expect(clipped.includes('limits.robustness to 1')).toBe(limits.robustness === 1);
    }
    const cut = all.filter(({ clipped }) => clipped.length > 0).length;
    expect([cut > 0, cut < all.length]).toEqual([true, true]);
  });

  it('claims no optimum', () => {
    expect(variant({ 'limits.powerCapW': 0.1 })).not.toHaveProperty('knownOptimum');
  });

  it('names what is wrong with a field', () => {
    expect(uncertainField('limits.powercapW', INSTANCE)).toHaveProperty('fault');
    expect(uncertainField('name', INSTANCE)).toHaveProperty('fault');
    expect(uncertainField('powerCapW', INSTANCE)).toMatchObject({ field: 'limits.powerCapW' });
  });
});
