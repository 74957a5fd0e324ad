import { expect, test } from 'vitest';
import { type Cost, hypervolumeShare, nonDominated } from '../../../../models/families/jobs/hypervolume.js';

const costs = (...points: readonly (readonly [number, number])[]): Cost[] =>
  points.map(([timeS, energyJ]) => ({ timeS, energyJ }));

/** Below (11, 11): 10 x 1 + 1 x 10 - 1 x 1, each corner once. */
const REFERENCE = costs([1, 10], [10, 1]);

test('the area of two points is that of their rectangles less what they share', () => {
  // 19 in all; (1, 10) alone has 10 x 1.
  expect(hypervolumeShare(costs([1, 10]), REFERENCE)).toBeCloseTo(10 / 19, 12);
  expect(hypervolumeShare(REFERENCE, REFERENCE)).toBe(1);
});

test('a point in between adds the square it closes, a dominated or distant one adds nothing', () => {
  // (5, 5) adds (10 - 5) x (10 - 5).
  expect(hypervolumeShare(costs([10, 1], [5, 5], [1, 10]), REFERENCE)).toBeCloseTo(44 / 19, 12);
  expect(hypervolumeShare([...REFERENCE, ...costs([6, 10.5], [0.5, 12], [20, 0.5])], REFERENCE)).toBe(1);
  expect(hypervolumeShare(costs([11, 11]), REFERENCE)).toBe(0);
});

test('of equal costs one is kept, and of equal times the cheaper', () => {
  expect(nonDominated(costs([2, 2], [1, 3], [2, 2], [1, 4], [3, 2]))).toEqual(costs([1, 3], [2, 2]));
});
