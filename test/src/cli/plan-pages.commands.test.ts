import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, solve, type SolveOptions } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** Paths of all keys of a value, elements of lists as "[]". */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element) => keysOf(element, `${path}[]`));
  return Object.entries(value).flatMap(([key, member]) => {
    const own = path === '' ? key : `${path}.${key}`;
    return [own, ...keysOf(member, own)];
  });
}

/** Fields of plan.json in the table of a page. */
function fieldsOnPage(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const table = /<!-- fields of the plan: [^]*?<!-- end of fields of the plan -->/.exec(text)![0];
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, field]) => field!);
}

/** Utility instance in which one core is taken from a task that never comes back: the other one lasts to the end. */
const PREEMPTED = {
  format: 'plenum.utility',
  formatVersion: 1,
  name: 'preempted',
  environment: 'preemptive',
  seed: 1,
  period: { durationS: 600, measuredFromS: 0 },
  eventIntervalS: 60,
  droppingThreshold: 0,
  urgencyUnitS: 60,
  pools: [{ name: 'a', nodes: 1 }],
  utility: { classes: [{ name: 'flat', shape: 'points', points: [{ ageS: 0, utility: 1 }] }] },
  taskTypes: { source: 'table', types: [{ name: 'work', runs: [{ pool: 'a', pStates: [{ timeS: 550 }] }] }] },
  arrivals: {
    source: 'table',
    tasks: [
      { name: 'cheap', taskType: 'work', arrivalS: 0, startingUtility: 1 },
      { name: 'dear', taskType: 'work', arrivalS: 30, startingUtility: 100 },
    ],
  },
};

/** Jobs whose checks at checkpoints take time. */
const CHECKED = {
  ...(JSON.parse(readFileSync('instances/jobs/tiny-paces.json', 'utf8')) as object),
  overheads: { checkS: 2 },
  checkpointIntervalS: 20,
};

describe('the fields of plan.json on the page are those that plans have', () => {
  test.each([
    [
      'docs/utility/plan.md',
      [
        ['utility/tiny-serial-tariff', {}],
        ['utility/tiny-parallel-budget', {}],
        ['utility/tiny-facility', {}],
        [PREEMPTED, { method: 'upt', preemption: 'greedy' }],
        ['utility/tiny-serial-budget', { method: 'fcfs' }],
      ],
    ],
    [
      'docs/jobs/checker.md',
      [
        ['jobs/facility-4', { method: 'val-opt' }],
        [CHECKED, { method: 'val-en-adapt-opt' }],
        ['jobs/tiny-chains', { method: 'val-en-join-opt' }],
      ],
    ],
  ] as [string, [string | object, SolveOptions][]][])('%s', async (page, runs) => {
    const written = new Set<string>();
    for (const [instance, options] of runs) {
      const file = typeof instance === 'string' ? instance : join(temporaryDirectory(), 'own.json');
      if (typeof instance !== 'string') writeFileSync(file, JSON.stringify(instance));
      const { plan } = accepted(await solve(file, { ...options, bound: false }));
      for (const key of keysOf(JSON.parse(JSON.stringify(plan)))) written.add(key);
    }
    expect([...written].toSorted()).toEqual(fieldsOnPage(page).toSorted());
  });
});

test('the schedule by hand of docs/utility/plan.md is feasible and earns 71/18, and its SHA-256 is that of the instance', async () => {
  const folder = temporaryDirectory();
  const [instance, plan] = [...readFileSync('docs/utility/plan.md', 'utf8').matchAll(/```json\n([^]*?\n)```/g)].map(
    ([, text], n) => {
      const file = join(folder, `${n}.json`);
      writeFileSync(file, text!);
      return file;
    },
  );
  const { record } = accepted(await check(instance!, plan!));
  expect(record).toMatchObject({ feasible: true, violations: [], warnings: [] });
  expect(Math.abs(record.objective! - 71 / 18)).toBeLessThan(1e-12);
});
