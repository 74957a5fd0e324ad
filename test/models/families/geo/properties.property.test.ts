import { describe, expect, it } from 'vitest';
import type { GeoAllocation } from '../../../../models/families/geo/allocation.js';
import { cellCostUsd, energyCostUsd, meterPowerW, transitionUsd } from '../../../../models/families/geo/cell-cost.js';
import { hottestSetPointC } from '../../../../models/families/geo/cooling.js';
import { evaluateAllocation } from '../../../../models/families/geo/evaluate.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import { geoModel } from '../../../../models/families/geo/model.js';
import { randomStream, type Uniform } from '../../../../src/random/stream.js';
import { randomGeoInstance } from '../../../support/geo.js';
import { type GeoCase, geoCase, randomAllocation } from './geo-case.js';
import { fuzzCount } from '../../../support/fuzz.js';

function expectClose(value: number, known: number, scale = Math.abs(known)): void {
  expect(Math.abs(value - known)).toBeLessThanOrEqual(1e-9 * scale + 1e-15);
}

/** Power by node type between all asleep and full, W. */
function randomPower({ model }: GeoCase, centre: number, draw: Uniform): Float64Array {
  const { nodeCount } = model.centres[centre]!;
  return Float64Array.from(
    model.nodeTypes,
    ({ sleepW, staticW, peakDynamicW }, j) => nodeCount[j]! * draw(sleepW, staticW + peakDynamicW),
  );
}

describe('what must hold of any geo plan', () => {
  it('energies of centres and epochs add up to the bill', () => {
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const { model } = geoCase(randomGeoInstance(seed, { carbon: 'price' }));
      const found = evaluateAllocation(model, randomAllocation(model, randomStream(seed, 'plan').uniform));
      let usd = found.demandUsd;
      let scale = usd;
      for (const [t, row] of found.cells.entries()) {
        for (const [d, cell] of row.entries()) {
          const { nodeKwh, cracKwh, overheadKwh, transitionKwh, renewableKwh, gridKwh, surplusKwh } = cell;
          const drawn = nodeKwh + cracKwh + overheadKwh + transitionKwh;
          expectClose(gridKwh, drawn - (renewableKwh - surplusKwh), drawn + renewableKwh);
          const centre = model.centres[d]!;
          usd += gridKwh * (centre.usdPerKwh[t]! + (model.carbonUsdPerKg * centre.gramsPerKwh[t]!) / 1000);
          usd -= surplusKwh * centre.surplusUsdPerKwh[t]!;
          scale += drawn + renewableKwh;
        }
      }
      expectClose(found.costUsd, usd, scale);
    }
  });

  it('an epoch cut in two, each half run like the whole, costs the same', () => {
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const instance = randomGeoInstance(seed, { carbon: 'price', epochs: 3 });
      const { model } = geoCase(instance);
      const plan = randomAllocation(model, randomStream(seed, 'plan').uniform);
      const halved = geoCase(withHalfEpochs(instance)).model;
      const centres = model.centres.length;
      const cells = Array.from({ length: 6 * centres }, (_, n) => {
        const epoch = Math.floor(n / centres / 2);
        return plan.cells[epoch * centres + (n % centres)]!;
      });
      const whole = evaluateAllocation(model, plan);
      const halves = evaluateAllocation(halved, { loads: plan.loads, cells });
      const scale = whole.cells.flat().reduce((sum, { energyUsd }) => sum + Math.abs(energyUsd), 0);
      for (const key of ['costUsd', 'energyUsd', 'transitionUsd', 'carbonKg', 'costByCupUsd'] as const) {
        expectClose(halves[key], whole[key], scale + Math.abs(whole[key]));
      }
    }
  });

  it('the order of the data centres means nothing', () => {
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const instance = randomGeoInstance(seed, { centres: 3 });
      const { model } = geoCase(instance);
      const plan = randomAllocation(model, randomStream(seed, 'plan').uniform);
      const order = [2, 0, 1];
      const turned = geoCase({ ...instance, dataCentres: order.map((d) => instance.dataCentres[d]!) }).model;
      const cells: GeoAllocation['cells'] = plan.cells.map((_, n) => plan.cells[n - (n % 3) + order[n % 3]!]!);
      const found = evaluateAllocation(model, plan);
      const other = evaluateAllocation(turned, { loads: plan.loads, cells });
      expectClose(other.costUsd, found.costUsd, 1 + Math.abs(found.costUsd));
      expect(other.violations.map(({ where }) => where).sort()).toEqual(
        found.violations.map(({ where }) => where).sort(),
      );
    }
  });

  it('more power is never cheaper at prices that are not negative, and an energy in between costs at most what its ends mix to', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const one = geoCase(randomGeoInstance(seed));
      const draw = randomStream(seed, 'power').uniform;
      for (const [d, centre] of one.model.centres.entries()) {
        const less = randomPower(one, d, draw);
        const more = less.map((powerW) => powerW * draw(1, 1.3));
        if (hottestSetPointC(centre.thermal, more) < 0) continue;
        expect(meterPowerW(centre, more)).toBeGreaterThanOrEqual(meterPowerW(centre, less));
        for (let t = 0; t < one.model.epochCount; t++) {
          const costs = [less, more].map((powerW) => cellCostUsd(one.model, centre, t, powerW));
          expect(costs[1]).toBeGreaterThanOrEqual(costs[0]!);
          const [low, high, share] = [draw(0, 2), draw(0, 2), draw()].map(
            (value) => value * (1 + centre.renewableKwh[t]!),
          );
          const part = share! / (1 + centre.renewableKwh[t]!);
          const at = (kwh: number): number => energyCostUsd(one.model, centre, t, kwh);
          const mixed = (1 - part) * at(low!) + part * at(high!);
          expect(at((1 - part) * low! + part * high!)).toBeLessThanOrEqual(mixed + 1e-12 * (1 + Math.abs(mixed)));
        }
      }
    }
  });

  it('the pieces methods add up are the evaluation: cells at their hottest set-points and transitions', () => {
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const { model } = geoCase(randomGeoInstance(seed, { carbon: 'price', hot: false }));
      const draw = randomStream(seed, 'plan').uniform;
      const drawn = randomAllocation(model, draw);
      const state = (n: number) => evaluateAllocation(model, drawn).cells.flat()[n]!;
      const powers = drawn.cells.map(({ load, nodes }, n) => {
        const centre = model.centres[n % model.centres.length]!;
        const powerW = model.nodeTypes.map(({ sleepW }, j) => (centre.nodeCount[j]! - state(n).awake[j]!) * sleepW);
        for (const [k, index] of load.entries()) {
          powerW[drawn.loads[index]!.type]! += nodes[k]! * drawn.loads[index]!.powerW;
        }
        return powerW;
      });
      const cells = drawn.cells.map((cell, n) => ({
        ...cell,
        setPointC: hottestSetPointC(model.centres[n % model.centres.length]!.thermal, powers[n]!),
      }));
      const found = evaluateAllocation(model, { loads: drawn.loads, cells });
      let usd = 0;
      for (const [n, powerW] of powers.entries()) {
        const t = Math.floor(n / model.centres.length);
        const centre = model.centres[n % model.centres.length]!;
        usd += cellCostUsd(model, centre, t, powerW);
        const { starts, stops, hottestInletC } = found.cells.flat()[n]!;
        for (const [j, count] of starts.entries()) usd += (count + stops[j]!) * transitionUsd(model, centre, t, j);
        expect(hottestInletC).toBeLessThanOrEqual(centre.thermal.redLineC + 1e-9);
      }
      expectClose(found.costUsd, usd, 1e-3 + Math.abs(usd));
    }
  });
});

