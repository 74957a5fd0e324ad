import { describe, expect, test } from 'vitest';
import type { NodeType } from '../../../../../models/facility/facility.js';
import type { RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { type OpenedModel, openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { type Solved, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import {
  CRAC,
  IDLE_TOTAL_W,
  mixedMatrix,
  NODE_TYPES,
  smallInstance,
  TASK_TYPES,
  writeInstance,
} from '../../../../support/small-instance.js';

interface Edge {
  readonly instance: RewardRateInstance;
  readonly matrix?: number[][];
  /** What the best plan earns, where it is known by hand. */
  readonly exact?: number;
  /** No plan keeps the limits. */
  readonly infeasible?: boolean;
  /** Solved as if nothing interfered, too: nothing does in these rooms, so once is enough. */
  readonly naiveToo?: boolean;
}

const TASK_A = NODE_TYPES[0]!.tasks[0]!;
const ONE_TASK_NODE: NodeType = { ...NODE_TYPES[0]!, tasks: [TASK_A] };
const TASK_A_TYPE: TaskType = TASK_TYPES[0]!;
const TWO_CRACS = [CRAC, { ...CRAC, name: 'CRAC2', airFlowM3PerS: 0.05 }];
/** Full load of the small room (4 cores of E at 16 W, 3 of F at 24 W) on top of 70 W idle, at a CoP of 5. */
const FULL_W = 1.2 * (70 + 4 * 16 + 3 * 24);

/** CRAC2 blows straight into its own return: its column is zero for CRAC1 and every node. */
function withIdleCrac(instance: RewardRateInstance): number[][] {
  const [crac1, , ...zones] = mixedMatrix({
    ...instance,
    facility: { ...instance.facility, cracs: [instance.facility.cracs[0]!] },
  }).map((row) => [row[0]!, 0, ...row.slice(1)]) as [number[], number[], ...number[][]];
  const nodeRow = crac1;
  return [nodeRow, [0, 1, ...zones.map(() => 0), 0], nodeRow, nodeRow];
}

function tasks(change: Partial<TaskType>): readonly TaskType[] {
  return TASK_TYPES.map((task) => ({ ...task, ...change }));
}

/** Task b a copy of task a in everything but its name. */
function identicalTasks(): RewardRateInstance {
  const nodeTypes = NODE_TYPES.map((type) => ({
    ...type,
    tasks: [type.tasks[0]!, { ...type.tasks[0]!, taskType: 'b' }],
  }));
  const taskTypes = [TASK_A_TYPE, { ...TASK_A_TYPE, name: 'b' }];
  return smallInstance({ facility: { nodeTypes }, taskTypes });
}

const oneNode = { nodeTypes: [NODE_TYPES[0]!], nodeGroups: [{ nodeType: 'E', count: 1, rack: 'R1' }] };
/** CRAC2 blows warmer air than returns in any plan: it gives heat to the room and draws nothing. */
const roomWithHeater = smallInstance({
  facility: {
    cracs: [
      { ...CRAC, setPointMaxC: 20 },
      { ...TWO_CRACS[1]!, setPointMinC: 34, setPointMaxC: 36 },
    ],
  },
  limits: { powerCapW: 300 },
});
const roomWithIdleCrac = smallInstance({ facility: { cracs: TWO_CRACS } });

/** Steps of methods that go on for long. */
const LIMITED: Readonly<Record<string, number>> = { ga: 3, 'config-ls': 30 };
const highs = loadHighs();

const EDGES: readonly (readonly [string, Edge])[] = [
  ['one node', { instance: smallInstance({ facility: oneNode }), naiveToo: true }],
  // One node of two cores alone in the room at full speed: 2 / 8 tasks/s of reward 4.
  [
    'one node and one task type',
    {
      instance: smallInstance({ facility: { ...oneNode, nodeTypes: [ONE_TASK_NODE] }, taskTypes: [TASK_A_TYPE] }),
      exact: 1,
    },
  ],
  [
    'an arrival rate of 0 everywhere',
    { instance: smallInstance({ taskTypes: tasks({ arrivalRatePerS: 0 }) }), exact: 0 },
  ],
  [
    'an arrival rate of 0 for one task type',
    { instance: smallInstance({ taskTypes: [TASK_A_TYPE, { ...TASK_TYPES[1]!, arrivalRatePerS: 0 }] }) },
  ],
  ['a reward of 0 everywhere', { instance: smallInstance({ taskTypes: tasks({ rewardPerTask: 0 }) }), exact: 0 }],
  [
    'a reward of 0 for one task type',
    { instance: smallInstance({ taskTypes: [{ ...TASK_A_TYPE, rewardPerTask: 0 }, TASK_TYPES[1]!] }) },
  ],
  ['identical task types', { instance: identicalTasks() }],
  ['a CRAC that no inlet breathes', { instance: roomWithIdleCrac, matrix: withIdleCrac(roomWithIdleCrac) }],
  ['two CRACs in one mixture', { instance: roomWithIdleCrac }],
  ['identical CRACs', { instance: smallInstance({ facility: { cracs: [CRAC, { ...CRAC, name: 'CRAC2' }] } }) }],
  ['a CRAC that warms the room in every plan', { instance: roomWithHeater }],
  [
    'a failed CRAC',
    { instance: smallInstance({ facility: { cracs: [CRAC, { ...TWO_CRACS[1]!, coolingCapacityW: 0 }] } }) },
  ],
  [
    'two CRACs, all failed',
    {
      instance: smallInstance({ facility: { cracs: TWO_CRACS.map((crac) => ({ ...crac, coolingCapacityW: 0 })) } }),
      infeasible: true,
    },
  ],
  [
    'the only CRAC failed',
    { instance: smallInstance({ facility: { cracs: [{ ...CRAC, coolingCapacityW: 0 }] } }), infeasible: true },
  ],
  ['a cap met exactly at full load', { instance: smallInstance({ limits: { powerCapW: FULL_W } }), exact: 4.9 }],
  ['a cap met exactly by idle nodes', { instance: smallInstance({ limits: { powerCapW: IDLE_TOTAL_W } }), exact: 0 }],
  ['a cap just below idle nodes', { instance: smallInstance({ limits: { powerCapW: 83.9 } }), infeasible: true }],
  [
    'a rack limit met exactly by its idle nodes',
    { instance: smallInstance({ limits: { rackPowerLimits: [{ rack: 'R1', powerLimitW: 40 }] } }) },
  ],
  [
    'a red line met exactly by idle nodes',
    {
      instance: smallInstance({
        facility: { cracs: [{ ...CRAC, setPointMinC: 20, setPointMaxC: 20 }] },
        limits: { redLineC: 20 + 70 / (1.204 * 1006 * 0.08) },
      }),
      exact: 0,
    },
  ],
  [
    'deadlines met exactly by a P-state and not by the next',
    {
      instance: smallInstance({
        taskTypes: [
          { ...TASK_A_TYPE, deadlineS: 10 },
          { ...TASK_TYPES[1]!, deadlineS: 6 },
        ],
      }),
    },
  ],
];

describe.each(EDGES)('%s', (_, { instance, matrix, exact, infeasible, naiveToo }) => {
  let opened: OpenedModel | null = null;

  function open(): OpenedModel {
    const answer = openModel(writeInstance(instance, matrix).file);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    return answer;
  }

  async function solve(name: string, naive: boolean): Promise<Solved> {
    opened ??= open();
    const request = {
      method: METHODS.find((method) => method.name === name)!,
      naive,
      seed: 1,
      limits: { timeLimitS: null, workLimit: LIMITED[name] ?? null },
      engine: 'highs' as const,
      started: await highs,
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    };
    return solveOpened(request, opened);
  }

  test.each(METHODS.map(({ name }) => name))(
    '%s gives a checked plan within the bound, or says why not',
    async (name) => {
      for (const naive of naiveToo === true ? [false, true] : [false]) {
        const { record, plan } = await solve(name, naive);
        const { result, evaluation } = record;
        expect(notNumbers({ result, evaluation, plan })).toEqual([]);
        if (infeasible === true) {
          expect([result.termination, plan, result.bound, result.gap]).toEqual(['infeasible', null, null, null]);
          continue;
        }
        if (plan === null) {
          // Algorithm 2 looks at whole degrees below the red line alone; a run without a plan says so.
          expect([name, result.warnings.length]).toEqual(['greedy', 1]);
          continue;
        }
        expect([result.feasible, result.violations]).toEqual([true, []]);
        if (instance === roomWithHeater) expect(evaluation!.cracHeatW[1]).toBeLessThan(0);
        if (LIMITED[name] === undefined) expect([result.bound === null, result.gap === null]).toEqual([false, false]);
        if (result.bound !== null) {
          expect(result.objective).toBeLessThanOrEqual(result.bound * (1 + 1e-9) + 1e-12);
          expect(result.gap).toBeGreaterThanOrEqual(0);
          expect(result.gap).toBeLessThanOrEqual(1);
        }
        if (exact === undefined) continue;
        expect(result.objective).toBeLessThanOrEqual(exact + 1e-6);
        if (result.bound !== null) expect(result.bound).toBeGreaterThanOrEqual(exact - 1e-9);
        if (name === 'config-lp') expect(result.objective).toBeCloseTo(exact, 6);
      }
    },
  );
});

test.each([
  [60, true],
  [83.9, true],
  [84.1, null],
])(
  'with two CRACs, whose CoP is 5 at any set-points, idling takes 1.2 times 70 W: a cap of %d W is proven too low, or is not',
  (powerCapW, proven) => {
    const opened = openModel(
      writeInstance(smallInstance({ facility: { cracs: TWO_CRACS }, limits: { powerCapW } })).file,
    );
    const conflict = opened.ok ? idleConflict(opened.model) : null;
    expect(conflict?.proven ?? null).toBe(proven);
  },
);

/** Paths of numbers that are none. */
function notNumbers(value: unknown, path = '$'): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => notNumbers(member, `${path}.${key}`));
}
