import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { RunControl } from '../../../../../../src/methods/control.js';
import {
  geneticMethod,
  greedySeeds,
  PRINTED_ROBUST_GA,
} from '../../../../../../src/families/robust/methods/genetic/ga.js';
import { PRINTED } from '../../../../../../src/families/robust/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SHAPE = { nodes: 3, cores: 2, tasks: 120, mostPlans: Infinity, zeroVariance: false, incompatible: 0 } as const;
const OPTIONS = { ...PRINTED_ROBUST_GA, populationSize: 30, mutationPerGene: 0.02, stallGenerations: 200 };

describe('where probabilities round to 0 or 1', () => {
  it.each([
    ['a budget far too small', { deadlineFactor: 3, budgetFactor: 0.02 }],
    ['a budget far too large', { deadlineFactor: 60, budgetFactor: 60 }],
  ])('the result is the mapping of the greatest quantile, not the first among equals: %s', async (_, limits) => {
    let apart = 0;
    for (let seed = 1; seed <= fuzzCount(5); seed++) {
      const { model } = randomRobustModel(seed, { ...SHAPE, ...limits });
      const energyZ = (mapping: Parameters<typeof evaluateMapping>[1]): number => {
        const found = evaluateMapping(model, mapping);
        return found.makespanZ >= model.makespanZ ? found.energyZ : -Infinity;
      };
      for (const ties of [false, true]) {
        const told: number[] = [];
        const control: RunControl = {
          step: ({ incumbent }) => {
            told.push(incumbent ?? -Infinity);
            return Promise.resolve(false);
          },
        };
        const input = { model, goal: 'eo-mc', handling: 'dynamic', control, start: null } as const;
        const improvements = { ...PRINTED, ties };
        const { mapping } = await geneticMethod({ ...input, improvements, random: randomStream(1, 'ga') }, OPTIONS);
        const z = energyZ(mapping!);
        const seeds = greedySeeds(model, 'eo-mc', randomStream(1, 'ga')).map(energyZ);
        // The plain evaluation sums in another order.
        const rounding = 1e-9 * Math.abs(z);
        expect(z).toBeGreaterThanOrEqual(Math.max(...seeds) - rounding);
        expect(Math.abs(z - told.at(-1)!)).toBeLessThanOrEqual(rounding);
        expect(told).toEqual([...told].sort((a, b) => a - b));
        if (z < -40 || z > 9) apart++;
      }
    }
    expect(apart).toBeGreaterThan(3);
  });
});
