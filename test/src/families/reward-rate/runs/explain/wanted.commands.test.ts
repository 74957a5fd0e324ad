import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/movable.js';
import { wantedReward } from '../../../../../../src/families/reward-rate/runs/explain/wanted.js';
import { problemInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const started = await loadLpEngine('highs');
const REQUEST = {
  ...{ method: METHODS[0]!, naive: false, seed: 1, engine: 'highs' as const, started, withBound: true },
  ...{ limits: { timeLimitS: null, workLimit: null }, nowS: () => 0, interrupted: () => false },
  onProgress: () => undefined,
};
const asking = { request: () => REQUEST, ended: () => Promise.resolve(false) };

describe('a wanted reward', () => {
  it('is earned by no plan of brute force up to the value excluded, and by a plan of a run at the value that is enough', async () => {
    let [excluded, enough] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 500, cracs: 1 });
      const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? 0;
      if (best === 0) continue;
      const reward = best * (1.05 + 0.1 * (seed % 5));
      const movables = movablesOf(instance);
      const { brackets } = await wantedReward(problemInMemory(instance, matrix), reward, movables, asking);
      for (const { constraint, where, noneUpTo, enoughAt, objectiveAt } of brackets) {
        const { moved } = movables.find((one) => one.kind === constraint && one.where === where)!;
        if (noneUpTo !== null) {
          const most = bruteForce(oracle(moved(instance, noneUpTo), matrix)).best?.rewardPerS ?? 0;
          expect([seed, constraint, most < reward]).toEqual([seed, constraint, true]);
          excluded++;
        }
        if (enoughAt === null) continue;
        const { record } = await solveOpened(REQUEST, problemInMemory(moved(instance, enoughAt), matrix));
        expect([seed, constraint, objectiveAt! >= reward]).toEqual([seed, constraint, true]);
        // What is found from another start may differ, but not above what is proven.
        expect(record.result.bound).toBeGreaterThanOrEqual(reward);
        enough++;
      }
    }
    expect(excluded).toBeGreaterThan(0);
    expect(enough).toBeGreaterThan(0);
  });

  it('beyond the worth of all tasks that arrive is refused to all limits, and one that is earned needs none', async () => {
    const { instance, matrix } = tinyRandom(3, { mostPlans: 500, cracs: 1 });
    const opened = problemInMemory(instance, matrix);
    const most = instance.workload.taskTypes.reduce((sum, one) => sum + one.rewardPerTask * one.arrivalRatePerS, 0);
    const told = await wantedReward(opened, 1.001 * most, movablesOf(instance), asking);
    expect([told.brackets, told.message]).toEqual([[], expect.stringContaining('no limits let a plan earn')]);
    const earned = await wantedReward(opened, 0, movablesOf(instance), asking);
    expect([earned.brackets, earned.message]).toEqual([[], expect.stringContaining('under the limits as they are')]);
  });
});
