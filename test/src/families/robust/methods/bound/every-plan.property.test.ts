import { describe, expect, it } from 'vitest';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { everyPlan } from '../../../../../../src/families/robust/methods/bound/every-plan.js';
import { boundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { bruteForce } from '../../../../../oracle/robust-brute-force.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { draws } from './support.js';

const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

const never = (): Promise<boolean> => Promise.resolve(false);

describe('a look at every plan', () => {
  it.each(GOALS)('%s: ends at the best of all, from whatever plan is known and at any prices', async (goal) => {
    const counted = { whole: 0, better: 0, below: 0 };
    for (let seed = 0; seed < fuzzCount(300); seed++) {
      const draw = draws(seed);
      const { model } = randomRobustModel(seed, {
        mostPlans: 3000,
        ...(seed % 2 === 0 ? { alike: true } : {}),
        energyRobustness: seed % 5 === 0 ? 0.4 : 0.9,
        deadlineFactor: 0.8 + draw(),
        budgetFactor: 1 + draw(),
      });
      const { bestZ } = bruteForce(model, goal);
      if (bestZ === null || !Number.isFinite(bestZ)) continue;
      const setting = boundSetting(model);
      for (const belowZ of [0, 1e-3, 3 * draw()]) {
        const knownZ = bestZ - belowZ;
        const dear = 10 ** (6 * draw() - 3) * model.energyBudgetJ;
        const nodeJ = setting.cores.map((cores) => (dear * draw()) / cores);
        const { mapping, boundZ } = await everyPlan(setting, goal, knownZ, Float64Array.from(nodeJ), never);
        expect(boundZ).toBeGreaterThanOrEqual(bestZ);
        expect(boundZ).toBeLessThan(bestZ + 1e-6 * (1 + Math.abs(bestZ)));
        counted.whole++;
        if (knownZ < 0) counted.below++;
        if (belowZ <= 1e-6) continue;
        const { makespanZ, energyZ } = evaluateMapping(model, mapping!);
        expect(goal === 'mo-ec' ? makespanZ : energyZ).toBeCloseTo(bestZ, 8);
        expect(goal === 'mo-ec' ? energyZ : makespanZ).toBeGreaterThanOrEqual(
          goal === 'mo-ec' ? model.energyZ : model.makespanZ,
        );
        counted.better++;
      }
    }
    expect(counted.whole).toBeGreaterThan(60);
    expect(counted.better).toBeGreaterThan(40);
    expect(counted.below).toBeGreaterThan(5);
  });

  it('claims nothing where it does not end, or where quantiles have none', async () => {
    const { model } = randomRobustModel(3, { mostPlans: Infinity, nodes: 4, tasks: 30, zeroVariance: false });
    const setting = boundSetting(model);
    const nothing = new Float64Array(setting.groups.length);
    expect((await everyPlan(setting, 'mo-ec', -20, nothing, never)).boundZ).toBe(Infinity);
    expect(await everyPlan(setting, 'mo-ec', Infinity, nothing, never)).toEqual({
      mapping: null,
      boundZ: Infinity,
      visits: 0,
    });
  });
});
