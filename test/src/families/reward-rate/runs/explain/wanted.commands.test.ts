import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../../../../src/families/reward-rate/methods/registry.js';
import type { LimitWords } from '../../../../../../src/families/reward-rate/runs/explain/option-words.js';
import { type Movable, movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { wantedReward } from '../../../../../../src/families/reward-rate/runs/explain/wanted.js';
import { openModel, modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const started = await loadLpEngine('highs');
const REQUEST = {
  method: METHODS[0]!,
  naive: false,
  seed: 1,
  engine: 'highs' as const,
  started,
  withBound: true,
  limits: { timeLimitS: null, workLimit: null },
  nowS: () => 0,
  interrupted: () => false,
  onProgress: () => undefined,
};
const words = (movables: readonly Movable[]): LimitWords => ({ movables, priceOf: () => null, isPriced: false });
const asking = { request: () => REQUEST, ended: () => Promise.resolve(false) };

describe('a wanted reward', () => {
  it('is earned by no plan of brute force up to the value excluded, and by a plan of a run at the value that is enough', async () => {
    let [excluded, enough] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(20, 8); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 500, cracs: 1 });
      const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? 0;
      if (best === 0) continue;
      const reward = best * (1.05 + 0.1 * (seed % 5));
      const movables = movablesOf(instance);
      const { brackets } = await wantedReward(
        modelInMemory(instance, matrix),
        reward,
        words(movables),
        asking,
        started,
      );
      for (const { constraint, where, noneUpTo, enoughAt, objectiveAt } of brackets) {
        const { moved } = movables.find((one) => one.kind === constraint && one.where === where)!;
        if (noneUpTo !== null) {
          const most = bruteForce(oracle(moved(instance, noneUpTo), matrix)).best?.rewardPerS ?? 0;
          expect([seed, constraint, most < reward]).toEqual([seed, constraint, true]);
          excluded++;
        }
        if (enoughAt === null) continue;
        const { record } = await solveOpened(REQUEST, modelInMemory(moved(instance, enoughAt), matrix));
        expect([seed, constraint, objectiveAt! >= reward]).toEqual([seed, constraint, true]);
        // What is found from another start may differ, but not above what is proven.
        expect(record.result.bound).toBeGreaterThanOrEqual(reward);
        enough++;
      }
    }
    expect(excluded).toBeGreaterThan(0);
    expect(enough).toBeGreaterThan(0);
  });

  it('costs no combination of brute force less than is proven, and the one found is earned by a plan of a run, at its price', async () => {
    const prices: Readonly<Record<string, number>> = { powerCap: 150, redLine: 2, rackPower: 100, pduPower: 80 };
    let [found, tight] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(20, 8); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 400, cracs: 1 });
      const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? 0;
      if (best === 0) continue;
      const reward = best * (1.05 + 0.1 * (seed % 5));
      const movables = movablesOf(instance);
      const priceOf: LimitWords['priceOf'] = ({ kind }) => prices[kind] ?? null;
      const asked = { movables, priceOf, isPriced: true };
      const { fix } = await wantedReward(modelInMemory(instance, matrix), reward, asked, asking, started);
      if (fix === null) continue;
      found++;
      const changed = fix.changes.reduce((sum, { constraint, where, to }) => {
        return movables.find((one) => one.kind === constraint && one.where === where)!.moved(sum, to);
      }, instance);
      const { record } = await solveOpened(REQUEST, modelInMemory(changed, matrix));
      expect(record.result.bound).toBeGreaterThanOrEqual(reward * (1 - 1e-9));
      const own = fix.changes.map(({ constraint, unit, from, to }) => {
        return (prices[constraint]! * Math.abs(to - from)) / (unit === 'W' ? 1000 : 1);
      });
      expect(fix.price).toBeCloseTo(
        own.reduce((sum, one) => sum + one, 0),
        6,
      );
      expect(fix.priceBound).not.toBeNull();
      if (fix.price <= fix.priceBound! * 1.05) tight++;
      // Cap and red line at shares of what the bound pays for: no plan earns the reward anywhere inside.
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        const paid = fix.priceBound! * (1 - 1e-9);
        const capW = instance.limits.powerCapW + (1000 * share * paid) / prices['powerCap']!;
        const redLineC = instance.limits.redLineC + ((1 - share) * paid) / prices['redLine']!;
        const limits = { ...instance.limits, powerCapW: capW, redLineC };
        const most = bruteForce(oracle({ ...instance, limits }, matrix)).best?.rewardPerS ?? 0;
        expect([seed, share, most < reward]).toEqual([seed, share, true]);
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(tight).toBeGreaterThan(0);
  });

  it('is earned with more nodes on at a greater cap, which no line of a bound of whole numbers of nodes on excludes', async () => {
    const opened = openModel('instances/reward-rate/tiny-sleep.json');
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const movables = movablesOf(opened.instance).filter(({ kind }) => kind === 'powerCap');
    const asked: LimitWords = { movables, priceOf: () => 1000, isPriced: true };
    // Both nodes on draw 40 W; a core at 1 GHz does 1/16 tasks/s of 5 each for 4 W, and CoP is 4. With one node on no plan earns more than 2.
    const reward = 2.49;
    const leastW = 1.25 * (40 + (4 * reward) / (5 / 16));
    const { brackets, fix } = await wantedReward(opened, reward, asked, asking, started);
    expect(brackets).toHaveLength(1);
    expect(brackets[0]!.noneUpTo).toBeLessThan(leastW);
    expect(brackets[0]!.enoughAt).toBeGreaterThanOrEqual(leastW - 1e-6);
    expect(fix!.priceBound).toBeLessThanOrEqual(leastW - opened.instance.limits.powerCapW);
  });

  it('beyond the worth of all tasks that arrive is refused to all limits, and one that is earned needs none', async () => {
    const { instance, matrix } = tinyRandom(3, { mostPlans: 500, cracs: 1 });
    const opened = modelInMemory(instance, matrix);
    const most = instance.workload.taskTypes.reduce((sum, one) => sum + one.rewardPerTask * one.arrivalRatePerS, 0);
    const told = await wantedReward(opened, 1.001 * most, words(movablesOf(instance)), asking, started);
    expect([told.brackets, told.message]).toEqual([[], expect.stringContaining('no limits let a plan earn')]);
    const earned = await wantedReward(opened, 0, words(movablesOf(instance)), asking, started);
    expect([earned.brackets, earned.message]).toEqual([[], expect.stringContaining('under the limits as they are')]);
  });
});
