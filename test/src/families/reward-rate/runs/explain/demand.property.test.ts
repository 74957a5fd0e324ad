import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { METHODS } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { demandExplanation, movableDemands } from '../../../../../../src/families/reward-rate/runs/explain/demand.js';
import type { Demand, LimitWords } from '../../../../../../src/families/reward-rate/runs/explain/option-words.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { tinyRandom, type TinyFacility } from '../../../../../oracle/tiny-random.js';
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
const asking = { request: () => REQUEST, ended: () => Promise.resolve(false) };
/** Prices per kW, K and percent. */
const PRICES: Readonly<Record<string, number>> = { powerCap: 150, redLine: 2, arrivals: 0.5 };

/** Kinds of limits that a conflict may hold beside demands. */
const LOOSENED: readonly string[] = ['powerCap', 'redLine', 'rackPower', 'pduPower', 'coolingCapacity'];

/** Words that price all of PRICES but what is hard. */
function words(instance: RewardRateInstance, demands: readonly Demand[], hard: readonly string[] = []): LimitWords {
  const all = [...movablesOf(instance), ...movableDemands(demands)];
  const movables = all.filter(({ kind, where }) => !hard.includes(kind) && !hard.includes(`${kind}:${where}`));
  return { movables, priceOf: ({ kind }) => PRICES[kind] ?? null, isPriced: true };
}

/** Demands of some shares of the arrivals that a room's node types run. */
function drawnDemands({ workload }: RewardRateInstance, seed: number): Demand[] {
  return workload.taskTypes.map(({ name }, i) => ({ taskType: name, share: [1, 0.7, 0.4][(seed + i) % 3]! }));
}

/** Most worth of demands that a plan of brute force serves, each at `perShare` for its share of arrivals, in this room. */
function mostServed({ instance, matrix }: TinyFacility, demands: readonly Demand[], perShare: number): number {
  const taskTypes = instance.workload.taskTypes.map((one) => {
    const share = demands.find(({ taskType }) => taskType === one.name)?.share ?? 0;
    return { ...one, arrivalRatePerS: share * one.arrivalRatePerS, rewardPerTask: perShare / one.arrivalRatePerS };
  });
  const { best } = bruteForce(oracle({ ...instance, workload: { taskTypes } }, matrix));
  return best?.rewardPerS ?? -Infinity;
}

describe('demanded service', () => {
  it('that is excluded no plan of brute force serves, nor any after cheaper changes than is proven, nor up to the values excluded, nor under the limits of the conflict alone', async () => {
    let [excluded, served, fixed, bracketed, conflicts] = [0, 0, 0, 0, 0];
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const room = tinyRandom(seed, { mostPlans: 300, cracs: 1 });
      const { instance, matrix } = room;
      if (bruteForce(oracle(instance, matrix)).best === null) continue;
      const demands = drawnDemands(instance, seed);
      const asked = words(instance, demands);
      const told = await demandExplanation(modelInMemory(instance, matrix), demands, asked, asking, started);
      const all = demands.reduce((sum, { share }) => sum + share, 0);
      if (told.isServed === true) {
        expect([seed, told.brackets, told.fix, told.conflict]).toEqual([seed, [], null, null]);
        served++;
        continue;
      }
      if (told.isServed === false) {
        expect([seed, mostServed(room, demands, 1) < all]).toEqual([seed, true]);
        excluded++;
      }
      if (told.conflict !== null) {
        // All other limits as loose as may be, other demands dropped: no plan of brute force serves what is left.
        conflicts++;
        const kept = told.conflict.limits.map((one) => `${one.constraint}:${one.where}`);
        const changed = asked.movables
          .filter(({ kind, where }) => LOOSENED.includes(kind) && !kept.includes(`${kind}:${where}`))
          .reduce((sum, one) => one.moved(sum, one.loosest), instance);
        const left = demands.filter(({ taskType }) => kept.includes(`arrivals:${taskType}`));
        const rest = left.reduce((sum, { share }) => sum + share, 0);
        const most = mostServed({ instance: changed, matrix }, left, 1);
        expect([seed, left.length > 0, most < rest]).toEqual([seed, true, true]);
      }
      for (const { constraint, where, noneUpTo } of told.brackets) {
        if (noneUpTo === null) continue;
        bracketed++;
        const own = asked.movables.find((one) => one.kind === constraint && one.where === where)!;
        const changed = constraint === 'arrivals' ? instance : own.moved(instance, noneUpTo);
        const left = demands.map((one) =>
          constraint === 'arrivals' && one.taskType === where ? { ...one, share: noneUpTo } : one,
        );
        const rest = left.reduce((sum, { share }) => sum + share, 0);
        const most = mostServed({ instance: changed, matrix }, left, 1);
        expect([seed, constraint, where, most < rest]).toEqual([seed, constraint, where, true]);
      }
      if (told.fix === null) continue;
      fixed++;
      const { price, priceBound, changes } = told.fix;
      expect(price).toBeGreaterThanOrEqual(priceBound! * (1 - 1e-6));
      const own = changes.map(({ constraint, unit, from, to }) => {
        return (PRICES[constraint]! * Math.abs(to - from)) / (unit === 'W' ? 1000 : unit === 'share' ? 0.01 : 1);
      });
      expect(price).toBeCloseTo(
        own.reduce((sum, one) => sum + one, 0),
        6,
      );
      // What is given up beside more cap and red line of any price below the bound.
      for (const [capShare, redShare] of [
        [0, 0],
        [0.5, 0],
        [0, 0.5],
        [0.3, 0.3],
      ] as const) {
        const limits = {
          ...instance.limits,
          powerCapW: instance.limits.powerCapW + (1000 * capShare * priceBound!) / PRICES['powerCap']!,
          redLineC: Math.min(100, instance.limits.redLineC + (redShare * priceBound!) / PRICES['redLine']!),
        };
        const perShare = 100 * PRICES['arrivals']!;
        const saved = mostServed({ instance: { ...instance, limits }, matrix }, demands, perShare);
        const paid = (capShare + redShare) * priceBound! + perShare * all - saved;
        expect([seed, capShare, redShare, paid >= priceBound! * (1 - 1e-6)]).toEqual([seed, capShare, redShare, true]);
      }
    }
    expect(Math.min(excluded, served, fixed, bracketed, conflicts)).toBeGreaterThan(0);
  });

  it('gives up no demand that is hard, and moves no limit that is', async () => {
    let fixes = 0;
    for (let seed = 1; seed <= fuzzCount(8); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 300, cracs: 1 });
      const demands = drawnDemands(instance, seed);
      const hard = [`arrivals:${demands[0]!.taskType}`, 'powerCap'];
      const asked = words(instance, demands, hard);
      const told = await demandExplanation(modelInMemory(instance, matrix), demands, asked, asking, started);
      const moved = [...told.brackets, ...(told.fix?.changes ?? [])];
      fixes += moved.length;
      expect(
        moved.filter(({ constraint, where }) => hard.includes(constraint) || hard.includes(`${constraint}:${where}`)),
      ).toEqual([]);
    }
    expect(fixes).toBeGreaterThan(0);
  });
});
