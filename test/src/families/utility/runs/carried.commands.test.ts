import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plenumDetails } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

it('a budget smaller than what runs into its day is broken, and said to be: exit code 3, and nothing more starts', async () => {
  const points = [
    { ageS: 0, utility: 1 },
    { ageS: 900, utility: 0 },
  ];
  const runs = [{ pool: 'machine', pStates: [{ timeS: 100, powerW: 200 }] }];
  // a: from 540 to 640 s at 200 W, of which 40 s are in the measured time, 8,000 J.
  const task = { taskType: 'work', arrivalS: 530, startingUtility: 1 };
  const instance = {
    ...{ format: 'plenum.utility', formatVersion: 1, name: 'carried', environment: 'serial', seed: 0 },
    ...{ period: { durationS: 1200, measuredFromS: 600 }, eventIntervalS: 60, droppingThreshold: 0, urgencyUnitS: 60 },
    energyBudgetJPerDay: 1000,
    pools: [{ name: 'machine', nodes: 1 }],
    utility: { classes: [{ name: 'line', shape: 'points', points }] },
    taskTypes: { source: 'table', types: [{ name: 'work', runs }] },
    arrivals: {
      source: 'table',
      tasks: [
        { name: 'a', ...task },
        { name: 'b', ...task, arrivalS: 610 },
      ],
    },
  };
  const file = join(temporaryDirectory(), 'carried.json');
  writeFileSync(file, JSON.stringify(instance));
  const { code, json } = await plenumDetails('solve', file, '--method', 'upt');
  expect(code).toBe(3);
  expect(json).toMatchObject({ feasible: false, completed: 1, energyJ: [12_000, 8000] });
  expect(json['violations']).toEqual([
    expect.objectContaining({ constraint: 'energyBudget', value: 8000, limit: 1000 }),
  ]);
});
