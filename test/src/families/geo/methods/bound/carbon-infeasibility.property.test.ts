import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { geoBound } from '../../../../../../src/families/geo/methods/bound/bound.js';
import { chargingCarbonAlone } from '../../../../../../src/families/geo/methods/bound/infeasibility.js';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import type { GeoCertificate } from '../../../../../../src/families/geo/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';

const TINY: RandomGeoOptions = {
  centres: 2,
  nodeTypes: 1,
  nodesPerType: 2,
  cores: 1,
  pStates: 2,
  taskTypes: 2,
  epochs: 2,
  carbon: 'price',
};

/** The least emission of all plans of whole nodes, kg, by enumeration; null where nothing can be served. */
function leastEmissionKg(model: GeoModel): number | null {
  const nothing = new Float64Array(model.epochCount);
  const centres = model.centres.map((centre) => ({ ...centre, usdPerKwh: nothing, surplusUsdPerKwh: nothing }));
  const best = geoBruteForce({ ...model, centres, carbonUsdPerKg: 1 });
  return best === null ? null : evaluateAllocation(model, best.allocation).carbonKg;
}

const capped = (model: GeoModel, carbonCapKg: number): Promise<GeoCertificate> =>
  geoBound({ model: { ...model, carbonCapKg }, control: UNLIMITED });

describe('a carbon cap', () => {
  it('that a plan keeps is never proven unkeepable, and one far below is', async () => {
    let proven = 0;
    let tried = 0;
    for (let seed = 0; seed < 3; seed++) {
      const { model } = randomGeoModel(seed, TINY);
      const leastKg = leastEmissionKg(model);
      if (leastKg === null || leastKg === 0) continue;
      tried++;
      const kept = await capped(model, leastKg * (1 + 1e-12));
      expect([seed, kept.infeasibility]).toEqual([seed, undefined]);
      const { infeasibility, costUsd } = await capped(model, 0.3 * leastKg);
      if (infeasibility?.constraint !== 'carbonCap') continue;
      proven++;
      expect(costUsd).toBe(-Infinity);
      expect(infeasibility.amount).toBeGreaterThan(0);
      expect(infeasibility.amount, `seed ${seed}`).toBeLessThanOrEqual(0.7 * leastKg * (1 + 1e-8));
    }
    // Two whole nodes emit more than fractions of them: what is left open is the gap between the two.
    expect([tried, proven >= 2]).toEqual([3, true]);
  });

  it('is not blamed where it is the arrivals that are too many, and is found broken by gld-lp', async () => {
    const { model } = randomGeoModel(3, { ...TINY, nodesPerType: 30, hot: false, restricted: 0 });
    const most = model.arrivalRatePerS.map((rate) => rate * 1000);
    const overloaded = await capped({ ...model, arrivalRatePerS: most }, 1e9);
    expect(overloaded.infeasibility).toMatchObject({ constraint: 'unservedRate' });
    const control = UNLIMITED;
    const random = randomStream(1, 'test');
    const clean = await gldLpMethod({ model: chargingCarbonAlone(model), control, random });
    const { carbonKg } = evaluateAllocation(model, clean.allocation!);
    // Fractions of nodes could emit 0.905 of it.
    const carbonCapKg = 0.9 * carbonKg;
    const under = await gldLpMethod({ model: { ...model, carbonCapKg }, control, random });
    expect(under.allocation).toBeNull();
    expect(under.warnings).toEqual([]);
    expect(under.certificate!.infeasibility).toMatchObject({ constraint: 'carbonCap', unit: 'kg' });
    expect(under.certificate!.infeasibility!.message).toContain(`rules.carbonCapKg allows ${carbonCapKg} kg`);
  });
});
