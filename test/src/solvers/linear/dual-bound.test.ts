import { describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../models/forms/linear-program.js';
import { dualBound } from '../../../../src/solvers/linear/dual-bound.js';

/** 1 + 2 x + 3 y, least where x + y is between 4 and 6, with x and y between 0 and 10. */
const PROGRAM = {
  sense: 'minimize',
  offset: 1,
  columns: [
    { name: 'x', cost: 2, lower: 0, upper: 10 },
    { name: 'y', cost: 3, lower: 0, upper: 10 },
  ],
  rows: [{ name: 'sum', lower: 4, upper: 6, columnIndices: [0, 1], coefficients: [1, 1] }],
} satisfies LinearProgram;

/** Returns the program with another column x. */
function withX(x: Partial<(typeof PROGRAM.columns)[0]>): LinearProgram {
  const [first, second] = PROGRAM.columns;
  return { ...PROGRAM, columns: [{ ...first!, ...x }, second!] };
}

describe('dualBound', () => {
  it.each([
    // offset + 4 y + min (2 - y) x + min (3 - y) y, with the upper side where y is negative.
    [2, 1 + 8],
    [1, 1 + 4],
    [3, 1 + 12 - 10],
    [5, 1 + 20 - 30 - 20],
    [-1, 1 - 6],
    [0, 1],
    // Not a number proves nothing, and takes nothing away.
    [NaN, 1],
    [Infinity, 1],
  ])('with the dual %d is %d, less what rounding may take', (dual, bound) => {
    const found = dualBound(PROGRAM, [dual]);
    expect(found).toBeLessThan(bound);
    expect(found).toBeCloseTo(bound, 9);
  });

  it('leaves out the dual of a side that the row lacks', () => {
    const [row] = PROGRAM.rows;
    const open: LinearProgram = { ...PROGRAM, rows: [{ ...row!, upper: Infinity }] };
    expect(dualBound(open, [-1])).toBeCloseTo(1, 9);
    expect(dualBound(open, [2])).toBeCloseTo(9, 9);
  });

  it('is nothing for a column without a limit that gains, and something for one of reduced cost 0', () => {
    expect(dualBound(withX({ upper: Infinity }), [3])).toBe(-Infinity);
    expect(dualBound(withX({ lower: -Infinity }), [1])).toBe(-Infinity);
    expect(dualBound(withX({ upper: Infinity }), [2])).toBeCloseTo(9, 9);
    // All its terms are 0: no column is asked for a limit.
    expect(dualBound(withX({ lower: -Infinity, upper: Infinity }), [2])).toBeCloseTo(9, 9);
  });

  it('gives away 1e-12 of all terms, whatever their signs: of 1e6 that cancel two millionths', () => {
    const far = { ...withX({ cost: -1e6, lower: 1, upper: 1 }), offset: 1e6 };
    expect(dualBound(far, [0])).toBeCloseTo(-2e-6, 9);
    expect(dualBound({ ...far, offset: 1e6 + 1 }, [0])).toBeLessThan(1);
  });
});
