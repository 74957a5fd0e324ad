import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';

const TINY = join(repository, 'instances/templates/tiny-two-quadrants.json');

describe('plenum validate', () => {
  test('templates instances are judged along with others', async () => {
    const { code, json } = await plenumJson('validate', TINY, join(repository, 'instances/robust/tiny-one-task.json'));
    expect(code).toBe(0);
    expect(json['instances']).toMatchObject([
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

  test('a faulty templates instance and a faulty file of its matrices are refused', async () => {
    const file = join(repository, 'instances/malformed/templates-many-faults.json');
    const { code, stdout, stderr } = await plenum('validate', file);
    expect(code).toBe(2);
    expect(`${stdout}${stderr}`).toContain('grid.runningCores[0][1]');
    const vents = await plenumJson('validate', join(repository, 'instances/malformed/templates-vents-row-sums.json'));
    expect(vents.code).toBe(2);
    expect(vents.json['faults']).toMatchObject([{ path: 'vent_id 11', value: 1.677778 }]);
  });
});

test('plenum list shows the bundled templates instances', async () => {
  const { json } = await plenumJson('list');
  const details = { nodes: 1080, quadrants: 4, states: 10_800 };
  expect(json['instances']).toContainEqual(
    expect.objectContaining({ family: 'templates', name: 'room-1080', details }),
  );
  const { stdout } = await plenum('list');
  expect(stdout).toMatch(
    /Templates instances\n(?: {2}.*\n)*.*room-1080-nominal\.json {2}1080 nodes in 4 quadrants, 10800 states/,
  );
});

test.each([
  ['solve', TINY],
  ['bound', TINY],
  ['check', TINY, TINY],
  ['compare', TINY, '--methods', 'greedy'],
  ['simulate', TINY, TINY],
  ['day', TINY],
])('plenum %s refuses a templates instance and says where to go', async (...words) => {
  const { code, json } = await plenumJson(...words);
  expect(code).toBe(2);
  expect(json['faults']).toMatchObject([{ path: 'format', value: 'a templates instance' }]);
  expect(JSON.stringify(json['faults'])).toContain('docs/templates/instances.md');
});
