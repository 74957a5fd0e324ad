import { describe, expect, it } from 'vitest';
import { countBelow, countUpTo, firstWhere } from '../../models/bisection.js';

describe('bisection', () => {
  const values = [1, 2, 2, 5];

  it('counts ascending values below a limit, and up to it', () => {
    expect([0, 1, 2, 3, 5, 6].map((limit) => countBelow(values, limit))).toEqual([0, 0, 1, 3, 3, 4]);
    expect([0, 1, 2, 3, 5, 6].map((limit) => countUpTo(values, limit))).toEqual([0, 1, 3, 3, 4, 4]);
    expect(countUpTo(values, 9, 2)).toBe(2);
  });

  it('finds the first index of which a test holds, and the count if there is none', () => {
    expect(firstWhere(1000, (index) => index * index >= 1234)).toBe(36);
    expect(firstWhere(10, () => false)).toBe(10);
    expect(firstWhere(0, () => true)).toBe(0);
  });
});
