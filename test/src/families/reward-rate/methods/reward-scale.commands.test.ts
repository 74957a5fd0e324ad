import { describe, expect, it } from 'vitest';
import { METHODS, methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { type Solved, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';

const highs = loadHighs();

/** The same room where every task is worth so many times as much. */
function worth({ instance, matrix }: TinyFacility, factor: number): TinyFacility {
  const taskTypes = instance.workload.taskTypes.map((task) => ({
    ...task,
    rewardPerTask: task.rewardPerTask * factor,
  }));
  return { matrix, instance: { ...instance, workload: { taskTypes } } };
}

async function solve({ instance, matrix }: TinyFacility, name: string): Promise<Solved> {
  return solveOpened(
    {
      method: methodNamed(name)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      started: await highs,
      limits: { timeLimitS: null, workLimit: 40 },
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

/** Rooms that earn something, and what they earn at best. */
const ROOMS = [1, 2, 3, 4, 6, 7, 9, 10].flatMap((seed) => {
  const facility = tinyRandom(seed, { colocation: 'anchored' });
  const { best } = bruteForce(oracle(facility.instance, facility.matrix));
  return best === null || best.rewardPerS < 1e-3 ? [] : [{ facility, best: best.rewardPerS }];
});

describe('rewards of any size', () => {
  it('are earned in rooms that earn something', () => {
    expect(ROOMS.length).toBeGreaterThan(3);
  });

  it.each([1e-300, 1e-200, 1e-30, 1e-12, 1e-6, 1e12])(
    'times %d: bound and plan are as near to the best',
    async (factor) => {
      for (const { facility, best } of ROOMS) {
        const { result } = (await solve(worth(facility, factor), 'config-lp')).record;
        const plain = (await solve(facility, 'config-lp')).record.result;
        expect([result.feasible, result.warnings]).toEqual([true, plain.warnings]);
        expect(result.bound!).toBeGreaterThanOrEqual(result.objective!);
        expect(result.bound! / factor).toBeGreaterThanOrEqual(best * (1 - 1e-9));
        expect(result.bound! / factor / plain.bound!).toBeCloseTo(1, 5);
        // With several CRACs a run that its work limit stops lays out a mixture that rounding may have changed.
        if (plain.termination === 'workLimit') continue;
        expect(result.objective! / factor / plain.objective!).toBeCloseTo(1, 5);
        expect(result.gap).toBeCloseTo(plain.gap!, 5);
      }
    },
  );

  it('in units of 2^-700 every method returns the very same plan, every figure of reward times that', async () => {
    // Worth 1 reward/s and so in the unit that tiny ones are brought to.
    for (const { facility } of ROOMS.slice(0, 3)) {
      const { taskTypes } = facility.instance.workload;
      const all = taskTypes.reduce((sum, task) => sum + task.rewardPerTask * task.arrivalRatePerS, 0);
      const atOne = worth(facility, 2 ** -Math.round(Math.log2(all)));
      for (const { name } of METHODS) {
        const [one, tiny] = [await solve(atOne, name), await solve(worth(atOne, 2 ** -700), name)];
        const [a, b] = [one.record.result, tiny.record.result];
        expect([name, tiny.plan?.assignments, tiny.plan?.setPointsC]).toEqual([
          name,
          one.plan?.assignments,
          one.plan?.setPointsC,
        ]);
        expect([name, b.objective, b.bound, b.claimedObjective]).toEqual([
          name,
          ...[a.objective, a.bound, a.claimedObjective].map((value) => (value === null ? null : value * 2 ** -700)),
        ]);
        expect([name, b.gap]).toEqual([name, a.gap]);
      }
    }
  });
});
