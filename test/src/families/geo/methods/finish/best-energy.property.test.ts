import { describe, expect, it } from 'vitest';
import type { GeoAllocation } from '../../../../../../models/families/geo/allocation.js';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoInstance } from '../../../../../../models/families/geo/instance.js';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { withoutUnarrivedWork } from '../../../../../../src/families/geo/methods/finish/arrived-work.js';
import { withBestEnergy } from '../../../../../../src/families/geo/methods/finish/best-energy.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomAllocation } from '../../../../../models/families/geo/geo-case.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { geoCase, randomGeoInstance, type RandomGeoOptions } from '../../../../../support/geo.js';
import { engine, relaxed } from '../bound/relaxed.js';
import { drawnCase } from './drawn-case.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const OPTIONS: RandomGeoOptions = {
  cores: 1,
  pStates: 1,
  taskTypes: 1,
  nodeTypes: 1,
  centres: 2,
  epochs: 2,
  surplus: { rule: 'curtailed' },
};

/** Every other epoch pays for what is drawn. */
function paying(instance: GeoInstance): GeoInstance {
  return {
    ...instance,
    dataCentres: instance.dataCentres.map((centre) => ({
      ...centre,
      price: { source: 'series', usdPerKwh: instance.horizon.epochs === 2 ? [-0.08, 0.1] : [0.1] },
    })),
  };
}

/** The least cost over a grid of set-points and of sun and wind used, each cell for itself. */
function byGrid(model: GeoModel, allocation: GeoAllocation): number {
  let best = allocation;
  let leastUsd = evaluateAllocation(model, allocation).costUsd;
  for (const cell of allocation.cells.keys()) {
    const centre = model.centres[cell % model.centres.length]!;
    const { setPointMinC, setPointMaxC } = centre.thermal;
    const offeredKwh = centre.renewableKwh[Math.floor(cell / model.centres.length)]!;
    for (let n = 0; n <= 200; n++) {
      const setPointC = setPointMinC + ((setPointMaxC - setPointMinC) * n) / 200;
      for (const renewableKwh of offeredKwh === 0
        ? [0]
        : [undefined, 0, 0.2, 0.5, 0.9].map((of) => of && of * offeredKwh)) {
        const { renewableKwh: _, ...bare } = best.cells[cell]!;
        const changed = { ...bare, setPointC, ...(renewableKwh === undefined ? {} : { renewableKwh }) };
        const cells = best.cells.map((one, c) => (c === cell ? changed : one));
        const tried = evaluateAllocation(model, { ...best, cells });
        if (tried.violations.length > 0 || tried.costUsd >= leastUsd) continue;
        leastUsd = tried.costUsd;
        best = { ...best, cells };
      }
    }
  }
  return leastUsd;
}

