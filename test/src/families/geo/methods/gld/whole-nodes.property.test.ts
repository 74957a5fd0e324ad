import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/problems/geo/evaluate.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { geoCase, randomGeoProblem, type RandomGeoOptions, tinyGeo } from '../../../../../support/geo.js';

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
    for (let seed = 0; seed < 7; seed++) {
      const { problem } = randomGeoProblem(seed, options);
      const optimum = geoBruteForce(problem);
      if (optimum === null) continue;
      const { allocation } = await gldLpMethod({ problem, control: UNLIMITED, random: randomStream(1, 'gld') });
      const { costUsd, violations } = evaluateAllocation(problem, allocation!);
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
    const { problem } = randomGeoProblem(seed, options);
    const { allocation } = await gldLpMethod({ problem, control: UNLIMITED, random: randomStream(1, 'gld') });
    const { costUsd, violations } = evaluateAllocation(problem, allocation!);
    expect(violations).toEqual([]);
    // Of plans of whole cores; cores that share their time may save some of it.
    expect(costUsd).toBeLessThanOrEqual(geoBruteForce(problem)!.costUsd + 1e-6);
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
    const { problem, instance } = tinyGeo(name);
    const { allocation } = await gldLpMethod({ problem, control: UNLIMITED, random: randomStream(1, 'gld') });
    const { costUsd } = instance.knownOptimum!;
    expect(evaluateAllocation(problem, allocation!).costUsd).toBeCloseTo(costUsd, 6);
  });
});

describe('gld-lp where a kWh earns money', () => {
  it('draws all the room allows: three nodes of tiny-one-epoch at 2 GHz', async () => {
    const { instance } = tinyGeo('one-epoch');
    const dataCentres = instance.dataCentres.map((centre) => ({
      ...centre,
      price: { source: 'series', usdPerKwh: [-0.1] } as const,
    }));
    const { problem } = geoCase({ ...instance, dataCentres });
    const { allocation } = await gldLpMethod({ problem, control: UNLIMITED, random: randomStream(1, 'gld') });
    const { costUsd, violations } = evaluateAllocation(problem, allocation!);
    expect(violations).toEqual([]);
    // 3 x (2 + 4 x 1) kW, 1.1 x 1.25 at the meter.
    expect(costUsd).toBeCloseTo(-0.1 * 18 * 1.375, 9);
  });
});
