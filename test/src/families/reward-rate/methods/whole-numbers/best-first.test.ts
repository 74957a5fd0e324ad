import { expect, it } from 'vitest';
import { BestFirstSearch } from '../../../../../../src/families/reward-rate/methods/whole-numbers/best-first.js';
import type { LagrangianBound } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';

const PRICES = { task: new Float64Array(), coupling: new Float64Array() };
const BOUND: LagrangianBound = {
  value: 10,
  rows: [],
  side: [],
  prices: PRICES,
  zonePowerPrice: new Float64Array(),
  zoneOnPrice: new Float64Array(),
  envelopes: [],
};
/** Prices of the branch of this name. */
const by = (name: string) => ({ rows: [], side: [], prices: { ...PRICES, count: Float64Array.of(VALUES[name]!) } });

function search(restRewardPerS = -Infinity): BestFirstSearch<string, string> {
  return new BestFirstSearch({
    control: UNLIMITED,
    phase: 'test',
    bound: BOUND,
    incumbentRewardPerS: 1,
    restRewardPerS,
    same: 0,
    most: 100,
  });
}

/** Bounds of branches by name: the root has three parts. */
const VALUES: Readonly<Record<string, number>> = { root: 9, a: 4, b: 7, c: 5 };

it('a branch that is not divided counts in the bound to the end, and the one of the largest bound is next', async () => {
  const tree = search();
  const seen: string[] = [];
  const { boundRewardPerS, better, leaves, knownRewardPerS } = await tree.run('root', async ({ ranges }) => {
    seen.push(ranges);
    await tree.countProgram(VALUES[ranges]!);
    if (ranges === 'root') return { value: 9, by: by('root'), parts: ['a', 'b', 'c'] };
    return { value: VALUES[ranges]!, by: by(ranges), parts: null };
  });
  // All three parts have the root's bound of 9 until they are examined; b keeps 7.
  expect([...seen].sort()).toEqual(['a', 'b', 'c', 'root']);
  expect([boundRewardPerS, better, knownRewardPerS]).toEqual([7, null, 1]);
  // Each leaf carries the prices of its own bound.
  expect(leaves.map(({ ranges, by: own }) => [ranges, own!.prices.count![0]])).toEqual(
    seen.slice(1).map((name) => [name, VALUES[name]]),
  );
});

it('branches no better than a plan found are closed, and plans beyond the search count in the bound', async () => {
  for (const [rest, bound] of [
    [-Infinity, 6],
    [8, 8],
  ] as const) {
    const tree = search(rest);
    const seen: string[] = [];
    const result = await tree.run('root', ({ ranges }) => {
      seen.push(ranges);
      if (ranges === 'root') return Promise.resolve({ value: 9, by: by('root'), parts: ['a'] });
      tree.keep('plan', 6);
      return Promise.resolve({ value: 6, by: by('a'), parts: ['never'] });
    });
    expect([result.boundRewardPerS, result.better, seen]).toEqual([bound, 'plan', ['root', 'a']]);
    expect([result.knownRewardPerS, result.leaves]).toEqual([6, [{ ranges: 'a', by: by('a') }]]);
  }
});

it('branches that the search has not examined keep the prices of the branch that they are parts of', async () => {
  const tree = search();
  const { leaves } = await tree.run('root', async ({ ranges, by: inherited }) => {
    const { value, by: own } = await tree.solved(
      { value: 10, by: inherited },
      {
        rounds: 1,
        solve: () => 'answer',
        boundAt: () => ({ value: ranges === 'root' ? 9 : 12, by: by(ranges) }),
        grow: () => false,
      },
    );
    return { value, by: own, parts: ranges === 'root' ? ['a', 'b'] : null };
  });
  // The bounds 12 of both parts are worse than what they inherit.
  expect(leaves.map(({ ranges, by: own }) => [ranges, own])).toEqual([
    ['a', by('root')],
    ['b', by('root')],
  ]);
});
