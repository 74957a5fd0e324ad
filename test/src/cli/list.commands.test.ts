import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

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
