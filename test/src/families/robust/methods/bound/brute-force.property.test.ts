import { describe, expect, it } from 'vitest';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import type { RobustCertificate } from '../../../../../../src/families/robust/methods/outcome.js';
import { robustBound } from '../../../../../../src/families/robust/methods/bound/robust-bound.js';
import { bruteForce, randomRobustModel, type RandomRobustOptions } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

/** Each a share of the instances: the usual mix, then what the usual mix has little of. */
const KINDS: readonly RandomRobustOptions[] = [
  {},
  {},
  { deadlineFactor: 0.6, budgetFactor: 1.6, energyRobustness: 0.2, makespanRobustness: 0.01 },
  { zeroVariance: true },
  { energyVariance: 'printed', budgetFactor: 1.2, energyRobustness: 0.99, makespanRobustness: 0.6 },
  { energyVariance: 'correlated', budgetFactor: 1.05, energyRobustness: 0.1, makespanRobustness: 0.3 },
  { alike: true, deadlineFactor: 1.2, budgetFactor: 1.3 },
  { nodes: 2, cores: 1, tasks: 4, deadlineFactor: 1.4, zeroOverhead: true },
  { deadlineFactor: 1.3, budgetFactor: 0.85, incompatible: 0.4 },
];

const boundOf = (model: RobustModel, goal: RobustGoal): Promise<RobustCertificate> =>
  robustBound({ model, goal, control: UNLIMITED, start: null });

describe('the bound against every plan of 2,700 tiny instances', () => {
  it('is never below the best plan, nor its energy above the cheapest, nor infeasibility claimed where a plan is', async () => {
    const seen = { below: 0, above: 0, infinite: 0, none: 0, proven: 0, smallLimit: 0, close: 0 };
    for (let seed = 0; seed < fuzzCount(2700, 1350); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 1200, ...KINDS[seed % KINDS.length] });
      for (const goal of GOALS) {
        const { boundZ, energyBoundJ, infeasibility } = await boundOf(model, goal);
        const { bestZ, leastEnergyJ, leastFeasibleEnergyJ } = bruteForce(model, goal);
        expect(boundZ, `seed ${seed}, ${goal}`).not.toBeNaN();
        const limitedJ = goal === 'eo-mc' ? (leastFeasibleEnergyJ ?? Infinity) : leastEnergyJ;
        expect(energyBoundJ, `seed ${seed}, ${goal}`).toBeLessThanOrEqual(limitedJ * (1 + 1e-12));
        if (bestZ === null) {
          seen.none++;
          if (infeasibility === undefined) continue;
          seen.proven++;
          const { constraint, amount } = infeasibility;
          expect(constraint).toBe(goal === 'mo-ec' ? 'energyBudget' : 'deadline');
          const moved = 0.999 * amount;
          const eased: RobustModel =
            goal === 'mo-ec'
              ? { ...model, energyBudgetJ: model.energyBudgetJ + moved }
              : { ...model, deadlineS: model.deadlineS + moved };
          expect(bruteForce(eased, goal).bestZ, `seed ${seed}, ${goal}`).toBeNull();
          continue;
        }
        expect(infeasibility, `seed ${seed}, ${goal}`).toBeUndefined();
        expect(boundZ, `seed ${seed}, ${goal}`).toBeGreaterThanOrEqual(bestZ);
        if (bestZ === Infinity) seen.infinite++;
        else if (bestZ < 0) seen.below++;
        else seen.above++;
        if (goal === 'mo-ec' && model.energyZ < 0) seen.smallLimit++;
        if (boundZ - bestZ < 0.05) seen.close++;
      }
    }
    expect(seen.below).toBeGreaterThan(500);
    expect(seen.above).toBeGreaterThan(1000);
    expect(seen.infinite).toBeGreaterThan(300);
    expect(seen.smallLimit).toBeGreaterThan(300);
    expect(seen.none).toBeGreaterThan(500);
    // Not only valid: it says something.
    expect(seen.proven / seen.none).toBeGreaterThan(0.6);
    expect(seen.close).toBeGreaterThan(300);
  });
});
