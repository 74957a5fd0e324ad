import { describe, expect, it } from 'vitest';
import { transitionKwh } from '../../../../../../models/families/geo/cell-cost.js';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { createDistribution } from '../../../../../../src/families/geo/methods/gald/distribution.js';
import { Distributor } from '../../../../../../src/families/geo/methods/gald/distributor.js';
import { judge } from '../../../../../../src/families/geo/methods/gald/epoch-search.js';
import { type EpochState, Turns } from '../../../../../../src/families/geo/methods/gald/epoch-state.js';
import { EpochTerms } from '../../../../../../src/families/geo/methods/gald/epoch-terms.js';
import { randomFounder } from '../../../../../../src/families/geo/methods/gald/founders.js';
import { greedyTables } from '../../../../../../src/families/geo/methods/gald/greedy-tables.js';
import { allocationOf } from '../../../../../../src/families/geo/methods/gald/plan-of-shares.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Random distributions epoch by epoch, each judged with those before it decided: their costs, the states, and the plan. */
function randomDay(seed: number, options: RandomGeoOptions) {
  const { model } = randomGeoModel(seed, options);
  const tables = greedyTables(model, { power: 'node', order: 'relative' });
  const turns = new Turns(model);
  const states: (EpochState | null)[] = Array.from({ length: model.epochCount }, () => null);
  let usd = 0;
  const shares = states.map((_, t) => {
    const distributor = new Distributor(tables, new EpochTerms(model, t, turns, states));
    const founder = createDistribution(model);
    randomFounder(tables)(founder, randomStream(seed, `founder ${t}`));
    usd -= judge(distributor, founder).score.objective;
    states[t] = founder;
    return founder.shares;
  });
  const allocation = allocationOf(
    model,
    shares.map((one) => ({ shares: one, tables })),
  );
  return { model, turns, usd, states: states.map((one) => one!), known: evaluateAllocation(model, allocation) };
}

function scaleOf({ energyUsd, transitionUsd, demandUsd, carbonUsd }: ReturnType<typeof evaluateAllocation>): number {
  return 1e-6 + Math.abs(energyUsd) + transitionUsd + demandUsd + carbonUsd;
}

describe('terms of the bill, epoch by epoch', () => {
  it('add up to the whole bill: energy, transitions to all neighbours, carbon', () => {
    let turned = 0;
    for (let seed = 1; seed <= fuzzCount(40, 20); seed++) {
      const carbon = seed % 3 === 0 ? 'price' : 'none';
      const { turns, usd, states, known } = randomDay(seed, {
        load: 0.25,
        nodesPerType: 6,
        epochs: 1 + (seed % 4),
        carbon,
        hot: false,
      });
      expect(Math.abs(turns.billUsd(states) - known.costUsd)).toBeLessThanOrEqual(1e-9 * scaleOf(known));
      expect(Math.abs(usd - known.costUsd)).toBeLessThanOrEqual(1e-9 * scaleOf(known));
      if (known.transitionUsd > 0) turned++;
    }
    expect(turned).toBeGreaterThan(9);
  });

  it('with demand charges: the whole bill is exact, the terms know the energy of an epoch and transitions charged to it so far', () => {
    let charged = 0;
    for (let seed = 1; seed <= fuzzCount(30, 30); seed++) {
      const { turns, usd, states, known } = randomDay(seed, {
        load: 0.25,
        nodesPerType: 6,
        epochs: 4,
        prices: 'tariff',
        hot: false,
      });
      expect(Math.abs(turns.billUsd(states) - known.costUsd)).toBeLessThanOrEqual(1e-9 * scaleOf(known));
      expect(usd).toBeLessThanOrEqual(known.costUsd + 1e-9 * scaleOf(known));
      if (known.demandUsd > 0) charged++;
      if (known.transitionUsd === 0) expect(usd).toBeCloseTo(known.costUsd, 9);
    }
    expect(charged).toBeGreaterThan(20);
  });
});

describe('the power cap', () => {
  const { model: drawn } = randomGeoModel(6, { centres: 1, nodeTypes: 1, epochs: 2, boundary: 'cyclic', hot: false });
  const rules = { ...drawn.instance.rules, transitionS: 300 };
  const free: GeoModel = { ...drawn, instance: { ...drawn.instance, rules } };
  const capped = (capKwh: number): GeoModel => ({
    ...free,
    centres: free.centres.map((centre) => ({ ...centre, powerCapW: (capKwh * 3.6e6) / free.epochS })),
  });
  const turnKwh = transitionKwh(free, free.centres[0]!, 0);
  const beside: EpochState = { awake: Int32Array.of(1), energyKwh: Float64Array.of(1) };
  const terms = (capKwh: number): EpochTerms => new EpochTerms(capped(capKwh), 0, new Turns(free), [null, beside]);

  it('counts transitions charged to this epoch, twice where the neighbour comes before and after', () => {
    expect(turnKwh).toBeGreaterThan(0);
    expect(terms(1 + 2.01 * turnKwh).keepsLimits(0, 1, Int32Array.of(0), 0)).toBe(true);
    expect(terms(1 + 1.99 * turnKwh).keepsLimits(0, 1, Int32Array.of(0), 0)).toBe(false);
  });

  it('counts those charged to the neighbour, but not what it breaks by itself', () => {
    expect(terms(1 + 2.01 * turnKwh).keepsLimits(0, 1, Int32Array.of(2), 0)).toBe(true);
    expect(terms(1 + 1.99 * turnKwh).keepsLimits(0, 0.5, Int32Array.of(2), 0)).toBe(false);
    expect(terms(0.7).keepsLimits(0, 0.6, Int32Array.of(1), 0)).toBe(true);
    expect(terms(0.5).keepsLimits(0, 0.6, Int32Array.of(1), 0)).toBe(false);
  });
});
