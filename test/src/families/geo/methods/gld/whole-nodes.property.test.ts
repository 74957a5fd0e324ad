import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { DataCentre, GeoRules } from '../../../../../../models/families/geo/instance.js';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { finishedAllocation } from '../../../../../../src/families/geo/methods/finish/finished.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { type GeoCase, geoCase, randomGeoModel, type RandomGeoOptions, tinyGeo } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const TINY: RandomGeoOptions = {
  centres: 2,
  nodeTypes: 1,
  nodesPerType: 2,
  cores: 1,
  pStates: 2,
  taskTypes: 2,
  epochs: 2,
};

describe('gld-lp where nodes are few', () => {
  it.each<readonly [string, RandomGeoOptions]>([
    ['two centres', TINY],
    ['cores in company', { ...TINY, centres: 1, cores: 2, pStates: 1, colocation: 'anchored' }],
    ['hardly enough nodes', { ...TINY, epochs: 1, load: 1 }],
  ])('finds a plan where there is one, nearly the cheapest: %s', async (name, options) => {
    let compared = 0;
    for (let seed = 0; seed < fuzzCount(7, 4); seed++) {
      const { model } = randomGeoModel(seed, options);
      const optimum = geoBruteForce(model);
      if (optimum === null) continue;
      const { allocation } = await gldLpMethod({ model, control: UNLIMITED, random: randomStream(1, 'gld') });
      const { costUsd, violations } = evaluateAllocation(model, allocation!);
      expect(violations).toEqual([]);
      expect(costUsd, `${name} ${seed}`).toBeLessThanOrEqual(optimum.costUsd + 1e-3 * Math.abs(optimum.costUsd));
      compared++;
    }
    expect(compared).toBeGreaterThan(3);
  });

  it.each<readonly [number, RandomGeoOptions]>([
    [107, { ...TINY, hot: true, load: 0.5 }],
    [121, { ...TINY, load: 1.2 }],
  ])('serves the last bit of a rate where that takes another node: %i', async (seed, options) => {
    const { model } = randomGeoModel(seed, options);
    const { allocation } = await gldLpMethod({ model, control: UNLIMITED, random: randomStream(1, 'gld') });
    const { costUsd, violations } = evaluateAllocation(model, allocation!);
    expect(violations).toEqual([]);
    // Of plans of whole cores; cores that share their time may save some of it.
    expect(costUsd).toBeLessThanOrEqual(geoBruteForce(model)!.costUsd + 1e-6);
  });

  it.each([
    'arbitrage',
    'carbon',
    'colocation',
    'one-epoch',
    'restricted',
    'surplus-curtailed',
    'surplus-feed-in',
    'surplus-printed',
    'transition',
  ])('tiny-%s: the known optimum', async (name) => {
    const { model, instance } = tinyGeo(name);
    const { allocation } = await gldLpMethod({ model, control: UNLIMITED, random: randomStream(1, 'gld') });
    const { costUsd } = instance.knownOptimum!;
    expect(evaluateAllocation(model, allocation!).costUsd).toBeCloseTo(costUsd, 6);
  });
});

describe('gld-lp where a kWh earns money', () => {
  /** One hour of three nodes: 2 kW each awake, 0.2 asleep, four cores of 1 kW and 10 s a task at 2 GHz; 1.1 x 1.25 at the meter. */
  const hour = (arrivalPerS: number, rules: Partial<GeoRules>, centre: Partial<DataCentre>): GeoCase => {
    const { instance } = tinyGeo('one-epoch');
    const taskTypes = instance.taskTypes.map((type) => ({ ...type, arrivalRatePerS: [arrivalPerS] }));
    const dataCentres = instance.dataCentres.map((own) => ({ ...own, ...centre }));
    return geoCase({ ...instance, taskTypes, dataCentres, rules: { ...instance.rules, ...rules } });
  };
  const price = (usdPerKwh: number): DataCentre['price'] => ({ source: 'series', usdPerKwh: [usdPerKwh] });
  /** 20 kWh of sun, and 500 g of carbon in a kWh. */
  const SUN = {
    carbon: { source: 'series', gramsPerKwh: [500] },
    renewables: { solar: { panelAreaM2: 1000, efficiency: 0.2, irradiance: { source: 'series', wPerM2: [100] } } },
  } as const;
  const CURTAILED = { surplus: { rule: 'curtailed' } } as const;
  /** Energy of three nodes awake at so many tasks/s of 10 kJ, kWh. */
  const awakeKwh = (perS: number): number => 1.375 * (6 + 10 * perS);

  it.each<readonly [string, GeoCase, number, number]>([
    ['nothing arrives', hour(0, CURTAILED, { price: price(-0.05) }), -0.05 * awakeKwh(0), 0],
    ['little arrives', hour(0.02, CURTAILED, { price: price(-0.05) }), -0.05 * awakeKwh(0.02), 0],
    ['more arrives', hour(0.7, CURTAILED, { price: price(-0.05) }), -0.05 * awakeKwh(0.7), 0],
    [
      'carbon makes it dear',
      hour(0.4, { ...CURTAILED, carbonUsdPerTonne: 100 }, { price: price(-0.01), ...SUN }),
      0,
      0,
    ],
    [
      'carbon does not make it dear',
      hour(0.4, { ...CURTAILED, carbonUsdPerTonne: 10 }, { price: price(-0.01), ...SUN }),
      -0.005 * awakeKwh(0.4),
      0.5 * awakeKwh(0.4),
    ],
    ['carbon is capped', hour(0.4, { ...CURTAILED, carbonCapKg: 2 }, { price: price(-0.01), ...SUN }), -0.01 * 4, 2],
    ['carbon is forbidden', hour(0.4, { ...CURTAILED, carbonCapKg: 0 }, { price: price(-0.01), ...SUN }), 0, 0],
    [
      'as printed, sun fed in costs as much: all of it is used that can be',
      hour(0.4, { surplus: { rule: 'printed' } }, { price: price(-0.01), ...SUN }),
      0.01 * (20 - awakeKwh(0.4)),
      0,
    ],
    [
      'what is fed in earns less than a kWh costs with its carbon',
      hour(
        0.4,
        { surplus: { rule: 'feed-in', usdPerKwh: 0.02 }, carbonUsdPerTonne: 100 },
        { price: price(-0.01), ...SUN },
      ),
      // One node with all cores at 2 GHz, the others asleep.
      -0.02 * (20 - 1.375 * (2 + 4 + 0.4)),
      0,
    ],
  ])('the least cost by hand, proven, and no work that never arrives: %s', async (_, one, usd, kg) => {
    const { model, instance, series, matrices } = one;
    const random = randomStream(1, 'gld');
    const { allocation, certificate } = await gldLpMethod({ model, control: UNLIMITED, random });
    const plan = geoPlanOf(model, finishedAllocation(model, allocation!), {
      method: 'gld-lp',
      claimedCostUsd: usd,
      sha256: '0'.repeat(64),
    });
    const { costUsd, carbonKg, violations, servedPerS, arrivalPerS } = checkGeoPlan(
      instance,
      series,
      (room) => matrices.get(room)!,
      plan,
    );
    expect(violations).toEqual([]);
    expect(costUsd).toBeCloseTo(usd, 8);
    expect(carbonKg).toBeCloseTo(kg, 8);
    expect(certificate!.costUsd).toBeLessThanOrEqual(costUsd);
    if (usd < 0 && instance.rules.surplus.rule !== 'feed-in')
      expect(servedPerS[0]![0]).toBeCloseTo(arrivalPerS[0]![0]!, 8);
  });
});
