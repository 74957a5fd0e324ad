import { expect, it } from 'vitest';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { geoBound } from '../../../../../../src/families/geo/methods/bound/bound.js';
import { chargingCarbonAlone, overCarbonCap } from '../../../../../../src/families/geo/methods/bound/infeasibility.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { randomGeoProblem, type RandomGeoOptions } from '../../../../../support/geo.js';
import { stopAfter } from '../../../../../support/stop-after.js';

const OPTIONS: RandomGeoOptions = {
  ...{ centres: 2, nodeTypes: 1, nodesPerType: 30, cores: 1, pStates: 2, taskTypes: 2, epochs: 2 },
  ...{ carbon: 'price', hot: false, restricted: 0 },
};

it('a carbon cap 2 % below what any plan emits is proven unkeepable, one 2 % above never, stopped anywhere or not', async () => {
  const counted = { proven: 0, stopped: 0 };
  for (let seed = 0; seed < 4; seed++) {
    const { problem } = randomGeoProblem(seed, OPTIONS);
    const { costUsd: leastKg } = await geoBound({ problem: chargingCarbonAlone(problem), control: UNLIMITED });
    if (!(leastKg > 0 && leastKg < Infinity)) continue;
    const below = { ...problem, carbonCapKg: 0.98 * leastKg };
    const { infeasibility } = await geoBound({ problem: below, control: UNLIMITED });
    expect([seed, infeasibility?.constraint]).toEqual([seed, 'carbonCap']);
    counted.proven++;
    const above = { ...problem, carbonCapKg: 1.02 * leastKg };
    expect([seed, (await geoBound({ problem: above, control: UNLIMITED })).infeasibility]).toEqual([seed, undefined]);
    const engine = await loadHighs();
    expect([seed, await overCarbonCap(above, engine, UNLIMITED)]).toEqual([seed, null]);
    for (let steps = 1; steps <= 30; steps++) {
      expect([seed, steps, await overCarbonCap(above, engine, stopAfter(steps))]).toEqual([seed, steps, null]);
      const control = stopAfter(steps);
      expect([seed, steps, (await geoBound({ problem: above, control })).infeasibility]).toEqual([
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
