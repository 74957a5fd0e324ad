import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { list, solve } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { plenum } from '../../support/run-cli.js';

it('the list has the example of each family first, then what is large, and what is tiny last', async () => {
  const listed = (await list()).instances.map(({ record }) => record);
  expect(listed).toContainEqual(
    expect.objectContaining({
      family: 'templates',
      name: 'room-1080',
      details: { nodes: 1080, quadrants: 4, states: 10_800 },
    }),
  );
  for (const { name: family, example } of FAMILIES) {
    const names = listed.filter((one) => one.family === family).map(({ name }) => name);
    expect(names[0]).toBe(example);
    const small = names.map((name) => /^(tiny|small)-/.test(name));
    expect(small).toEqual(small.toSorted((one, other) => Number(one) - Number(other)));
  }
  const geo = listed.filter(({ family, name }) => family === 'geo' && name.startsWith('us-')).map(({ name }) => name);
  expect(geo).toEqual(['us-4', 'us-4-cpu', 'us-4-memory', 'us-8', 'us-16', 'us-200']);
});

it('the list has every bundled instance of every family', async () => {
  const listed = (await list()).instances.map(({ record }) => `${record.family}/${record.name}`);
  const bundled = FAMILIES.flatMap(({ name }) =>
    readdirSync(join('instances', name)).flatMap((file) =>
      file.endsWith('.json') ? [`${name}/${file.replace('.json', '')}`] : [],
    ),
  );
  expect(listed.toSorted()).toEqual(bundled.toSorted());
});

it('the command prints every instance by its family', async () => {
  const { stdout } = await plenum('list');
  for (const { record } of (await list()).instances) expect(stdout).toContain(`${record.name}.json`);
  expect(stdout).toMatch(
    /Templates instances\n(?: {2}.*\n)*.*room-1080-nominal\.json {2}1080 nodes in 4 quadrants, 10800 states/,
  );
});

it('the list names the default for every kind of utility instance, and solve takes it', async () => {
  const defaults = (await list()).methods.filter((one) => one.family === 'utility' && one.default);
  expect(defaults).toMatchObject([
    { name: 'price', defaultFor: 'serial and parallel tasks' },
    { name: 'upt', defaultFor: 'preemptive tasks, with --preemption greedy' },
  ]);
  for (const [name, method, preemption] of [
    ['tiny-serial-budget', 'price', 'none'],
    ['tiny-parallel-budget', 'price', 'none'],
    ['tiny-preemptive-burst', 'upt', 'greedy'],
  ]) {
    expect(accepted(await solve(name!, { bound: false })).record).toMatchObject({ method, details: { preemption } });
  }
});
