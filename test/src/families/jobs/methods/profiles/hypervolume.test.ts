import { describe, expect, it } from 'vitest';
import {
  hypervolume,
  hypervolumeShare,
  referencePoint,
} from '../../../../../../src/families/jobs/methods/profiles/hypervolume.js';

const point = (timeS: number, energyJ: number): { timeS: number; energyJ: number } => ({ timeS, energyJ });

describe('hypervolume of fronts', () => {
  it('is the area that points cover up to the reference point', () => {
    // 5 x 1 below (1, 4) to (6, 5), then 4 x 2 below (2, 2).
    expect(hypervolume([point(1, 4), point(2, 2)], point(6, 5))).toBe(5 * 1 + 4 * 2);
  });

  it('does not change with order, dominated points or points beyond the reference', () => {
    const points = [point(2, 2), point(7, 1), point(3, 3), point(1, 4), point(1, 4), point(0, 5)];
    expect(hypervolume(points, point(6, 5))).toBe(13);
    expect(hypervolume([], point(6, 5))).toBe(0);
  });

  it('is measured from 1.1 times the worst of the exact front in both', () => {
    const exact = [point(10, 40), point(20, 30)];
    expect(referencePoint(exact).timeS).toBeCloseTo(22, 12);
    expect(referencePoint(exact).energyJ).toBeCloseTo(44, 12);
    // Whole: 12 x 4 + 2 x 10; without the first point: 2 x 14.
    expect(hypervolumeShare([point(20, 30)], exact)).toBeCloseTo(28 / 68, 12);
    expect(hypervolumeShare(exact, exact)).toBe(1);
    expect(() => referencePoint([])).toThrow(RangeError);
  });
});
