import { describe, expect, it } from 'vitest';
import { createMeasures, type RobustMeasures } from '../../../../../../models/families/robust/loads.js';
import { Target } from '../../../../../../src/families/robust/methods/lagrange/target.js';
import { tinyRobust } from '../../../../../support/robust.js';

const { model } = tinyRobust();

function measures(parts: Partial<RobustMeasures>): RobustMeasures {
  return { ...createMeasures(), makespanZ: 1, energyZ: 1, ...parts };
}

describe('target', () => {
  it('MO-EC: rises with what is left of the budget, falls with what is lacking, and stays near what is reached', () => {
    const target = new Target(model, 'mo-ec', 1);
    target.follow(measures({ energyMeanJ: model.energyBudgetJ - 100 }), 1000, 0);
    expect(target.z).toBeCloseTo(1 + (0.3 * (100 - model.energyBudgetJ * 1e-6)) / 1000, 12);
    const before = target.z;
    target.follow(measures({ energyMeanJ: model.energyBudgetJ + 100 }), 1000, 0);
    expect(target.z).toBeLessThan(before);
    for (let n = 0; n < 50; n++) target.follow(measures({ energyMeanJ: 0, makespanZ: -2 }), 1000, 1);
    expect(target.z).toBeCloseTo(-2 + 0.01 * 1.2, 9);
  });

  it('MO-EC: gives up on the deadline where the budget is too small for any', () => {
    const target = new Target(model, 'mo-ec', 1);
    expect(target.hopeless).toBe(false);
    for (let n = 0; n < 40; n++) target.follow(measures({ energyMeanJ: 2 * model.energyBudgetJ }), 0, 0);
    expect(target.hopeless).toBe(true);
  });

  it('EO-MC: asks more while the worst core misses the limit, and no more than the limit once it does not', () => {
    const target = new Target(model, 'eo-mc', 7);
    expect(target.z).toBe(model.makespanZ);
    target.follow(measures({ makespanZ: model.makespanZ - 0.1, energyZ: 3 }), 1000, 0);
    expect(target.z).toBeCloseTo(model.makespanZ + 0.3 * (0.1 + 1e-5), 9);
    expect(target.energyZ).toBe(3);
    for (let n = 0; n < 200; n++) target.follow(measures({ makespanZ: model.makespanZ + 1 }), 1000, 0);
    expect(target.z).toBeCloseTo(model.makespanZ, 6);
    expect(target.z).toBeGreaterThanOrEqual(model.makespanZ);
  });
});
