import { describe, expect, it } from 'vitest';
import { coreSums } from '../../../../../models/families/robust/core-sums.js';
import { wholeBagDeadlineS } from '../../../../../models/families/robust/promise.js';
import { meanTimeS, timeVarianceS2 } from '../../../../../models/families/robust/model.js';
import { checkRobustPlan } from '../../../../../src/families/robust/check/check-robust-plan.js';
import { promisedLimits } from '../../../../../src/families/robust/check/promise.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomRobustModel, type RandomRobustOptions } from '../../../../support/robust.js';
import { planOf, randomMapping } from './random-plan.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const VARYING: RandomRobustOptions = { mostPlans: Infinity, tasks: 9, cores: 3, zeroVariance: false };

describe('limits to promise', () => {
  it('of the checker agree with the model, which solves for the deadline by another method', () => {
    let steady = 0;
    for (let seed = 1; seed <= fuzzCount(300, 300); seed++) {
      const { model, instance, times } = randomRobustModel(seed, seed % 5 === 0 ? { zeroVariance: true } : {});
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const { promise } = checkRobustPlan(instance, times, planOf(model, mapping));
      const sums = coreSums(model, mapping, () => 0);
      const knownS = wholeBagDeadlineS(sums, 0.95);
      expect(Math.abs(promise!.deadlineS - knownS), `seed ${seed}`).toBeLessThanOrEqual(1e-10 * knownS);
      expect(promise!.jointDeadlineS).toBeGreaterThanOrEqual(promise!.deadlineS);
      expect(promise!.jointBudgetJ).toBeGreaterThanOrEqual(promise!.budgetJ);
      expect(promise!.bothLog10AtMost).toBeGreaterThanOrEqual(promise!.bothLog10AtLeast);
      if (seed % 5 === 0) {
        expect(promise).toMatchObject({ jointDeadlineS: promise!.deadlineS, jointBudgetJ: promise!.budgetJ });
        steady++;
      }
    }
    expect(steady).toBe(60);
  });

  it('are kept as often as they say by runs drawn task by task, both together no less often', () => {
    const samples = 3000;
    let dependent = 0;
    for (let seed = 1; seed <= fuzzCount(8); seed++) {
      const { model, instance, times } = randomRobustModel(seed, VARYING);
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const { promise } = checkRobustPlan(instance, times, planOf(model, mapping));
      const { normal } = randomStream(seed, 'runs');
      const kept = { deadline: 0, budget: 0, both: 0 };
      for (let sample = 0; sample < samples; sample++) {
        const finishS = new Float64Array(model.coreCount);
        let energyJ = 0;
        for (let task = 0; task < model.taskCount; task++) {
          const core = mapping.core[task]!;
          const pState = mapping.pState[task]!;
          const node = model.nodes[model.nodeOfCore[core]!]!;
          const timeS =
            meanTimeS(model, node, task, pState) + Math.sqrt(timeVarianceS2(model, node, task, pState)) * normal();
          finishS[core]! += timeS;
          energyJ += node.powerW[pState]! * timeS;
        }
        for (const { firstCore, cores, overheadW } of model.nodes) {
          energyJ += overheadW * Math.max(...finishS.subarray(firstCore, firstCore + cores));
        }
        const lastS = Math.max(...finishS);
        if (lastS <= promise!.deadlineS) kept.deadline++;
        if (energyJ <= promise!.budgetJ) kept.budget++;
        if (lastS <= promise!.jointDeadlineS && energyJ <= promise!.jointBudgetJ) kept.both++;
      }
      // Five standard errors of a share of 0.95; the energy is normal only nearly.
      const error = 5 * Math.sqrt((0.95 * 0.05) / samples);
      expect(Math.abs(kept.deadline / samples - 0.95), `seed ${seed}`).toBeLessThan(error);
      expect(Math.abs(kept.budget / samples - 0.95), `seed ${seed}`).toBeLessThan(error + 0.01);
      expect(kept.both / samples, `seed ${seed}`).toBeGreaterThan(0.95 - error);
      if (kept.both / samples > 0.95 + error / 2) dependent++;
    }
    // Time and energy rise together: more than independent ones would be.
    expect(dependent).toBeGreaterThan(0);
  });

  it('give the chance of both limits between the product of the two and the lesser', () => {
    // Two cores in time with 0.9 and 0.8, a budget kept with 0.5.
    const cores = [{ meanS: 10, sdS: 1 }];
    const promise = promisedLimits(cores, { energyMeanJ: 100, energyVarianceJ2: 4 }, Math.log10(0.72), 0);
    expect(10 ** promise.bothLog10AtLeast).toBeCloseTo(0.36, 12);
    expect(10 ** promise.bothLog10AtMost).toBeCloseTo(0.5, 12);
    expect(promise.confidence).toBe(0.95);
    expect(promise.budgetJ).toBeCloseTo(100 + 2 * 1.6448536269514715, 9);
    expect(promise.jointBudgetJ).toBeCloseTo(100 + 2 * 1.9545083272139916, 9);
    expect(promise.deadlineS).toBeCloseTo(10 + 1.6448536269514715, 9);
    expect(promise.jointDeadlineS).toBeCloseTo(10 + 1.9545083272139916, 9);
  });

  it('are not given for a plan that cannot be carried out', () => {
    const { model, instance, times } = randomRobustModel(1, VARYING);
    const plan = planOf(model, randomMapping(model, randomStream(1, 'plan')));
    expect(checkRobustPlan(instance, times, { ...plan, cores: plan.cores.slice(1) }).promise).toBeNull();
  });
});
