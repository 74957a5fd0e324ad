import { describe, expect, it } from 'vitest';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { emissionKg } from '../../../../../../src/families/geo/methods/bound/carbon-search.js';
import { type Relaxation, relax } from '../../../../../../src/families/geo/methods/bound/relaxation.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { engine } from './relaxed.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const relaxation = (model: GeoModel, mostHorizonRows: number): Promise<Relaxation> =>
  relax(boundContext(model, 'room'), { engine, control: UNLIMITED, forPlan: true, mostHorizonRows });

const MANY: RandomGeoOptions = {
  nodesPerType: 300,
  centres: 5,
  nodeTypes: 2,
  cores: 2,
  pStates: 2,
  taskTypes: 3,
  epochs: 4,
  renewables: 0,
  restricted: 0,
  hot: false,
};

describe('prices block by block', () => {
  it.each<readonly [string, RandomGeoOptions]>([
    ['starts and stops', MANY],
    ['demand charges', { ...MANY, prices: 'tariff' }],
  ])('are nearly those of one LP over the horizon: %s', async (name, options) => {
    for (let seed = 0; seed < 3; seed++) {
      const { model } = randomGeoModel(seed, options);
      const one = await relaxation(model, Infinity);
      const blocks = await relaxation(model, 0);
      const scale = Math.abs(one.bound.costUsd);
      const apart = await relaxation(withEpochsApart(model), Infinity);
      const share = (blocks.bound.costUsd - apart.bound.costUsd) / (one.bound.costUsd - apart.bound.costUsd);
      // Of what one LP finds beyond epochs on their own.
      expect(share, `${name} ${seed}`).toBeGreaterThan(0.4);
      expect(Math.abs(blocks.lpUsd! - one.lpUsd!) / scale, `${name} ${seed}`).toBeLessThan(1e-3);
    }
  });

  it('find the price of a carbon cap', async () => {
    let capped = 0;
    for (let seed = 0; seed < 4; seed++) {
      const { model } = randomGeoModel(seed, { ...MANY, carbon: 'price' });
      const free = await relaxation(model, Infinity);
      const kg = emittedKg(model, free);
      const tight = { ...model, carbonCapKg: 0.9 * kg };
      const one = await relaxation(tight, Infinity);
      if (one.missing.size > 0) continue;
      capped++;
      const blocks = await relaxation(tight, 0);
      expect(blocks.prices.carbon, `seed ${seed}`).toBeGreaterThan(0);
      expect(blocks.prices.carbon, `seed ${seed}`).toBeLessThan(4 * one.prices.carbon);
      expect((one.bound.costUsd - blocks.bound.costUsd) / Math.abs(one.bound.costUsd), `seed ${seed}`).toBeLessThan(
        0.1,
      );
      expect(emittedKg(model, blocks)).toBeLessThanOrEqual(0.9 * kg * 1.001);
    }
    expect(capped).toBeGreaterThan(1);
  });

  it('are beaten by no plan of whole nodes', async () => {
    const tiny = { centres: 2, nodeTypes: 1, nodesPerType: 2, cores: 1, pStates: 2, taskTypes: 2, epochs: 2 };
    let judged = 0;
    for (let seed = 0; seed < fuzzCount(25, 13); seed++) {
      const { model } = randomGeoModel(seed, tiny);
      const optimum = geoBruteForce(model);
      if (optimum === null) continue;
      const { bound } = await relaxation(model, 0);
      expect(bound.costUsd, `case ${seed}`).toBeLessThanOrEqual(optimum.costUsd + 1e-9 * Math.abs(optimum.costUsd));
      judged++;
    }
    expect(judged).toBeGreaterThan(12);
  });
});

/** Starts, stops and demand free. */
function withEpochsApart(model: GeoModel): GeoModel {
  const { instance } = model;
  return {
    ...model,
    instance: { ...instance, rules: { ...instance.rules, transitionS: 0 } },
    centres: model.centres.map((centre) => ({ ...centre, demandPeriods: [] })),
  };
}

const emittedKg = (model: GeoModel, { cells, prices }: Relaxation): number =>
  emissionKg(boundContext(model, 'room'), cells, prices.carbon);
