import { describe, expect, it } from 'vitest';
import {
  type Curve,
  sideOf,
  type Tight,
} from '../../../../../../src/families/reward-rate/methods/worth/concave-curve.js';

/** Curve 10 - 1000 d, with a plan at its start alone. */
const PENALTY: Curve = {
  at: (distance) =>
    Promise.resolve({
      at: distance,
      value: 10 - 1000 * distance,
      line: { atZero: 10, slope: -1000 },
      hasPlan: distance === 0,
    }),
  farthest: 4,
  tolerance: 1e-9,
  near: 1e-7,
  noise: 1e-9,
};

describe('one side of a curve', () => {
  it('ends at its start, at the price of the start, where there is no plan beyond: a penalty is no price', async () => {
    const start: Tight = { at: 0, value: 10, line: { atZero: 10, slope: -5 }, hasPlan: true };
    const side = await sideOf(PENALTY, start);
    expect([side?.slope, side?.end?.at, side?.end?.hasPlan]).toEqual([-5, 0, false]);
  });

  it('has the price beyond its start where plans are there and the first line touches the start alone', async () => {
    const start: Tight = { at: 0, value: 10, line: { atZero: 10, slope: -5 }, hasPlan: true };
    const side = await sideOf(
      { ...PENALTY, at: async (distance) => ({ ...(await PENALTY.at(distance))!, hasPlan: true }) },
      start,
    );
    expect([side?.slope, side?.end]).toEqual([-1000, null]);
  });
});
