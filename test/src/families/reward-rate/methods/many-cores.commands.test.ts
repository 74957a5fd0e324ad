import { describe, expect, it } from 'vitest';
import type { RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import { loadRewardRateInstance } from '../../../../../src/families/reward-rate/instances/load.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { type Solved, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { smallInstance, writeInstance } from '../../../../support/small-instance.js';

type Model = 'none' | 'anchored';

const TASK: TaskType = { name: 'a', memoryClass: 'M', rewardPerTask: 4, arrivalRatePerS: 1000, deadlineS: 60 };
/** Ample for 1,024 cores: 1.2 x (200 + 1024) W. */
const AMPLE_W = 2000;

/**
 * One node: 200 W idle, each core 1 W more, 8 s per task and, co-located, 0.001 s more per other busy core; the CoP is 5. The
 * throughput of m busy cores, m / (8 + 0.001 (m - 1)), rises and is concave, so mixtures of companies gain nothing.
 */
function oneNode(model: Model, taskTypes: readonly TaskType[], powerCapW: number, cores = 1024): RewardRateInstance {
  const type = {
    name: 'many',
    cores,
    idlePowerW: 200,
    airFlowM3PerS: 0.05,
    pStateFrequenciesGHz: [2],
    tasks: taskTypes.map(({ name }) => ({ taskType: name, timeS: [8], corePowerW: [1], memoryIntensity: 0.001 })),
    interference: { M: { perNeighbourS: 0.001, perAverageIntensityS: 0 } },
  };
  return smallInstance({
    facility: { nodeTypes: [type], nodeGroups: [{ nodeType: 'many', count: 1, rack: 'R1' }], colocation: { model } },
    taskTypes,
    limits: { powerCapW },
  });
}

async function solve(instance: RewardRateInstance, method: string): Promise<Solved> {
  const opened = openModel(writeInstance(instance).file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return solveOpened(
    {
      method: methodNamed(method)!,
      naive: false,
      seed: 1,
      limits: { timeLimitS: null, workLimit: null },
      engine: 'highs',
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    opened,
  );
}

const METHODS: readonly (readonly [Model, string])[] = [
  ['none', 'config-lp'],
  ['none', 'lp'],
  ['none', 'greedy'],
  ['none', 'greedy-power'],
  ['anchored', 'config-lp'],
  ['anchored', 'greedy'],
  ['anchored', 'greedy-power'],
];

const timeS = (model: Model, busy: number): number => (model === 'none' ? 8 : 8 + 0.001 * (busy - 1));

describe('a node of 1,024 cores', () => {
  it.each(METHODS)('runs the 600 cores that the cap leaves power for (%s, %s)', async (model, method) => {
    // 1.2 x (200 + 600) W, and a milliwatt against rounding.
    const { plan, record } = await solve(oneNode(model, [TASK], 960.001), method);
    const rewardPerS = (4 * 600) / timeS(model, 600);
    expect([record.result.feasible, record.result.warnings]).toEqual([true, []]);
    expect(Math.abs(record.result.objective! / rewardPerS - 1)).toBeLessThan(3e-6);
    expect(record.result.bound! / rewardPerS).toBeGreaterThan(1 - 1e-12);
    expect(record.result.bound! / rewardPerS).toBeLessThan(1 + 3e-6);
    if (method === 'lp') return;
    expect(plan!.assignments[0]!.cores!.map(({ count }) => count)).toEqual([600]);
  });

  it.each(METHODS)('runs more than 255 cores on each of two task types (%s, %s)', async (model, method) => {
    // As many tasks a arrive as 400 cores complete, in the company of all; the others are worth half as much.
    const full = timeS(model, 1024);
    const taskTypes = [
      { ...TASK, arrivalRatePerS: (400 / full) * (1 + 1e-9) },
      { ...TASK, name: 'b', rewardPerTask: 2 },
    ];
    const { record } = await solve(oneNode(model, taskTypes, AMPLE_W), method);
    const rewardPerS = (4 * 400 + 2 * 624) / full;
    expect([record.result.feasible, record.result.warnings]).toEqual([true, []]);
    expect(record.result.objective! / rewardPerS).toBeLessThan(1 + 1e-8);
    // In company one node cannot be a mixture of two: what it loses by that shows in the gap.
    expect(record.result.objective! / rewardPerS).toBeGreaterThan(model === 'none' ? 1 - 1e-8 : 0.9);
    expect(record.result.bound! / rewardPerS).toBeLessThan(1 + 1e-6);
    expect(record.result.bound! / rewardPerS).toBeGreaterThan(1 - 1e-12);
  });

  it('is the largest there may be', () => {
    const loaded = loadRewardRateInstance(writeInstance(oneNode('none', [TASK], AMPLE_W, 1025)).file);
    expect(loaded.ok ? [] : loaded.faults.map(({ path, value, allowed }) => [path, value, allowed])).toEqual([
      ['facility.nodeTypes[0].cores', 1025, 'a whole number at least 1 and at most 1024'],
    ]);
  });
});
