import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

it('the list has the example of each family first, then what is large, and what is tiny last', async () => {
  const { json } = await plenumJson('list');
  const listed = json['instances'] as readonly { readonly name: string; readonly family: string }[];
  for (const { name: family, example } of FAMILIES) {
    const names = listed.filter((one) => one.family === family).map(({ name }) => name);
    expect(names[0]).toBe(example);
    const small = names.map((name) => /^(tiny|small)-/.test(name));
    expect(small).toEqual(small.toSorted((one, other) => Number(one) - Number(other)));
  }
  const geo = listed.filter(({ family, name }) => family === 'geo' && name.startsWith('us-')).map(({ name }) => name);
  expect(geo).toEqual(['us-4', 'us-4-cpu', 'us-4-memory', 'us-8', 'us-16', 'us-200']);
});

interface Listed {
  readonly name: string;
  readonly family: string;
  readonly default: boolean;
  readonly defaultFor: string | null;
}

it('the list names the default for every kind of utility instance, and solve takes it', async () => {
  const { json } = await plenumJson('list');
  const defaults = (json['methods'] as readonly Listed[]).filter((one) => one.family === 'utility' && one.default);
  expect(defaults).toMatchObject([
    { name: 'price', defaultFor: 'serial and parallel tasks' },
    { name: 'upt', defaultFor: 'preemptive tasks, with --preemption greedy' },
  ]);
  for (const [name, method, preemption] of [
    ['tiny-serial-budget', 'price', 'none'],
    ['tiny-parallel-budget', 'price', 'none'],
    ['tiny-preemptive-burst', 'upt', 'greedy'],
  ]) {
    const solved = await plenumJson('solve', join(repository, 'instances/utility', `${name!}.json`), '--no-bound');
    expect(solved.json).toMatchObject({ method, details: { preemption } });
  }
});