describe('set-points, sun and wind where energy earns money', () => {
  it.each<[string, number]>([
    ['without caps', 0],
    ['under power caps', 1],
  ])('cost no more than any on a grid, keep every limit and pass the bound: %s', async (_, powerCaps) => {
    let [changed, stood] = [0, 0];
    for (let seed = 0; seed < fuzzCount(25, 13); seed++) {
      const { instance, series, matrices, model } = geoCase(paying(randomGeoInstance(seed, { ...OPTIONS, powerCaps })));
      const found = geoBruteForce(model);
      if (found === null) continue;
      const arriving = withoutUnarrivedWork(model, found.allocation);
      const before = evaluateAllocation(model, arriving);
      const colder = withBestEnergy(model, arriving);
      const { costUsd, violations, cells } = evaluateAllocation(model, colder);
      expect(violations, `${seed}`).toEqual([]);
      const size = Math.max(1e-6, Math.abs(costUsd));
      expect(costUsd, `${seed}`).toBeLessThanOrEqual(byGrid(model, arriving) + 1e-7 * size);
      if (costUsd < before.costUsd - 1e-6 * size) changed++;
      if (cells[0]!.some(({ surplusKwh, renewableKwh }) => renewableKwh > 0 && surplusKwh === renewableKwh)) stood++;
      const plan = geoPlanOf(model, colder, { method: 'test', claimedCostUsd: costUsd, sha256: '0'.repeat(64) });
      const judged = checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
      expect(judged.violations, `${seed}`).toEqual([]);
      expect(Math.abs(judged.costUsd - costUsd)).toBeLessThan(1e-9 * size);
      const { bound } = await relaxed(model);
      expect(bound.costUsd, `${seed}`).toBeLessThanOrEqual(costUsd + 1e-9 * size);
    }
    expect(Math.min(changed, stood)).toBeGreaterThan(5);
  });

  it('are the best of all for a plan whose nodes are given, by a linear program, under a carbon cap and demand charges', () => {
    const seen = { capped: 0, charged: 0, gained: 0 };
    for (let seed = 0; seed < fuzzCount(240, 240); seed++) {
      const draw = randomStream(seed, 'given nodes').uniform;
      const { model: drawn } = drawnCase(seed, seed % 2 === 0 ? 'curtailed' : 'printed', 'price');
      const random = randomAllocation(drawn, draw);
      const { setPointMinC } = drawn.centres[0]!.thermal;
      const cells = random.cells.map(({ load, nodes }) => ({ setPointC: setPointMinC, load, nodes }));
      const allocation = { ...random, cells };
      const served = evaluateAllocation(drawn, allocation);
      const own = { ...drawn, arrivalRatePerS: Float64Array.from(served.servedPerS.flat()) };
      const before = evaluateAllocation(own, allocation);
      if (before.violations.length > 0) continue;
      const [least, most] = [0, 1].map((share) => emittedKg(own, allocation, share));
      const carbonCapKg = seed % 3 === 0 ? Infinity : least! + draw(0, 1) * (most! - least!) + 1e-9;
      const model = { ...own, carbonCapKg };
      const { costUsd, violations, carbonKg } = evaluateAllocation(model, withBestEnergy(model, allocation));
      expect(violations, `${seed}`).toEqual([]);
      const exactUsd = purchasesLpUsd(model, allocation);
      expect(Math.abs(costUsd - exactUsd), `${seed}: ${costUsd}, ${exactUsd}`).toBeLessThan(
        1e-7 * (1e-2 + Math.abs(exactUsd)),
      );
      if (carbonKg > carbonCapKg * (1 - 1e-9)) seen.capped++;
      if (before.demandUsd > 0) seen.charged++;
      if (costUsd < before.costUsd - 1e-9) seen.gained++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(8);
  });

  it.each(['curtailed', 'feed-in'] as const)(
    'buy nothing, to the last digit, where there is far more sun and nothing may be emitted: %s',
    (rule) => {
      for (let seed = 0; seed < fuzzCount(60); seed++) {
        const drawn = randomGeoInstance(seed, { ...OPTIONS, epochs: 1, renewables: 1, carbon: 'cap' });
        const areaM2 = 10 ** (3 + (seed % 8));
        const dataCentres = drawn.dataCentres.map((centre) => ({
          ...centre,
          renewables: {
            solar: { panelAreaM2: areaM2, efficiency: 0.2, irradiance: { source: 'series' as const, wPerM2: [700] } },
          },
        }));
        const surplus = rule === 'feed-in' ? { rule, usdPerKwh: 0 } : { rule };
        const instance: GeoInstance = { ...drawn, dataCentres, rules: { ...drawn.rules, surplus, carbonCapKg: 0 } };
        const { series, matrices, model } = geoCase(instance);
        const chosen = withBestEnergy(model, randomAllocation(model, randomStream(seed, 'much sun').uniform));
        const { costUsd, violations } = evaluateAllocation(model, chosen);
        const plan = geoPlanOf(model, chosen, { method: 'test', claimedCostUsd: costUsd, sha256: '0'.repeat(64) });
        const judged = checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
        const broken = [...violations, ...judged.violations].map(({ constraint }) => constraint);
        expect([seed, costUsd, judged.costUsd]).toEqual([seed, 0, 0]);
        expect(broken.filter((name) => ['carbonCap', 'renewableEnergy'].includes(name))).toEqual([]);
        // The same said with other rounding is the same to the model and to the checker.
        const cells = chosen.cells.map((cell) => ({ ...cell, renewableKwh: cell.renewableKwh! * (1 - 1e-12) }));
        const rounded = geoPlanOf(
          model,
          { ...chosen, cells },
          { method: 'test', claimedCostUsd: 0, sha256: '0'.repeat(64) },
        );
        const again = checkGeoPlan(instance, series, (room) => matrices.get(room)!, rounded);
        const twice = [...evaluateAllocation(model, { ...chosen, cells }).violations, ...again.violations];
        expect(twice.filter(({ constraint }) => constraint === 'carbonCap')).toEqual([]);
      }
    },
  );

  it('stay the hottest, with all the sun that can be used, where energy costs money', () => {
    const { model } = geoCase(randomGeoInstance(1, { ...OPTIONS, renewables: 1 }));
    const { allocation } = geoBruteForce(model)!;
    const { cells } = evaluateAllocation(model, allocation);
    const stated = allocation.cells.map((cell, n) => {
      const { renewableKwh, surplusKwh } = cells[Math.floor(n / 2)]![n % 2]!;
      return renewableKwh === 0 ? cell : { ...cell, renewableKwh: renewableKwh - surplusKwh };
    });
    expect(withBestEnergy(model, allocation)).toEqual({ ...allocation, cells: stated });
  });
});

/** Emission with sun and wind used as much as can be (share 0) or not at all (share 1), kg. */
function emittedKg(model: GeoModel, allocation: GeoAllocation, share: number): number {
  return evaluateAllocation(model, allocation)
    .cells.flatMap((row, t) =>
      row.map(({ gridKwh, renewableKwh, surplusKwh }, d) => {
        const standing = share * (renewableKwh - surplusKwh);
        return ((gridKwh + standing) * model.centres[d]!.gramsPerKwh[t]!) / 1000;
      }),
    )
    .reduce((sum, kg) => sum + kg, 0);
}

/** The least bill of a plan whose energy is given: what is bought is free between what sun and wind leave and all, where nothing is paid for them. In Wh. */
function purchasesLpUsd(model: GeoModel, allocation: GeoAllocation): number {
  const { cells } = evaluateAllocation(model, allocation);
  const columns: { name: string; cost: number; lower: number; upper: number }[] = [];
  const rows: { name: string; lower: number; upper: number; columnIndices: number[]; coefficients: number[] }[] = [];
  let givenUsd = 0;
  let givenKg = 0;
  const isCurtailed = model.instance.rules.surplus.rule === 'curtailed';
  const grid = cells.map((row, t) =>
    row.map(({ gridKwh, renewableKwh, surplusKwh, transitionKwh }, d) => {
      const { usdPerKwh, gramsPerKwh, surplusUsdPerKwh } = model.centres[d]!;
      const usd = usdPerKwh[t]! + (model.carbonUsdPerKg * gramsPerKwh[t]!) / 1000;
      const usedKwh = gridKwh - transitionKwh + renewableKwh - surplusKwh;
      givenUsd += gridKwh * usd - (isCurtailed ? 0 : Math.max(0, renewableKwh - usedKwh) * surplusUsdPerKwh[t]!);
      givenKg += (gridKwh * gramsPerKwh[t]!) / 1000;
      // More than is bought anyway, Wh.
      const upper = isCurtailed ? 1000 * (renewableKwh - surplusKwh) : 0;
      columns.push({ name: `c${columns.length}`, cost: usd * 1000, lower: 0, upper });
      return { more: columns.length - 1, gridWh: 1000 * gridKwh, gPerWh: gramsPerKwh[t]! / 1000 };
    }),
  );
  const flat = grid.flat();
  const add = (upper: number, entries: readonly (readonly [number, number])[]): void => {
    const [columnIndices, coefficients] = [entries.map(([index]) => index), entries.map(([, value]) => value)];
    rows.push({ name: `r${rows.length}`, lower: -Infinity, upper, columnIndices, coefficients });
  };
  if (model.carbonCapKg < Infinity) {
    add(
      1000 * (model.carbonCapKg - givenKg),
      flat.map(({ more, gPerWh }) => [more, gPerWh]),
    );
  }
  for (const [d, { demandPeriods }] of model.centres.entries()) {
    for (const { usdPerKw, epochs } of demandPeriods) {
      columns.push({ name: `c${columns.length}`, cost: (usdPerKw * 3.6e6) / model.epochS, lower: 0, upper: Infinity });
      const peak = columns.length - 1;
      for (const t of epochs) {
        add(-grid[t]![d]!.gridWh, [
          [grid[t]![d]!.more, 1],
          [peak, -1],
        ]);
      }
    }
  }
  const session = engine.open({ sense: 'minimize', columns, rows });
  const { point } = session.solve();
  session.dispose();
  return givenUsd + point!.objective / 1e6;
}
