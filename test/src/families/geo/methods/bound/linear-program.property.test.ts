import { describe, expect, it } from 'vitest';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { fullLpUsd, withConstantCop } from './full-lp.js';
import { capped, drawnCase } from '../finish/drawn-case.js';
import { relaxed } from './relaxed.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('where cooling is linear', () => {
  it.each<readonly [string, number, RandomGeoOptions]>([
    ['anything', 5e-4, { cores: 2, pStates: 2, taskTypes: 2 }],
    ['many nodes, in a circle', 5e-4, { nodesPerType: 60, cores: 2, pStates: 2, taskTypes: 3, boundary: 'cyclic' }],
    ['hot rooms', 5e-4, { hot: true, cores: 1, load: 0.6 }],
    ['restricted task types', 5e-4, { restricted: 1, cores: 2, pStates: 1, centres: 3 }],
  ])('the bound is the linear program over all loads: %s', async (name, near, options) => {
    let compared = 0;
    for (let seed = 0; seed < fuzzCount(15, 8); seed++) {
      const model = withConstantCop(randomGeoModel(seed, options).model);
      const lpUsd = fullLpUsd(model);
      if (lpUsd === null) continue;
      const { bound } = await relaxed(model);
      const scale = Math.max(1e-6, Math.abs(lpUsd));
      expect((bound.costUsd - lpUsd) / scale, `${name} ${seed}`).toBeLessThan(1e-7);
      expect((lpUsd - bound.costUsd) / scale, `${name} ${seed}`).toBeLessThan(near);
      compared++;
    }
    expect(compared).toBeGreaterThan(7);
  });

  it.each(['printed', 'curtailed', 'feed-in'] as const)(
    'the bound is the linear program where prices fall below 0, sun and wind may stand still and carbon costs or is capped: %s',
    async (rule) => {
      let compared = 0;
      for (let seed = 0; seed < fuzzCount(24, 24); seed++) {
        const carbon = (['none', 'price', 'cap'] as const)[seed % 3]!;
        const one = drawnCase(seed, rule, carbon);
        const { model } = carbon === 'cap' ? capped(one, 0.02 * (1 + (seed % 4))) : one;
        const lpUsd = fullLpUsd(model);
        if (lpUsd === null) continue;
        const { bound } = await relaxed(model);
        const scale = Math.max(1e-3, Math.abs(lpUsd));
        expect((bound.costUsd - lpUsd) / scale, `${rule} ${seed}`).toBeLessThan(1e-6);
        expect((lpUsd - bound.costUsd) / scale, `${rule} ${seed}`).toBeLessThan(5e-3);
        compared++;
      }
      expect(compared).toBeGreaterThan(12);
    },
  );
});
