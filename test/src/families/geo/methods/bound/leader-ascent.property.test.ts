import { describe, expect, it } from 'vitest';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { type Relaxation, relax } from '../../../../../../src/families/geo/methods/bound/relaxation.js';
import { representatives } from '../../../../../../src/families/geo/methods/bound/representatives.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { stopAfter } from '../../../../../support/stop-after.js';
import { engine } from './relaxed.js';

const relaxation = (model: GeoModel, fewestRepresentatives: number, control = UNLIMITED): Promise<Relaxation> =>
  relax(boundContext(model, 'room'), { engine, control, fewestRepresentatives, mostHorizonRows: 0 });

/** Centres like each one given: other overheads, prices, sun and wind, by the more the greater `apart`; arrivals for all of them, and starts and stops that cost something. */
function withLikes(model: GeoModel, times: number, apart = 1): GeoModel {
  const centres = model.centres.flatMap((centre) =>
    Array.from({ length: times }, (_, n) => {
      const factor = 1 + apart * 0.05 * Math.sin(1 + 2 * n);
      return {
        ...centre,
        name: `${centre.name} ${n}`,
        powerOverhead: centre.powerOverhead * factor,
        usdPerKwh: centre.usdPerKwh.map((usd, t) => usd * (1 + apart * 0.1 * Math.sin(3 * n + t))),
        surplusUsdPerKwh: centre.surplusUsdPerKwh.map((usd, t) => usd * (1 + apart * 0.1 * Math.sin(3 * n + t))),
        renewableKwh: centre.renewableKwh.map((kwh, t) => kwh * (1 + apart * 0.3 * Math.sin(n + t))),
      };
    }),
  );
  const { instance } = model;
  const rules = { ...instance.rules, transitionS: 300 };
  return {
    ...model,
    instance: { ...instance, rules },
    centres,
    arrivalRatePerS: model.arrivalRatePerS.map((rate) => rate * times),
  };
}

describe('prices found by representatives', () => {
  it('give nearly the bound that all centres find block by block', async () => {
    const many: RandomGeoOptions = {
      nodesPerType: 300,
      centres: 2,
      nodeTypes: 2,
      cores: 2,
      pStates: 2,
      taskTypes: 3,
      epochs: 4,
      restricted: 0,
      hot: false,
      renewables: 0,
    };
    for (let seed = 0; seed < fuzzCount(6) / 2; seed++) {
      const model = withLikes(randomGeoModel(seed, many).model, 6, 0.2);
      expect(representatives(boundContext(model, 'room'), 1), `case ${seed}`).not.toBeNull();
      const all = await relaxation(model, Infinity);
      const found = await relaxation(model, 1);
      const short = (all.bound.costUsd - found.bound.costUsd) / Math.abs(all.bound.costUsd);
      expect(Math.abs(short), `case ${seed}`).toBeLessThan(0.01);
      expect(found.missing.size, `case ${seed}`).toBe(0);
    }
  });

  it('are beaten by no plan of whole nodes, stopped anywhere or not', async () => {
    const tiny = { centres: 1, nodeTypes: 1, nodesPerType: 1, cores: 1, pStates: 2, taskTypes: 2, epochs: 2 };
    let judged = 0;
    for (let seed = 0; seed < fuzzCount(60); seed++) {
      const model = withLikes(randomGeoModel(seed, tiny).model, 3);
      if (representatives(boundContext(model, 'room'), 1) === null) continue;
      const optimum = geoBruteForce(model);
      if (optimum === null) continue;
      for (const control of [UNLIMITED, stopAfter(1 + (seed % 20))]) {
        const { bound } = await relaxation(model, 1, control);
        expect(bound.costUsd, `case ${seed}`).toBeLessThanOrEqual(optimum.costUsd + 1e-9 * Math.abs(optimum.costUsd));
      }
      judged++;
    }
    expect(judged).toBeGreaterThan(fuzzCount(60) / 4);
  });
});

describe('representatives', () => {
  const { model } = randomGeoModel(1, { centres: 2, nodesPerType: 10, epochs: 2, restricted: 0 });
  const likes = boundContext(withLikes(model, 8), 'room');

  it('have all nodes, sun and wind of the blocks they stand for, and cooling of the same kind', () => {
    const few = representatives(likes, 1)!;
    const nodes = (centres: GeoModel['centres']): number =>
      centres.reduce((sum, { nodeCount }) => sum + nodeCount.reduce((a, b) => a + b, 0), 0);
    expect(few.context.centres).toBe(2);
    expect(nodes(few.context.model.centres)).toBe(nodes(likes.model.centres));
    const powerW = Float64Array.from(model.nodeTypes, (_, j) => 100 * (j + 1));
    const one = likes.cooling[0]!.tangent(powerW);
    const eight = few.context.cooling[0]!.tangent(powerW.map((itsW) => 8 * itsW));
    expect(eight.valueW).toBeCloseTo(8 * one.valueW, 9);
    expect(eight.gradient).toEqual(one.gradient);
  });

  it('give their prices to every centre of a block and divide their cells among them', () => {
    const few = representatives(likes, 1)!;
    const cells = Array.from({ length: 4 }, (_, cell) => ({
      used: [],
      powerW: new Float64Array(likes.types).fill(80 * (cell + 1)),
    }));
    const shares = few.cellsOf(cells);
    expect(shares.length).toBe(2 * 16);
    expect(shares[0]!.powerW[0]).toBe(10);
    expect(shares[31]!.powerW[0]).toBe(40);
    const prices = few.pricesOf({
      rate: new Float64Array(2 * likes.tasks).fill(3),
      payingRate: new Float64Array(2 * likes.tasks).fill(3),
      change: Float64Array.from({ length: 4 * likes.types }, (_, n) => n),
      energy: Float64Array.from([5, 6, 7, 8]),
      cap: new Float64Array(4),
      demand: [[], []],
      carbon: 0,
      power: new Float64Array(4 * likes.types),
    });
    expect([...prices.energy].filter((usd) => usd === 7).length).toBe(8);
    expect(prices.energy[31]).toBe(8);
    expect(prices.change[31 * likes.types]).toBe(3 * likes.types);
    expect(prices.rate[0]).toBe(3);
  });

  it('are not used where centres differ or are few, nor with power caps, a carbon cap or a kWh that earns money', () => {
    expect(representatives(boundContext(model, 'room'), 1)).toBeNull();
    expect(representatives(likes)).toBeNull();
    const capKwh = likes.capKwh.map((none, d) => (d === 3 ? 1e3 : none));
    expect(representatives({ ...likes, capKwh }, 1)).toBeNull();
    expect(representatives({ ...likes, model: { ...likes.model, carbonCapKg: 1 } }, 1)).toBeNull();
    expect(representatives({ ...likes, pays: likes.pays.map((_, cell) => Number(cell === 5)) }, 1)).toBeNull();
  });
});
