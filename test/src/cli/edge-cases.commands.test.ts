import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MatrixAirflow, NodeType, TaskOnNodeType } from '../../../models/facility/facility.js';
import type { BindingConstraint } from '../../../models/families/binding-constraint.js';
import { check, solve } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { unexpectedNulls, withDetails } from '../../support/run-cli.js';
import {
  type Changes,
  CRAC,
  IDLE_TOTAL_W,
  MIXED,
  NODE_TYPES,
  smallInstance,
  TASK_TYPES,
  writeInstance,
  writeSmall,
} from '../../support/small-instance.js';

interface Outcome {
  readonly objective: number;
  readonly bound: number;
  readonly gap: number;
  readonly boundScope: string;
  readonly matrixProvenance: string;
  readonly binding: readonly BindingConstraint[];
  readonly warnings: readonly string[];
}

/** Solved, within its bound, confirmed by check, and every number a number. */
async function expectSound(file: string, method = 'config-lp'): Promise<Outcome> {
  const { ended, record, plan } = accepted(await solve(file, { method }));
  expect(ended, `answered ${JSON.stringify(record)}`).toBe('solved');
  expect(record).toMatchObject({ feasible: true, violations: [] });
  expect(unexpectedNulls(jsonOf(record))).toEqual([]);
  const outcome = withDetails({ ...record }) as unknown as Outcome;
  expect(outcome.bound).toBeGreaterThanOrEqual(outcome.objective * (1 - 1e-9));
  expect(Number.isFinite(outcome.gap)).toBe(true);
  const checked = accepted(await check(file, plan!)).record;
  expect(checked).toMatchObject({ feasible: true, objective: outcome.objective });
  return outcome;
}

function tasksWith(change: (task: TaskOnNodeType) => Partial<TaskOnNodeType>): readonly NodeType[] {
  return NODE_TYPES.map((type) => ({ ...type, tasks: type.tasks.map((task) => ({ ...task, ...change(task) })) }));
}

/** Everything at full speed: 4 cores of E and 3 of F; arrivals of b cap it at 0.3/s. */
const UNLIMITED_REWARD_PER_S = 4.9;

