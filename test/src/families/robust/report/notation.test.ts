import { describe, expect, it } from 'vitest';
import { difference, shownProbability } from '../../../../../src/families/robust/report/wording.js';

describe('digits', () => {
  it.each([
    [0, '0.000000'],
    [1, '1.000000'],
    [1 - 1e-12, '1 - 1.00e-12'],
    [0.99996, '0.999960'],
    [3e-9, '3.000e-9'],
    [0.93377654, '0.933777'],
  ])('%s is not rounded to certainty', (value, digits) => {
    expect(shownProbability(value)!.digits).toBe(digits);
  });

  it('what rounding leaves of no difference is shown as 0', () => {
    expect([1e-15, 0.00014423, -2].map((value) => difference(value)!.digits)).toEqual(['0', '0.000144', '-2.00']);
  });
});
