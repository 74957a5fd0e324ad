import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { downward } from '../../../../../../src/families/robust/methods/bound/conflict.js';
import { robustBound } from '../../../../../../src/families/robust/methods/bound/robust-bound.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('the amount in a sentence', () => {
  it('keeps the noughts before the decimal point', () => {
    expect([1000, 2470.16, 1200.5, 3100.6, 12_345.6, 120.04, 100].map(downward)).toEqual([
      '1000',
      '2470',
      '1200',
      '3100',
      '12340',
      '120',
      '100',
    ]);
    expect([0.1, 0.012_345_6, 9999.999_999_9, 0, -1, NaN, 5e-324].map(downward)).toEqual([
      '0.1',
      '0.01234',
      '9999',
      '0',
      '0',
      '0',
      '0',
    ]);
  });

  it('is never more than the amount, and as good as that', () => {
    fc.assert(
      fc.property(fc.double({ min: -12, max: 30, noNaN: true }), (exponent) => {
        const amount = 10 ** exponent;
        expect(Number(downward(amount))).toBeLessThanOrEqual(amount);
        expect(Number(downward(amount))).toBeGreaterThan(0.9989 * amount);
      }),
      { seed: 31, numRuns: fuzzCount(5000) },
    );
  });

  it('is the one proven', async () => {
    let told = 0;
    for (let seed = 0; seed < fuzzCount(60, 60); seed++) {
      // Of thousands of joules and seconds.
      const { model } = randomRobustModel(seed, {
        tasks: 30,
        mostPlans: Infinity,
        budgetFactor: 0.7,
        deadlineFactor: 0.3,
      });
      for (const goal of ['mo-ec', 'eo-mc'] as const) {
        const { infeasibility } = await robustBound({ model, goal, control: UNLIMITED, start: null });
        if (infeasibility === undefined) continue;
        told++;
        const { amount, message, unit } = infeasibility;
        const said = Number(new RegExp(`at least ([0-9.e+-]+) ${unit} short`).exec(message)![1]);
        expect(said).toBeLessThanOrEqual(amount);
        expect(said).toBeGreaterThan(0.9989 * amount);
      }
    }
    expect(told).toBeGreaterThan(60);
  });
});
