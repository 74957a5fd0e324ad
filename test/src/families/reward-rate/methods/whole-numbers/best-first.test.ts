import { expect, it } from 'vitest';
import { BestFirstSearch } from '../../../../../../src/families/reward-rate/methods/whole-numbers/best-first.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';

function search(restRewardPerS = -Infinity): BestFirstSearch<string, string> {
  return new BestFirstSearch({
    control: UNLIMITED,
    phase: 'test',
    boundRewardPerS: 10,
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
  const { boundRewardPerS, better } = await tree.run('root', async ({ ranges }) => {
    seen.push(ranges);
    await tree.countProgram(VALUES[ranges]!);
    if (ranges === 'root') return { value: 9, parts: ['a', 'b', 'c'] };
    return { value: VALUES[ranges]!, parts: null };
  });
  // All three parts have the root's bound of 9 until they are examined; b keeps 7.
  expect([...seen].sort()).toEqual(['a', 'b', 'c', 'root']);
  expect([boundRewardPerS, better]).toEqual([7, null]);
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
      if (ranges === 'root') return Promise.resolve({ value: 9, parts: ['a'] });
      tree.keep('plan', 6);
      return Promise.resolve({ value: 6, parts: ['never'] });
    });
    expect([result.boundRewardPerS, result.better, seen]).toEqual([bound, 'plan', ['root', 'a']]);
  }
});
