import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { finishedAllocation } from '../../../../../../src/families/geo/methods/finish/finished.js';
import { proveInfeasible } from '../../../../../../src/families/geo/methods/bound/infeasibility.js';
import { geoBruteForce, wholeCoreLoads } from '../../../../../oracle/geo-brute-force.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomGeoModel, type RandomGeoOptions, tinyGeo } from '../../../../../support/geo.js';
import { engine, relaxed } from './relaxed.js';

/** Small enough to try every plan. */
const TINY: RandomGeoOptions = {
  centres: 2,
  nodeTypes: 1,
  nodesPerType: 2,
  cores: 1,
  pStates: 2,
  taskTypes: 2,
  epochs: 2,
};

const CASES: readonly (readonly [string, number, RandomGeoOptions])[] = [
  ['two centres, two epochs', 150, TINY],
  ['two cores in company', 90, { ...TINY, centres: 1, cores: 2, pStates: 1, colocation: 'anchored' }],
  ['two node types', 80, { ...TINY, centres: 1, nodeTypes: 2, nodesPerType: 1, epochs: 3 }],
  ['three epochs in a circle', 60, { ...TINY, centres: 1, epochs: 3, boundary: 'cyclic' }],
  ['hot rooms', 50, { ...TINY, hot: true, load: 0.5 }],
  ['power caps', 40, { ...TINY, epochs: 1, powerCaps: 1 }],
  ['restricted task types', 40, { ...TINY, restricted: 1 }],
  ['heavy load', 40, { ...TINY, epochs: 1, load: 0.9 }],
];

async function neverBeaten(model: GeoModel, about: string): Promise<'beaten' | 'kept' | 'infeasible'> {
  const optimum = geoBruteForce(model, wholeCoreLoads(model));
  const found = await relaxed(model);
  if (optimum === null) return 'infeasible';
  // Enumeration knows neither colder set-points nor tasks that never arrive; elsewhere finishing changes nothing.
  const plan = evaluateAllocation(model, finishedAllocation(model, optimum.allocation));
  expect(plan.violations, `case ${about}`).toEqual([]);
  if (!model.centres.some((centre) => centre.usdPerKwh.some((price) => price < 0))) {
    expect(plan.costUsd, `case ${about}`).toBeCloseTo(optimum.costUsd, 9);
  }
  expect(found.bound.costUsd, `case ${about}`).toBeLessThanOrEqual(plan.costUsd + 1e-9 * Math.abs(plan.costUsd));
  const byCup = await relaxed(model, 'cup');
  const { costByCupUsd } = plan;
  expect(byCup.bound.costUsd, `case ${about}`).toBeLessThanOrEqual(costByCupUsd + 1e-9 * Math.abs(costByCupUsd));
  const proof = await proveInfeasible(boundContext(model, 'room'), found, { engine, control: UNLIMITED });
  expect(proof, `case ${about}`).toBeNull();
  return 'kept';
}

describe('no plan of whole nodes beats the bound', () => {
  it.each(CASES)('%s', async (name, all, options) => {
    const count = fuzzCount(all);
    let kept = 0;
    for (let seed = 0; seed < count; seed++) {
      const { model } = randomGeoModel(seed, options);
      if ((await neverBeaten(model, `${name} ${seed}`)) === 'kept') kept++;
    }
    expect(kept).toBeGreaterThan(count / 4);
  });

  it('nor at negative prices', async () => {
    const count = fuzzCount(40);
    let kept = 0;
    for (let seed = 0; seed < count; seed++) {
      const { model } = randomGeoModel(seed, TINY);
      const negative = withPrices(model, (price, epoch) => (epoch === 0 ? -price : price));
      if ((await neverBeaten(negative, `negative ${seed}`)) === 'kept') kept++;
    }
    expect(kept).toBeGreaterThan(count / 2);
  });

  it('with demand charges, which for one epoch are a dearer kWh', async () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const { model } = randomGeoModel(seed, { ...TINY, epochs: 1, prices: 'tariff' });
      const hours = model.epochS / 3600;
      const dearer: GeoModel = {
        ...model,
        centres: model.centres.map((centre) => {
          const usdPerKwh = centre.demandPeriods.reduce((sum, { usdPerKw }) => sum + usdPerKw / hours, 0);
          return { ...centre, usdPerKwh: centre.usdPerKwh.map((price) => price + usdPerKwh), demandPeriods: [] };
        }),
      };
      const optimum = geoBruteForce(dearer, wholeCoreLoads(dearer));
      if (optimum === null) continue;
      const { costUsd } = evaluateAllocation(model, optimum.allocation);
      expect(costUsd).toBeCloseTo(optimum.costUsd, 9);
      const { bound } = await relaxed(model);
      expect(bound.costUsd, `demand ${seed}`).toBeLessThanOrEqual(costUsd * (1 + 1e-9));
      // The charge is in the bound, not only allowed for.
      const free = { ...model, centres: model.centres.map((centre) => ({ ...centre, demandPeriods: [] })) };
      expect(bound.costUsd).toBeGreaterThanOrEqual((await relaxed(free)).bound.costUsd);
    }
  });

  it('with a price of carbon, nor under a cap that the cheapest plan just keeps', async () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const { model } = randomGeoModel(seed, { ...TINY, carbon: 'price' });
      if ((await neverBeaten(model, `carbon ${seed}`)) === 'infeasible') continue;
      const optimum = geoBruteForce(model, wholeCoreLoads(model))!;
      const { carbonKg } = evaluateAllocation(model, optimum.allocation);
      const { bound } = await relaxed({ ...model, carbonCapKg: carbonKg });
      expect(bound.costUsd, `cap ${seed}`).toBeLessThanOrEqual(optimum.costUsd + 1e-9 * Math.abs(optimum.costUsd));
    }
  });
});

describe('bundled tiny instances', () => {
  it.each([
    'arbitrage',
    'colocation',
    'one-epoch',
    'restricted',
    'surplus-curtailed',
    'surplus-feed-in',
    'surplus-printed',
    'transition',
  ])('%s: the bound is not above the known optimum', async (name) => {
    const { model, instance } = tinyGeo(name);
    const { costUsd } = instance.knownOptimum!;
    const { bound } = await relaxed(model);
    expect(bound.costUsd).toBeLessThanOrEqual(costUsd + 1e-9 * Math.abs(costUsd));
    expect(bound.byEpochUsd.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(bound.costUsd, 9);
  });
});

function withPrices(model: GeoModel, priceOf: (price: number, epoch: number) => number): GeoModel {
  return {
    ...model,
    centres: model.centres.map((centre) => {
      const usdPerKwh = centre.usdPerKwh.map(priceOf);
      const { rule } = model.instance.rules.surplus;
      // A feed-in price above 0 is refused beside prices below.
      const surplusUsdPerKwh = rule === 'printed' ? usdPerKwh : centre.surplusUsdPerKwh.map(() => 0);
      return { ...centre, usdPerKwh, surplusUsdPerKwh };
    }),
  };
}
