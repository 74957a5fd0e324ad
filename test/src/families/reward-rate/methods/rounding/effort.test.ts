import { describe, expect, it } from 'vitest';
import { effortOf } from '../../../../../../src/families/reward-rate/methods/rounding/rounding.js';

describe('effort of rounding', () => {
  it('ends with nodes on standby at a gap of a thousandth when a try gained next to nothing', () => {
    const { ends } = effortOf(true, false);
    expect(ends(8e-4, 8.5e-4)).toBe(true);
    expect(ends(8e-4, 2e-3)).toBe(false);
    expect(ends(4e-4, Infinity)).toBe(true);
  });

  it('goes on with nodes on standby above a gap of a thousandth, whatever a try gained', () => {
    const { ends } = effortOf(true, false);
    expect(ends(2e-3, 2e-3)).toBe(false);
    expect(ends(Infinity, Infinity)).toBe(false);
  });

  it('begins with smaller programs where nodes may be on standby and ends with the same ones', () => {
    const [standby, usual] = [effortOf(true, false).tries, effortOf(false, false).tries];
    expect(standby[0].configurations).toBeLessThan(usual[0].configurations / 2);
    expect(standby.slice(-usual.length)).toEqual(usual);
  });

  it('without standby ends at a gap of 2e-4, whatever a try gained', () => {
    const { ends } = effortOf(false, false);
    expect(ends(3e-4, 3e-4)).toBe(false);
    expect(ends(2e-4, Infinity)).toBe(true);
  });
});
