import { expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import { geoBruteForce, wholeCoreLoads } from '../../../../../oracle/geo-brute-force.js';
import { geoCase, randomGeoInstance } from '../../../../../support/geo.js';
import { relaxed } from './relaxed.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

it('no plan under a cap that transitions count towards beats the bound', async () => {
  let dearer = 0;
  for (let seed = 1; seed <= fuzzCount(20, 20); seed++) {
    const options = { centres: 2, nodeTypes: 1, nodesPerType: 2, cores: 1, pStates: 2, taskTypes: 1, epochs: 2 };
    const drawn = randomGeoInstance(seed, { ...options, boundary: seed % 2 ? 'open' : 'cyclic', hot: false });
    const instance = { ...drawn, rules: { ...drawn.rules, transitionS: 1200 } };
    const { model } = geoCase(instance);
    const free = geoBruteForce(model, wholeCoreLoads(model));
    if (free === null) continue;
    // A little below the greatest power of the cheapest plan.
    const cells = evaluateAllocation(model, free.allocation).cells.flat();
    const busiest = cells.reduce((a, b) => (b.powerW > a.powerW ? b : a));
    const dataCentres = instance.dataCentres.map((centre, d) =>
      d === cells.indexOf(busiest) % 2 ? { ...centre, powerCapW: 0.97 * busiest.powerW } : centre,
    );
    const capped = geoCase({ ...instance, dataCentres }).model;
    const best = geoBruteForce(capped, wholeCoreLoads(capped));
    if (best === null) continue;
    if (best.costUsd > free.costUsd) dearer++;
    const { bound } = await relaxed(capped);
    expect(bound.costUsd, `seed ${seed}`).toBeLessThanOrEqual(best.costUsd + 1e-9 * Math.abs(best.costUsd));
  }
  expect(dearer).toBeGreaterThan(9);
});
