import { expect, it } from 'vitest';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { geoBound } from '../../../../../../src/families/geo/methods/bound/bound.js';
import { chargingCarbonAlone, overCarbonCap } from '../../../../../../src/families/geo/methods/bound/infeasibility.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { stopAfter } from '../../../../../support/stop-after.js';

const OPTIONS: RandomGeoOptions = {
  centres: 2,
  nodeTypes: 1,
  nodesPerType: 30,
  cores: 1,
  pStates: 2,
  taskTypes: 2,
  epochs: 2,
  carbon: 'price',
  hot: false,
  restricted: 0,
};

it('a carbon cap 2 % below what any plan emits is proven unkeepable, one 2 % above never, stopped anywhere or not', async () => {
  const counted = { proven: 0, stopped: 0 };
  for (let seed = 0; seed < 4; seed++) {
    const { model } = randomGeoModel(seed, OPTIONS);
    const { costUsd: leastKg } = await geoBound({ model: chargingCarbonAlone(model), control: UNLIMITED });
    if (!(leastKg > 0 && leastKg < Infinity)) continue;
    const below = { ...model, carbonCapKg: 0.98 * leastKg };
    const { infeasibility } = await geoBound({ model: below, control: UNLIMITED });
    expect([seed, infeasibility?.constraint]).toEqual([seed, 'carbonCap']);
    counted.proven++;
    const above = { ...model, carbonCapKg: 1.02 * leastKg };
    expect([seed, (await geoBound({ model: above, control: UNLIMITED })).infeasibility]).toEqual([seed, undefined]);
    const engine = await loadHighs();
    expect([seed, await overCarbonCap(above, engine, UNLIMITED)]).toEqual([seed, null]);
    for (let steps = 1; steps <= 30; steps++) {
      expect([seed, steps, await overCarbonCap(above, engine, stopAfter(steps))]).toEqual([seed, steps, null]);
      const control = stopAfter(steps);
      expect([seed, steps, (await geoBound({ model: above, control })).infeasibility]).toEqual([
        seed,
        steps,
        undefined,
      ]);
      if (control.incumbents.length < steps) break;
      counted.stopped++;
    }
  }
  expect(counted.proven).toBeGreaterThanOrEqual(3);
  expect(counted.stopped).toBeGreaterThan(10);
});