describe('an instance with', () => {
  test.each([
    ['no arrivals', { taskTypes: TASK_TYPES.map((task) => ({ ...task, arrivalRatePerS: 0 })) }],
    ['no rewards', { taskTypes: TASK_TYPES.map((task) => ({ ...task, rewardPerTask: 0 })) }],
  ] satisfies [string, Changes][])('%s earns 0 with bound 0 and gap 0', async (_, changes) => {
    const { file } = writeSmall(changes);
    for (const method of ['config-lp', 'lp', 'greedy', 'greedy-power']) {
      expect(await expectSound(file, method)).toMatchObject({ objective: 0, bound: 0, gap: 0 });
    }
  });

  test.each([
    ['a huge cap', { limits: { powerCapW: 1e11 } }],
    ['no idle power', { facility: { nodeTypes: NODE_TYPES.map((type) => ({ ...type, idlePowerW: 0 })) } }],
    [
      'cores that draw nothing',
      {
        facility: {
          nodeTypes: tasksWith((task) => ({ corePowerW: NODE_TYPES[1]!.tasks[0] === task ? [0, 0] : [0, 0, 0] })),
        },
      },
    ],
  ] satisfies [string, Changes][])('%s runs everything at full speed', async (_, changes) => {
    const { objective, gap } = await expectSound(writeSmall(changes).file);
    expect(objective).toBeCloseTo(UNLIMITED_REWARD_PER_S, 9);
    expect(gap).toBeLessThan(1e-9);
  });

  test('one node, one core and one P-state runs the better task', async () => {
    const type: NodeType = {
      ...NODE_TYPES[0]!,
      cores: 1,
      pStateFrequenciesGHz: [2],
      tasks: NODE_TYPES[0]!.tasks.map((task) => ({
        ...task,
        timeS: { atHighestFrequency: 8, atLowestFrequency: 8 },
        corePowerW: [10],
      })),
    };
    const cracs = [{ ...CRAC, airFlowM3PerS: 0.02 }];
    const { file } = writeSmall({
      facility: { nodeTypes: [type], nodeGroups: [{ nodeType: 'E', count: 1, rack: 'R1' }], cracs },
    });
    const { objective, gap } = await expectSound(file);
    expect(objective).toBeCloseTo(4 / 8, 12);
    expect(gap).toBe(0);
  });

  test('a cap exactly at idle power leaves the nodes idle', async () => {
    const { objective, bound } = await expectSound(writeSmall({ limits: { powerCapW: IDLE_TOTAL_W } }).file);
    expect(objective).toBe(0);
    expect(bound).toBeLessThan(1e-9);
  });

  test('a red line exactly at the inlets of the idle room leaves the nodes idle', async () => {
    const cracs = [{ ...CRAC, setPointMinC: 20, setPointMaxC: 20 }];
    const redLineC = 20 + 70 / (1.204 * 1006 * 0.08);
    const { objective, bound } = await expectSound(writeSmall({ facility: { cracs }, limits: { redLineC } }).file);
    expect(objective).toBe(0);
    expect(bound).toBeLessThan(1e-6);
  });

  test('a node type that runs nothing leaves its nodes idle', async () => {
    const nodeTypes = [NODE_TYPES[0]!, { ...NODE_TYPES[1]!, tasks: [] }];
    expect((await expectSound(writeSmall({ facility: { nodeTypes } }).file)).objective).toBeGreaterThan(0);
  });

  test('a task type that no node runs is refused by name', async () => {
    const orphan = { name: 'orphan', memoryClass: 'M', rewardPerTask: 1, arrivalRatePerS: 1, deadlineS: 9 };
    const faults = faultsOf(await solve(writeSmall({ taskTypes: [...TASK_TYPES, orphan] }).file));
    expect(JSON.stringify(faults)).toContain('orphan');
  });

  test('two CRACs has a set-point for each and a bound that says so', async () => {
    const cracs = [CRAC, { ...CRAC, name: 'CRAC2', airFlowM3PerS: 0.05, setPointMinC: 15, setPointMaxC: 40 }];
    const { boundScope } = await expectSound(writeSmall({ facility: { cracs } }).file);
    expect(boundScope).toContain('any set-point of each of the 2');
  });

  test('losses in UPS and power supplies and other load earns less, and less than without any of them', async () => {
    const free = await expectSound(writeSmall().file);
    const nodeTypes = NODE_TYPES.map((type) => ({ ...type, psuEfficiency: 0.9 }));
    for (const facility of [{ upsEfficiency: 0.9 }, { otherLoadW: 20 }, { nodeTypes }]) {
      const { objective, bound } = await expectSound(writeSmall({ facility }).file);
      expect(bound).toBeLessThan(free.bound);
      expect(objective).toBeLessThan(free.bound);
    }
  });

  test('limits of rack, PDU and cooling keeps them and lists what binds', async () => {
    const limits = {
      rackPowerLimits: [{ rack: 'R1', powerLimitW: 50 }],
      pdus: [{ name: 'P', racks: ['R1', 'R2'], powerLimitW: 95 }],
    };
    const { binding } = await expectSound(writeSmall({ limits }).file);
    expect(binding.map(({ constraint }) => constraint)).toContain('pduPower');
    const cracs = [{ ...CRAC, coolingCapacityW: 90 }];
    const cooled = await expectSound(writeSmall({ facility: { cracs } }).file);
    expect(cooled.binding.map(({ constraint }) => constraint)).toContain('coolingCapacity');
  });

  test('the literal co-location model is solved with a warning', async () => {
    const interference = {
      M: {
        perNeighbourS: 1,
        perAverageIntensityS: 50,
        baseTimeFactor: 1,
        perGHzS: -1,
        perOwnIntensityS: 5,
        constantS: -2,
      },
    };
    const nodeTypes = NODE_TYPES.map((type) => ({ ...type, interference }));
    const { warnings } = await expectSound(
      writeSmall({ facility: { colocation: { model: 'literal' }, nodeTypes } }).file,
    );
    expect(warnings.join()).toContain('Eq. 21');
  });

  test('a MatrixMarket file gives the same plan as the CSV with the same numbers', async () => {
    const { file, directory } = writeSmall();
    const csv = await expectSound(file);
    const flows = [0.08, 0.04, 0.03].map((flow) => flow / 0.15);
    const entries = flows.map((flow) => [flow, flow, flow].join('\n')).join('\n');
    writeFileSync(join(directory, 'mixed.mtx'), `%%MatrixMarket matrix array real general\n3 3\n${entries}\n`);
    const airflow: MatrixAirflow = { ...MIXED, file: 'mixed.mtx' };
    writeFileSync(join(directory, 'market.json'), JSON.stringify(smallInstance({ facility: { airflow } })));
    expect((await expectSound(join(directory, 'market.json'))).objective).toBe(csv.objective);
  });

  test('a heat-recirculation matrix is solved under the red line it implies', async () => {
    const airflow: MatrixAirflow = { ...MIXED, kind: 'heatRecirculation' };
    // Perfectly mixed air in this form: every watt warms every inlet by 1 / (rho c AF) of the CRAC.
    const perW = 1 / (1.204 * 1006 * 0.08);
    const rows = [
      [perW, perW],
      [perW, perW],
    ];
    const cracs = [{ ...CRAC, setPointMinC: 25 }];
    const mixed = await expectSound(writeSmall({ facility: { cracs }, limits: { redLineC: 26.1 } }).file);
    const instance = smallInstance({ facility: { airflow, cracs }, limits: { redLineC: 26.1 } });
    const { bound, matrixProvenance } = await expectSound(writeInstance(instance, rows).file);
    expect(matrixProvenance).toContain('Heat-recirculation');
    expect(bound).toBeCloseTo(mixed.bound, 6);
  });
});

test('the text for people has no NaN, no Infinity and no undefined', async () => {
  for (const changes of [
    {},
    { limits: { powerCapW: 80 } },
    { taskTypes: TASK_TYPES.map((task) => ({ ...task, arrivalRatePerS: 0 })) },
  ]) {
    const { text } = accepted(await solve(writeSmall(changes).file));
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  }
});
