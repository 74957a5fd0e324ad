import { expect, it } from 'vitest';
import { divideWorst, worstOf } from '../../../../../../src/families/reward-rate/methods/bound/divide-worst.js';

/** Divides parts by name: `a` into `aa` and `ab`, down to names of three letters. */
async function divided(first: readonly string[], boundOf: (name: string) => number) {
  const seen: string[] = [];
  const open = [...first];
  await divideWorst(open, boundOf, (name) => {
    seen.push(name);
    if (boundOf(name) <= 0) return null;
    return name.length === 3 ? [] : Promise.resolve([`${name}a`, `${name}b`]);
  });
  return { seen, open };
}

it('the part with the largest bound is divided next, and its parts take its place, until a division ends the search', async () => {
  const bounds: Readonly<Record<string, number>> = { a: 1, b: 5, ba: 4, bb: -1 };
  const { seen, open } = await divided(['a', 'b'], (name) => bounds[name] ?? -2);
  expect(seen).toEqual(['b', 'ba', 'a', 'bb']);
  expect(open).toEqual(['aa', 'ab', 'baa', 'bab', 'bb']);
});

it('of equal bounds the last part is divided first, and parts without others in their place are gone', async () => {
  const { seen, open } = await divided(['a'], () => 1);
  expect(seen).toEqual(['a', 'ab', 'abb', 'aba', 'aa', 'aab', 'aaa']);
  expect(open).toEqual([]);
  expect(worstOf(['x', 'yy', 'z', 'w'], ({ length }) => length)).toBe('yy');
  expect(worstOf(['x', 'z', 'w'], ({ length }) => length)).toBe('w');
});
