import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bound, check, compare, day, simulate, solve, validate } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { repository } from '../../support/repository.js';

const TINY = join(repository, 'instances/templates/tiny-two-quadrants.json');

describe('templates instances', () => {
  test('are judged along with others', async () => {
    const { instances } = accepted(await validate([TINY, 'tiny-one-task']));
    expect(instances.map(({ record }) => record)).toMatchObject([
      {
        family: 'templates',
        instance: 'tiny-two-quadrants',
        warnings: [],
        details: {
          nodes: 15,
          cores: 60,
          blocks: 2,
          quadrants: 2,
          ventCombinations: 4,
          taskTypes: 1,
          states: 24,
          matrixProvenance: { kind: 'potential-flow' },
        },
      },
      { family: 'robust' },
    ]);
  });

  test('that are faulty, and a faulty file of their matrices, are refused', async () => {
    const malformed = (name: string) => validate([join(repository, `instances/malformed/${name}.json`)]);
    const faults = faultsOf(await malformed('templates-many-faults'));
    expect(faults.map(({ path }) => path)).toContain('grid.runningCores[0][1]');
    expect(faultsOf(await malformed('templates-vents-row-sums'))).toMatchObject([
      { path: 'vent_id 11', value: 1.677778 },
    ]);
  });

  test('are refused by the verbs of other families, which say where to go', async () => {
    for (const refused of [
      await solve(TINY),
      await bound(TINY),
      await check(TINY, TINY),
      await compare(TINY, ['greedy']),
      await simulate(TINY, [TINY]),
      await day(TINY),
    ]) {
      expect(faultsOf(refused)).toMatchObject([{ path: 'format', value: 'a templates instance' }]);
      expect(JSON.stringify(faultsOf(refused))).toContain('docs/templates/instances.md');
    }
  });
});
