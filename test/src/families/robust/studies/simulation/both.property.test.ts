import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { planOf, randomMapping } from '../../check/random-plan.js';
import { oneNode, planFor, simulate, task } from './cases.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** So that some dozens of intervals all cover, but for one run in a hundred. */
const LEVEL = 0.9999;

describe('deadline and budget together', () => {
  it('have the lesser of the two probabilities where one core decides both', async () => {
    // 11 W: in time up to z = 1, within the budget up to z = -0.5. Phi(-0.5) = 0.3085375, Phi(1) = 0.8413447.
    const core = oneNode({ tasks: [task('a', 100, 10)], limits: { deadlineS: 110, energyBudgetJ: 11 * 95 } });
    const { analytic, laws } = await simulate(core, planFor([[['a']]]), { level: LEVEL });
    const { both, joint, phi } = laws[0]!;
    expect(analytic.bothAtMost).toBeCloseTo(0.3085375, 6);
    expect(analytic.bothAtLeast).toBeCloseTo(0.3085375 * 0.8413447, 6);
    expect([both.analyticAtLeast, both.analyticAtMost]).toEqual([analytic.bothAtLeast, analytic.bothAtMost]);
    expect(both.successes).toBe(phi.successes);
    expect(both.successes).toBeLessThan(joint.successes);
    expect(Math.abs(both.probability - 0.3085375)).toBeLessThan(0.006);
    expect(both.inside).toBe(true);
  });

  it('have the product of the two where one core alone may be late and another alone draws power', async () => {
    // a: 1e-6 W, 100 s +- 10 s in P-state 1, late from z = 0.5 on. b: 1,000 W, 10 s +- 2 s, too dear from z = -0.3 on.
    const cores = oneNode({
      cores: 2,
      staticW: 1e-6,
      dynamicPowerW: [1000, 0],
      tasks: [task('a', 50, 5), task('b', 10, 2)],
      limits: { deadlineS: 105, energyBudgetJ: 1000 * (10 - 0.3 * 2) },
    });
    const { laws } = await simulate(cores, planFor([[['a'], [1]], [['b']]]), { level: LEVEL });
    const { both } = laws[0]!;
    // Phi(0.5) = 0.6914625, Phi(-0.3) = 0.3820886.
    expect(both.analyticAtLeast).toBeCloseTo(0.6914625 * 0.3820886, 5);
    expect(both.analyticAtMost).toBeCloseTo(0.3820886, 5);
    expect(Math.abs(both.probability - 0.6914625 * 0.3820886)).toBeLessThan(0.006);
    expect(both.inside).toBe(true);
  });

  it('are kept in no more samples than either, in no fewer than both leave, and between the analytic figures', async () => {
    let unsettled = 0;
    for (let seed = 1; seed <= fuzzCount(12); seed++) {
      const { instance, times, model } = randomRobustModel(seed, {
        zeroOverhead: true,
        zeroVariance: false,
        energyVariance: 'correlated',
        deadlineFactor: 1.5,
        budgetFactor: 1.35,
      });
      const plan = planOf(model, randomMapping(model, randomStream(seed, 'plan')));
      const { laws } = await simulate({ instance, times, model }, plan, { seed, level: LEVEL, samples: 20_000 });
      const { both, joint, phi, samples } = laws[0]!;
      expect(both.successes).toBeLessThanOrEqual(Math.min(joint.successes, phi.successes));
      expect(both.successes).toBeGreaterThanOrEqual(joint.successes + phi.successes - samples);
      expect(both.inside).toBe(true);
      if (both.probability > 0.001 && both.probability < 0.999) unsettled++;
    }
    // Else shares of 0 and 1 would have confirmed nothing.
    expect(unsettled).toBeGreaterThan(2);
  });
});
