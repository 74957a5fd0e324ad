import { describe, expect, it } from 'vitest';
import { lastThatHolds } from '../../../../../src/families/reward-rate/methods/last-that-holds.js';

describe('lastThatHolds', () => {
  it('ends at the threshold, on its side that holds, whether that is above or below', () => {
    const below = lastThatHolds((value) => value <= Math.SQRT2, { good: 0, bad: 2 });
    expect(below).toBeLessThanOrEqual(Math.SQRT2);
    expect(below).toBeCloseTo(Math.SQRT2, 10);
    const above = lastThatHolds((value) => value >= Math.SQRT2, { good: 2, bad: 0 });
    expect(above).toBeGreaterThanOrEqual(Math.SQRT2);
    expect(above).toBeCloseTo(Math.SQRT2, 10);
  });

  it('returns the good end where nothing else holds, and makes no more steps than asked', () => {
    expect(lastThatHolds(() => false, { good: 1, bad: 0 })).toBe(1);
    const tried: number[] = [];
    const holds = (value: number): boolean => tried.push(value) > 0;
    expect(lastThatHolds(holds, { good: 0, bad: 1 }, 3)).toBe(0.875);
    expect(tried).toEqual([0.5, 0.75, 0.875]);
  });
});
