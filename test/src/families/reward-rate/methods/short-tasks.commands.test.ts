import { describe, expect, it } from 'vitest';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunResult } from '../../../../../src/families/reward-rate/runs/result.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import type { LpEngineName } from '../../../../../src/solvers/linear/load.js';
import { clusterRoom } from '../../../../oracle/clusters.js';
import type { TinyFacility } from '../../../../oracle/tiny-random.js';

const RATIOS = [1e3, 1e6, 1e9];

/** The same room where two of its five task types take so many times less; as many of them arrive as before. */
function shortened({ instance, matrix }: TinyFacility, ratio: number): TinyFacility {
  const { facility } = instance;
  const nodeTypes = facility.nodeTypes.map((type) => ({
    ...type,
    tasks: type.tasks.map((task, i) =>
      i === 0 || i === 3 ? { ...task, timeS: (task.timeS as readonly number[]).map((timeS) => timeS / ratio) } : task,
    ),
  }));
  return { matrix, instance: { ...instance, facility: { ...facility, nodeTypes } } };
}

async function solve(
  { instance, matrix }: TinyFacility,
  name: string,
  engine: LpEngineName = 'highs',
): Promise<RunResult & { readonly objective: number; readonly bound: number }> {
  const solved = await solveOpened(
    {
      method: methodNamed(name)!,
      naive: false,
      seed: 1,
      limits: { timeLimitS: null, workLimit: null },
      engine,
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
  const { result } = solved.record;
  expect([result.feasible, result.warnings]).toEqual([true, []]);
  return { ...result, objective: result.objective!, bound: result.bound! };
}

describe('very short tasks beside long ones', () => {
  // One node of two cores at no more than a watt: two long tasks per second, less the time that all short ones take.
  it.each([
    [1e-3, 'highs'],
    [1e-5, 'highs'],
    [1e-9, 'highs'],
    [1e-9, 'glpk'],
  ] as const)('one per second of %d s is served and takes no more than its time (%s)', async (shortS, engine) => {
    const { instance, matrix } = clusterRoom(1, 1, 1);
    const [type] = instance.facility.nodeTypes;
    const one = { corePowerW: [1], memoryIntensity: 0 };
    const tasks = [
      { ...one, taskType: 'long', timeS: [1] },
      { ...one, taskType: 'short', timeS: [shortS] },
    ];
    const kind = { memoryClass: 'M', rewardPerTask: 1, deadlineS: 10 };
    const small: TinyFacility = {
      matrix,
      instance: {
        ...instance,
        facility: { ...instance.facility, nodeTypes: [{ ...type!, cores: 2, pStateFrequenciesGHz: [1], tasks }] },
        workload: {
          taskTypes: [
            { ...kind, name: 'long', arrivalRatePerS: 5 },
            { ...kind, name: 'short', arrivalRatePerS: 1 },
          ],
        },
        limits: { ...instance.limits, powerCapW: 1e4 },
      },
    };
    const { objective, bound } = await solve(small, 'config-lp', engine);
    const best = 3 - shortS;
    expect(bound).toBeGreaterThanOrEqual(best * (1 - 1e-12));
    expect(bound / best).toBeCloseTo(1, 6);
    expect(objective / best).toBeCloseTo(1, 6);
  });

  it.each([
    ['none', 3, 1],
    ['anchored', 2, 1],
  ] as const)('co-location %s, %d clusters, nodes in each: %d: no gap from it', async (colocation, clusters, nodes) => {
    const room = clusterRoom(2, clusters, nodes, colocation);
    const atFirst = await solve(shortened(room, 1), 'config-lp');
    let last: { readonly objective: number; readonly bound: number } = atFirst;
    let mostGap = 0;
    for (const ratio of RATIOS) {
      const { objective, bound, gap } = await solve(shortened(room, ratio), 'config-lp');
      const at = [ratio, objective, bound];
      expect([...at, objective <= bound * (1 + 1e-9)]).toEqual([...at, true]);
      // Shorter tasks only add plans, so neither the best plan's value nor a tight bound falls.
      expect([...at, bound >= last.objective * (1 - 1e-9)]).toEqual([...at, true]);
      expect([...at, objective >= last.objective * (1 - 1e-3)]).toEqual([...at, true]);
      if (colocation === 'none') expect(gap).toBeLessThan(1e-6);
      if (ratio === 1e3) mostGap = 1.3 * gap! + 1e-6;
      expect([...at, gap! <= mostGap]).toEqual([...at, true]);
      last = { objective, bound };
    }
  });
});
