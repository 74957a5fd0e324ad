import { expect, it } from 'vitest';
import { divided } from '../../../../../../src/families/reward-rate/methods/whole-standby/awake-sets.js';

it('each whole number of running nodes in a range lies in exactly one side of a cut', () => {
  const ranges = { lower: Float64Array.of(0, 1), upper: Float64Array.of(4, 6) };
  const sides = divided(ranges, { set: 1, below: 3 });
  for (let nodes = 1; nodes <= 6; nodes++) {
    const within = sides.filter(({ lower, upper }) => lower[1]! <= nodes && nodes <= upper[1]!);
    expect([nodes, within.length]).toEqual([nodes, 1]);
  }
  for (const { lower, upper } of sides) expect([lower[0], upper[0]]).toEqual([0, 4]);
  expect([[...ranges.lower], [...ranges.upper]]).toEqual([
    [0, 1],
    [4, 6],
  ]);
});
