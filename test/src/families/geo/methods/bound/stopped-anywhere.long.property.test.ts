import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { geoBound } from '../../../../../../src/families/geo/methods/bound/bound.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { randomGeoModel, type RandomGeoOptions, tinyGeo } from '../../../../../support/geo.js';
import { stopAfter } from '../../../../../support/stop-after.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Some bounds take many steps; the later ones are stopped at every eleventh. */
const EACH = 8;
const THEN = 11;

/** Stopped after every number of steps it takes: never a proof that there is no plan, never above the plan. Returns how often it was stopped. */
async function neverRefutes(model: GeoModel, planUsd: number, name: string): Promise<number> {
  for (let steps = 1, stops = 0; ; steps += steps < EACH ? 1 : THEN) {
    const control = stopAfter(steps);
    const { costUsd, infeasibility } = await geoBound({ model, control });
    expect([name, steps, infeasibility?.message]).toEqual([name, steps, undefined]);
    expect(costUsd, `${name}, ${steps} steps`).toBeLessThanOrEqual(planUsd + 1e-9 * Math.abs(planUsd) + 1e-12);
    if (control.incumbents.length < steps) return stops;
    stops++;
  }
}

describe('a bound of a feasible instance, stopped after any number of steps, is not above a plan and proves no infeasibility', () => {
  it.each(['arbitrage', 'carbon', 'colocation', 'one-epoch', 'restricted', 'surplus-feed-in', 'transition'])(
    'tiny-%s',
    async (name) => {
      const { instance, model } = tinyGeo(name);
      expect(await neverRefutes(model, instance.knownOptimum!.costUsd, name)).toBeGreaterThan(0);
    },
  );

  const options: RandomGeoOptions = { centres: 2, nodeTypes: 1, nodesPerType: 2, cores: 1, pStates: 2, taskTypes: 1 };

  it('random ones, and with caps that their cheapest plan just keeps', async () => {
    const counted = { free: 0, carbon: 0, power: 0 };
    for (let seed = 1; seed <= fuzzCount(10, 2); seed++) {
      const { model } = randomGeoModel(seed, { ...options, epochs: 2, load: 0.9 });
      const best = geoBruteForce(model);
      if (best === null) continue;
      const { cells, carbonKg } = evaluateAllocation(model, best.allocation);
      counted.free += await neverRefutes(model, best.costUsd, `${seed}`);
      const carbonCapKg = carbonKg * (1 + 1e-9);
      counted.carbon += await neverRefutes({ ...model, carbonCapKg }, best.costUsd, `${seed}, carbon`);
      const mostW = (d: number): number => Math.max(...cells.map((row) => row[d]!.powerW));
      const centres = model.centres.map((centre, d) => ({ ...centre, powerCapW: mostW(d) * (1 + 1e-9) }));
      counted.power += await neverRefutes({ ...model, centres }, best.costUsd, `${seed}, power`);
    }
    for (const stops of Object.values(counted)) expect(stops).toBeGreaterThan(10);
  });
});
