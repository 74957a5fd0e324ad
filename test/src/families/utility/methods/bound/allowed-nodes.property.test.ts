import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../../models/families/utility/evaluate.js';
import { utilityBound } from '../../../../../../src/families/utility/methods/bound/utility-bound.js';
import { FILTERS, makePolicy, POLICIES } from '../../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../../src/families/utility/methods/simulate.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomParallel, withAllowedNodes } from '../../../../../support/utility/small-parallel.js';

describe('the bound where the nodes allowed change over time', () => {
  it('is above what any policy earns, and often below the bound with all nodes', async () => {
    const count = fuzzCount(20);
    let lower = 0;
    for (let seed = 0; seed < count; seed++) {
      const whole = randomParallel(seed);
      const limited = withAllowedNodes(whole, seed);
      const { bound } = await utilityBound(limited, UNLIMITED);
      const { bound: ofAll } = await utilityBound(whole, UNLIMITED);
      if (bound < ofAll * 0.99) lower++;
      for (const name of ['util', 'upt', 'upr', 'conservative', 'price']) {
        const policy = makePolicy(
          POLICIES.find((one) => one.name === name)!,
          limited,
          { seed: 1 },
        );
        const { schedule } = simulate(limited, policy, FILTERS[0]!.make(limited, 1));
        const { utility } = evaluateSchedule(limited, schedule);
        expect({ seed, name, isBelow: utility <= bound * (1 + 1e-9) + 1e-9 }).toEqual({ seed, name, isBelow: true });
      }
    }
    expect(lower).toBeGreaterThan(count / 10);
  });
});
