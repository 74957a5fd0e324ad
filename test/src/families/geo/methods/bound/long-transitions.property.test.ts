import { describe, expect, it } from 'vitest';
import type { GeoInstance } from '../../../../../../models/families/geo/instance.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { geoCase, randomGeoInstance, type RandomGeoOptions } from '../../../../../support/geo.js';
import { fullLpUsd, withConstantCop } from './full-lp.js';
import { relaxed } from './relaxed.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Epochs of 900 s, every other of which asks for next to nothing: nodes would sleep in it, were starting and stopping not so dear. */
function swinging(instance: GeoInstance, transitionS: number): GeoInstance {
  return {
    ...instance,
    horizon: { ...instance.horizon, epochMinutes: 15 },
    rules: { ...instance.rules, transitionS },
    taskTypes: instance.taskTypes.map((type) => ({
      ...type,
      arrivalRatePerS: Array.from({ length: instance.horizon.epochs }, (_, t) => {
        const most = Math.max(...(type.arrivalRatePerS as readonly number[]));
        return t % 2 === 0 ? most : most * 0.02;
      }),
    })),
  };
}

describe('where starting and stopping take a large part of an epoch', () => {
  it.each<readonly [number, RandomGeoOptions]>([
    [300, { cores: 3, pStates: 1, taskTypes: 2, epochs: 6, load: 0.6 }],
    [800, { cores: 3, pStates: 1, taskTypes: 2, epochs: 6, load: 0.6 }],
    [890, { cores: 2, pStates: 2, taskTypes: 2, epochs: 6, load: 0.6, hot: true }],
    [800, { cores: 2, pStates: 2, taskTypes: 2, epochs: 8, load: 0.7, nodesPerType: 40, boundary: 'cyclic' }],
  ])('the bound is the linear program over all loads: %d s of 900', async (transitionS, options) => {
    let compared = 0;
    for (let seed = 0; seed < fuzzCount(15, 8); seed++) {
      const model = withConstantCop(geoCase(swinging(randomGeoInstance(seed, options), transitionS)).model);
      const lpUsd = fullLpUsd(model);
      if (lpUsd === null) continue;
      const { bound } = await relaxed(model);
      const scale = Math.max(1e-6, Math.abs(lpUsd));
      expect((bound.costUsd - lpUsd) / scale, `${seed}`).toBeLessThan(1e-7);
      expect((lpUsd - bound.costUsd) / scale, `${seed}`).toBeLessThan(5e-4);
      compared++;
    }
    expect(compared).toBeGreaterThan(7);
  });

  it('no plan of whole nodes beats the bound', async () => {
    const options: RandomGeoOptions = { cores: 1, pStates: 1, taskTypes: 1, nodeTypes: 1, centres: 2, epochs: 3 };
    let judged = 0;
    for (let seed = 0; seed < fuzzCount(40, 40); seed++) {
      const { model } = geoCase(swinging(randomGeoInstance(seed, options), seed % 2 === 0 ? 800 : 890));
      const best = geoBruteForce(model);
      if (best === null) continue;
      const { bound } = await relaxed(model);
      expect(bound.costUsd, `${seed}`).toBeLessThanOrEqual(best.costUsd + 1e-9 * Math.abs(best.costUsd));
      judged++;
    }
    expect(judged).toBeGreaterThan(20);
  });
});
