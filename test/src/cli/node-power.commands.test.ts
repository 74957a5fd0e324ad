import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NodeType } from '../../../models/facility/facility.js';
import { airMixingLines, nodePowerLines } from '../../../src/cli/validate-words.js';
import { nodePowers } from '../../../src/facility/node-powers.js';
import { repository } from '../../support/repository.js';
import { validate } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { plenum } from '../../support/run-cli.js';

const instance = (name: string): string => join(repository, `instances/${name}.json`);

/** Idle 40 W and at most 16 W per core behind a power supply of 80 %: 50 W idle, and 50 + 4 x 20 = 130 W at full load. */
const BEHIND_SUPPLY: NodeType = {
  name: 'B',
  cores: 4,
  idlePowerW: 40,
  psuEfficiency: 0.8,
  airFlowM3PerS: 0.02,
  pStateFrequenciesGHz: [2, 1],
  tasks: [
    { taskType: 'a', timeS: [5, 10], corePowerW: [12, 6], memoryIntensity: 0 },
    { taskType: 'b', timeS: [5, 10], corePowerW: [10, 16], memoryIntensity: 0 },
  ],
};

describe('a node at full load', () => {
  test('has all cores on the task type and in the P-state of greatest core power, at the wall', () => {
    const groups = [
      { nodeType: 'B', count: 2 },
      { nodeType: 'B', count: 3 },
    ];
    expect(nodePowers([BEHIND_SUPPLY], groups)).toEqual([
      { nodeType: 'B', nodes: 5, cores: 4, idleW: 50, fullLoadW: 130, taskType: 'b', pState: 1 },
    ]);
  });

  test('is a line per node type, and a remark on those beyond twenty', () => {
    const powers = Array.from({ length: 22 }, () => nodePowers([BEHIND_SUPPLY], [])[0]!);
    const lines = nodePowerLines(powers);
    expect(lines[0]).toBe('B: node at full load: 130 W (idle 50 W), 4 cores on b in P-state 1');
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('2 more node types (--json has all)');
  });
});

describe('plenum validate', () => {
  test('prints it for every family', async () => {
    const names = ['reward-rate/tiny-two-node-types', 'geo/tiny-one-epoch', 'templates/tiny-two-quadrants'];
    const { code, stdout } = await plenum('validate', ...names.map(instance), instance('robust/tiny-infeasible'));
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.includes('full load'))).toEqual([
      // 10 + 30 and 10 + 16
      '  F: node at full load: 40 W (idle 10 W), 1 core on a in P-state 0',
      '  E: node at full load: 26 W (idle 10 W), 1 core on a in P-state 0',
      // 2000 + 4 x 1000
      '  chassis: node at full load: 6000 W (idle 2000 W), 4 cores on a in P-state 0',
      // 100 + 4 x 40 and 60 + 4 x 50
      '  plain: node at full load: 260 W (idle 100 W), 4 cores on job in P-state 0',
      '  quick: node at full load: 260 W (idle 60 W), 4 cores on job in P-state 0',
      // 14 + 2 x 12: the static power of both cores is part of the 14 W
      expect.stringMatching(/node at full load: 38 W \(idle 14 W\), 2 cores in P-state 0$/),
    ]);
  });

  test('gives the numbers as nodePower', async () => {
    const { instances } = accepted(await validate(['robust/tiny-infeasible', 'geo/tiny-restricted']));
    expect(instances.map(({ record }) => record)).toMatchObject([
      { nodePower: [{ cores: 2, idleW: 14, fullLoadW: 38, taskType: null, pState: 0 }] },
      { nodePower: [{ nodeType: 'chassis', nodes: 4, idleW: 2000, fullLoadW: 6000, taskType: 'a', pState: 0 }] },
    ]);
  });
});

describe('how the air of a room mixes', () => {
  const cellM = { x: 0.3, y: 0.3, z: 0.35 };
  const ofCells = { lowM2PerS: 0.0416, medianM2PerS: 0.1346, highM2PerS: 0.401 };

  test('is a line per room: what its cells do, and what it states', () => {
    const own = 'cells of 0.3 x 0.3 x 0.35 m by themselves mix like 0.042 to 0.4 m2/s (median 0.13)';
    const rooms = [
      { cellM, ofCells, statedM2PerS: 0 },
      { room: 'hall', cellM, ofCells, statedM2PerS: 0.075, mixedByCells: 0.304 },
    ];
    expect(airMixingLines(rooms)).toEqual([
      `air: ${own}, so hot spots depend on the grid: state airflow.mixingM2PerS`,
      `air of hall: mixes with at least 0.075 m2/s; ${own}; they mix 30 % of the air more than stated`,
    ]);
  });

  test('is said by plenum validate of every drawn room, by its name in geo instances', async () => {
    const names = ['reward-rate/tiny-two-node-types', 'templates/tiny-set-point', 'utility/tiny-facility'];
    const all = [...names, 'jobs/facility-4', 'geo/tiny-one-epoch', 'robust/tiny-infeasible'];
    const { instances } = accepted(await validate(all));
    const rooms = instances.map(({ record: { airMixing } }) => airMixing);
    for (const own of rooms.slice(0, 4)) expect(own).toMatchObject([{ cellM, statedM2PerS: 0 }]);
    expect(rooms[4]).toMatchObject([{ room: 'room', cellM }]);
    expect(rooms[5]).toEqual([]);
  });
});
