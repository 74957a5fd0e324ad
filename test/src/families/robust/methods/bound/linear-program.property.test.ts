import { beforeAll, describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { ActiveSet } from '../../../../../../src/families/robust/methods/bound/active-set.js';
import { createDualPoint, shareRule } from '../../../../../../src/families/robust/methods/bound/dual.js';
import { testEnergy } from '../../../../../../src/families/robust/methods/bound/energy-test.js';
import { capacityPrices } from '../../../../../../src/families/robust/methods/bound/interior-point.js';
import { robustBound } from '../../../../../../src/families/robust/methods/bound/robust-bound.js';
import { boundSetting, firstPrices, fully } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { CertifiedVariance } from '../../../../../../src/families/robust/methods/bound/variance.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { draws, relaxation } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SIZES = [
  { mostPlans: Infinity, nodes: 4, cores: 2, tasks: 12 },
  { mostPlans: Infinity, nodes: 6, tasks: 40, deadlineFactor: 1.1 },
  { mostPlans: Infinity, nodes: 8, cores: 3, tasks: 90, deadlineFactor: 1.2 },
  { mostPlans: Infinity, nodes: 5, tasks: 60, alike: true, deadlineFactor: 1.1 },
  { mostPlans: Infinity, nodes: 5, tasks: 50, zeroVariance: true, incompatible: 0.4, deadlineFactor: 1.1 },
];

describe('the dual against the relaxation solved by HiGHS', () => {
  let engine: LpEngine;
  beforeAll(async () => {
    engine = await loadHighs();
  });

  const optimum = (...of: Parameters<typeof relaxation>): number | null => {
    const session = engine.open(relaxation(...of));
    const answer = session.solve();
    session.dispose();
    return answer.proven === 'optimal' ? answer.point!.objective : null;
  };

  it('reaches its optimum with the prices of the interior-point method, and exceeds it with no prices at all', () => {
    let solved = 0;
    let worst = 0;
    for (let seed = 0; seed < fuzzCount(60, 60); seed++) {
      const draw = draws(seed);
      const { model } = randomRobustModel(seed, SIZES[seed % SIZES.length]);
      const setting = boundSetting(model);
      const { point, groups, options, cores } = setting;
      const rule = shareRule([-1, -0.1, 0, 0.3, 0.9][Math.floor(seed / SIZES.length) % 5]!, model.deadlineS);
      const varianceJPerJ2 = [0, 1e-4, -1e-5][seed % 3]!;
      const best = optimum(model, rule, varianceJPerJ2);
      if (best === null) continue;
      solved++;
      const tasks = Int32Array.from({ length: model.taskCount }, (_, task) => task);
      const set = new ActiveSet(model, groups, options, setting.ends, tasks, 1, options.count);
      const start = firstPrices(setting, best);
      set.refresh(rule, { nodeJ: start, varianceJPerJ2 });
      const nodeJ = capacityPrices(set.program(varianceJPerJ2), start, Infinity)!;
      const value = (prices: Float64Array): number => {
        fully(setting, rule)({ nodeJ: prices, varianceJPerJ2 }, point);
        return point.valueJ;
      };
      expect(value(nodeJ)).toBeLessThanOrEqual(best + 1e-7 * Math.abs(best));
      worst = Math.max(worst, (best - value(nodeJ)) / Math.abs(best));
      for (let n = 0; n < 20; n++) {
        const other = nodeJ.map((price) => price * (n % 2 === 0 ? 0.8 + 0.4 * draw() : 2 * draw()));
        expect(value(other)).toBeLessThanOrEqual(best + 1e-7 * Math.abs(best));
      }
      const here = createDualPoint(model.taskCount, groups);
      set.evaluate({ nodeJ, varianceJPerJ2 }, 1, here);
      expect(here.valueJ).toBeCloseTo(value(nodeJ), 3);
      expect(cores.length).toBe(groups.length);
    }
    expect(solved).toBeGreaterThan(35);
    expect(worst).toBeLessThan(1e-6);
  });

  it('refutes nothing less than the whole search does, with the best of prices', async () => {
    let solved = 0;
    for (let seed = 0; seed < fuzzCount(30, 15); seed++) {
      const { model } = randomRobustModel(seed, {
        ...SIZES[seed % 3]!,
        budgetFactor: 1.15,
        energyRobustness: seed % 5 === 0 ? 0.4 : 0.9,
      });
      const { boundZ, prices } = await robustBound({ model, goal: 'mo-ec', control: UNLIMITED, start: null });
      if (!(Math.abs(boundZ) < 10)) continue;
      solved++;
      const setting = boundSetting(model);
      const { point, groups, options } = setting;
      const rule = shareRule(boundZ - 1e-4, model.deadlineS);
      const tasks = Int32Array.from({ length: model.taskCount }, (_, task) => task);
      const set = new ActiveSet(model, groups, options, setting.ends, tasks, 1, options.count);
      let { nodeJ, varianceJPerJ2 } = prices!;
      const leastVarianceJ2 = new CertifiedVariance(setting).at(-Infinity);
      let likelyVarianceJ2 = 0;
      for (let round = 0; round < 4; round++) {
        set.refresh(rule, { nodeJ, varianceJPerJ2 });
        nodeJ = capacityPrices(set.program(varianceJPerJ2), nodeJ, 100 * model.energyBudgetJ)!;
        fully(setting, rule)({ nodeJ, varianceJPerJ2 }, point);
        likelyVarianceJ2 = point.varianceJ2;
        set.useEnds(set.bestEnds(point, { nodeJ, varianceJPerJ2 }), { nodeJ, varianceJPerJ2 });
        const test = { energyZ: model.energyZ, budgetJ: model.energyBudgetJ, leastVarianceJ2, likelyVarianceJ2 };
        const verdict = testEnergy(fully(setting, rule), nodeJ, test, point);
        expect(verdict.excessJ).toBeLessThan(1e-3 * model.energyBudgetJ);
        ({ varianceJPerJ2 } = verdict);
      }
    }
    expect(solved).toBeGreaterThan(10);
  });
});
