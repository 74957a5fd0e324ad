import { describe, expect, it } from 'vitest';
import { exportNames, exportNumber } from '../../../../src/solvers/linear/export-names.js';

describe('names in MPS and LP files', () => {
  it.each([
    // What readers accept is kept.
    [
      ['x', 'a.b_1'],
      ['x', 'a.b_1'],
    ],
    [
      ['rack 1', 'a-b'],
      ['rack_1', 'a_b'],
    ],
    // 3 e2 is a number, and max a word of the format.
    [
      ['e2', 'E', '2x', '.x', 'max', 'Free'],
      ['c_e2', 'c_E', 'c_2x', 'c_.x', 'c_max', 'c_Free'],
    ],
    // Each once, also where the name with a number is there already.
    [
      ['x', 'x', 'x', 'y'],
      ['x', 'x_2', 'x_3', 'y'],
    ],
    [
      ['x', 'x_2', 'x', 'x'],
      ['x', 'x_2', 'x_3', 'x_4'],
    ],
    [['a'.repeat(300)], ['a'.repeat(200)]],
  ])('%j are %j', (names, written) => {
    expect(exportNames(names, 'c')).toEqual(written);
  });

  it('numbers are the shortest that read back, and zero has no sign', () => {
    expect([0, -0, 0.1, -2.5, 1e21].map(exportNumber)).toEqual(['0', '0', '0.1', '-2.5', '1e+21']);
  });
});
