import { expect, test, it } from 'vitest';
import { readStudy } from '../../../../src/studies/plan/read.js';

const FAMILIES = [
  { name: 'reward-rate', methods: [{ name: 'greedy' }] },
  { name: 'robust', methods: [{ name: 'ga' }] },
];

/** Paths of the faults of a study with these keys; none where it is accepted. */
async function pathsOf(keys: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const text = JSON.stringify({ format: 'plenum.study', formatVersion: 1, name: 't', instances: ['x'], ...keys });
  const answer = await readStudy(text, false, FAMILIES);
  return answer.ok ? [] : answer.faults.map(({ path }) => path);
}

test.each([
  ['a time limit of 0, which ends every run', { limits: { time: 0 } }, 'limits.time'],
  ['a memory limit of 0', { limits: { memory: '0 GiB' } }, 'limits.memory'],
  ['words that "solve" has not', { words: { trials: 3 } }, 'words'],
  ['an empty list of methods, once for all families', { methods: [] }, 'methods'],
  ['a method twice, once for all families', { methods: ['ga', 'ga'] }, 'methods'],
  ['a family that is none', { methods: { nope: ['ga'] } }, 'methods.nope'],
  ['instances of figures', { verb: 'reproduce', figures: ['fig-3.3'] }, 'instances'],
  ['changes of figures', { verb: 'reproduce', figures: ['fig-3.3'], instances: [], changes: { a: 1 } }, 'changes'],
])('%s: refused', async (_, keys, path) => {
  expect(await pathsOf(keys)).toEqual([path]);
});

it('words of a comparison and figures by themselves are accepted', async () => {
  expect(await pathsOf({ verb: 'compare', words: { vary: true } })).toEqual([]);
  expect(await pathsOf({ verb: 'reproduce', figures: ['fig-3.3'], instances: [] })).toEqual([]);
});
