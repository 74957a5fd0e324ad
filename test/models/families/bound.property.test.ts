import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldBound } from '../../../models/families/bound.js';
import { fuzzCount } from '../../support/fuzz.js';

const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });

describe('a bound held against the objective of a feasible plan', () => {
  it('is never passed by it, whatever the two are, or called refuted and left as it was', () => {
    let refuted = 0;
    fc.assert(
      fc.property(
        value,
        value,
        fc.double({ min: -3e-9, max: 3e-9, noNaN: true }),
        fc.boolean(),
        (a, b, share, isUpper) => {
          for (const objective of [b, a * (1 + share), a]) {
            const held = heldBound(a, objective, isUpper);
            const isBeyond = isUpper ? objective > held.bound : objective < held.bound;
            expect(isBeyond).toBe(held.isRefuted);
            if (held.isRefuted) {
              refuted++;
              expect(held.bound).toBe(a);
              expect(Math.abs(objective - a)).toBeGreaterThan(1e-9 * Math.abs(a));
            } else expect(Math.abs(held.bound - a)).toBeLessThanOrEqual(1e-9 * Math.abs(a) + 1e-12);
          }
        },
      ),
      { numRuns: fuzzCount(2000, 2000), seed: 14 },
    );
    expect(refuted).toBeGreaterThan(200);
  });

  it.each([
    [0.8, 0.8000000000000002, true, 0.8000000000000002, false],
    [0.8, 0.7, true, 0.8, false],
    [0.8, 0.8 * (1 + 0.9e-9), true, 0.8 * (1 + 0.9e-9), false],
    [0.8, 0.8 * (1 + 2e-9), true, 0.8, true],
    [100, 100 * (1 - 0.9e-9), false, 100 * (1 - 0.9e-9), false],
    [100, 99.99, false, 100, true],
    [0, 1e-13, true, 1e-13, false],
    [0, 1e-11, true, 0, true],
    [Infinity, 5, true, Infinity, false],
  ])('%d beside %d (upper: %s) is %d, refuted: %s', (bound, objective, isUpper, expected, isRefuted) => {
    expect(heldBound(bound, objective, isUpper)).toEqual({ bound: expected, isRefuted });
  });

  it('is refuted by what is no number', () => {
    expect(heldBound(NaN, 1, true).isRefuted).toBe(true);
    expect(heldBound(1, NaN, false).isRefuted).toBe(true);
  });

  it('beside tiny figures rounding is as tiny: a bound of 1e-20 is refuted by twice as much', () => {
    expect(heldBound(1e-20, 2e-20, true, 1e-19).isRefuted).toBe(true);
    expect(heldBound(1e-20, 1e-20 + 1e-32, true, 1e-19)).toEqual({ bound: 1e-20 + 1e-32, isRefuted: false });
  });
});
