import { describe, expect, it } from 'vitest';
import { relativeGap } from '../../../src/runs/relative-gap.js';

describe('relativeGap', () => {
  it.each([
    // |bound - objective| / |bound|, whichever is greater and of either sign.
    [10, 8, 0.2],
    [8, 10, 0.25],
    [-10, -8, 0.2],
    [-10, 10, 2],
    [4, 0, 1],
    // Equal figures have no gap, also where both are 0.
    [10, 10, 0],
    [0, 0, 0],
    [Infinity, 1, null],
    // Nothing is a share of 0.
    [0, 1, null],
    [0, -1, null],
  ])('of the bound %d and the objective %d is %d', (bound, objective, gap) => {
    expect(relativeGap(bound, objective)).toBe(gap);
  });
});