/** The same day in epochs of half the length; sources by epoch twice. */
function withHalfEpochs(instance: GeoInstance): GeoInstance {
  const twice = (values: readonly number[]): number[] => values.flatMap((value) => [value, value]);
  return {
    ...instance,
    horizon: {
      ...instance.horizon,
      epochs: 2 * instance.horizon.epochs,
      epochMinutes: instance.horizon.epochMinutes / 2,
    },
    taskTypes: instance.taskTypes.map((type) => ({
      ...type,
      arrivalRatePerS: twice(type.arrivalRatePerS as number[]),
    })),
    dataCentres: instance.dataCentres.map((centre) => {
      const { price, carbon, renewables } = centre;
      if (price.source !== 'series' || (carbon && carbon.source !== 'series')) throw new Error('series only');
      const { solar, wind } = renewables ?? {};
      const irradiance = solar?.irradiance;
      const speed = wind?.speed;
      return {
        ...centre,
        price: { ...price, usdPerKwh: twice(price.usdPerKwh) },
        carbon: carbon && { ...carbon, gramsPerKwh: twice(carbon.gramsPerKwh) },
        renewables: renewables && {
          solar: solar &&
            irradiance?.source === 'series' && {
              ...solar,
              irradiance: { ...irradiance, wPerM2: twice(irradiance.wPerM2) },
            },
          wind: wind && speed?.source === 'series' && { ...wind, speed: { ...speed, mPerS: twice(speed.mPerS) } },
        },
      } as GeoInstance['dataCentres'][number];
    }),
  };
}

describe('geoProblem', () => {
  it('compiles each distinct room once', () => {
    const { instance, series, matrixOfRoom } = geoCase(randomGeoInstance(3, { centres: 3 }));
    const dataCentres = instance.dataCentres.map((centre) => ({ ...centre, room: 'room0' }));
    const asked: string[] = [];
    const model = geoModel({ ...instance, dataCentres }, series, (room) => {
      asked.push(room);
      return matrixOfRoom(room);
    });
    expect(asked).toEqual(['room0']);
    expect(model.centres[2]!.thermal).toBe(model.centres[0]!.thermal);
  });
});
