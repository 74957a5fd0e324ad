import { describe, expect, it } from 'vitest';
import {
  rangesAlong,
  type Slope,
  type SlopedPoint,
} from '../../../../../../src/families/reward-rate/studies/sweep/slopes.js';

/** Points of a line along the first axis. */
const rangesOn = (line: readonly { value: number; bound: number | null; slope: Slope }[]) =>
  rangesAlong(
    0,
    line.map(({ value, bound, slope: own }): SlopedPoint => ({ values: [value], bound, slopes: [own] })),
  );

const slope = (below: number | null, above: number | null = below) => ({ perUnit: above, below, above });

describe('ranges along a line of points', () => {
  it('neighbouring lines meet where they are equal, whatever the order of the points', () => {
    const line = [
      { value: 10, bound: 14, slope: slope(1) },
      { value: 0, bound: 0, slope: slope(3) },
    ];
    const met = { value: 2, bound: 6 };
    expect(rangesOn(line)).toEqual([
      { ...slope(1), from: met, to: null },
      { ...slope(3), from: null, to: met },
    ]);
  });

  it('crossings outside the two points, by a gap of the LP, are moved to the nearer one', () => {
    const [left, right] = rangesOn([
      { value: 0, bound: 5, slope: slope(2) },
      { value: 1, bound: 4.9999999, slope: slope(0) },
    ]);
    expect(left!.to).toEqual({ value: 0, bound: 4.9999999 });
    expect(right!.from).toEqual(left!.to);
  });

  it('parallel lines, points without a bound and slopes that are not proven make no crossing', () => {
    const [same] = rangesOn([
      { value: 0, bound: 1, slope: slope(0) },
      { value: 5, bound: 1, slope: slope(0) },
    ]);
    expect(same!.to).toEqual({ value: 5, bound: 1 });
    const [unbound, unproven] = rangesOn([
      { value: 0, bound: null, slope: slope(1) },
      { value: 5, bound: 1, slope: { perUnit: 1, below: 1, above: null } },
      { value: 6, bound: 1, slope: slope(0) },
    ]);
    expect([unbound!.to, unproven!.from, unproven!.to]).toEqual([null, null, null]);
  });
});
