import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { UtilityRunResult } from '../../../../../src/families/utility/runs/result.js';
import { solvedAs } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

it('what runs into a day fits in its budget, to the last joule, or does not start: no exit code 3', async () => {
  const points = [
    { ageS: 0, utility: 1 },
    { ageS: 900, utility: 0 },
  ];
  const runs = [{ pool: 'machine', pStates: [{ timeS: 100, powerW: 200 }] }];
  // a: from 540 to 640 s at 200 W, of which 40 s are in the measured time, 8,000 J.
  const task = { taskType: 'work', arrivalS: 530, startingUtility: 1 };
  const instanceOf = (energyBudgetJPerDay: number) => ({
    format: 'plenum.utility',
    formatVersion: 1,
    name: 'carried',
    environment: 'serial',
    seed: 0,
    period: { durationS: 1200, measuredFromS: 600 },
    eventIntervalS: 60,
    droppingThreshold: 0,
    urgencyUnitS: 60,
    energyBudgetJPerDay,
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
  });
  const file = join(temporaryDirectory(), 'carried.json');
  const solved = async (budgetJ: number) => {
    writeFileSync(file, JSON.stringify(instanceOf(budgetJ)));
    const { ended, record } = await solvedAs<UtilityRunResult>(file, { method: 'upt' });
    expect(ended).toBe('solved');
    return record;
  };
  const kept = await solved(8000);
  expect(kept).toMatchObject({ feasible: true, completed: 1, energyJ: [12_000, 8000], violations: [] });
  // A joule less, and a waits; after midnight the 20,000 J of either task are too much.
  const refused = await solved(7999);
  expect(refused).toMatchObject({ feasible: true, completed: 0, energyJ: [0, 0], violations: [] });
});
