import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { configurationPool } from '../../../../../../src/families/geo/methods/bound/configuration-pool.js';
import { clipPrices, noPrices } from '../../../../../../src/families/geo/methods/bound/prices.js';
import { addFewConfigurations } from '../../../../../../src/families/geo/methods/gld/all-configurations.js';
import { fitEpoch, openCoreSteps, serveByCores } from '../../../../../../src/families/geo/methods/gld/core-steps.js';
import { missingPerS, worthOf } from '../../../../../../src/families/geo/methods/gld/fill.js';
import { planState, type PlanState } from '../../../../../../src/families/geo/methods/gld/plan-state.js';
import { type RandomStream, randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';

const SEEDS = fuzzCount(25);
const NODES: RandomGeoOptions = {
  centres: 2,
  nodeTypes: 2,
  nodesPerType: 6,
  cores: 3,
  pStates: 3,
  taskTypes: 3,
  epochs: 2,
  hot: false,
  incompatible: 0,
};

/** A plan of nodes drawn among all configurations, with prices drawn. */
function drawn(model: GeoModel, random: RandomStream) {
  const context = boundContext(model, 'room');
  const pool = configurationPool(context);
  addFewConfigurations(context, pool);
  const prices = {
    ...noPrices(context),
    rate: model.arrivalRatePerS.map(() => random.uniform(0.01, 1)),
    power: new Float64Array(context.epochs * context.centres * context.types).map(() => random.uniform(1e-4, 3e-4)),
  };
  const state = planState(context, clipPrices(context, prices, 1), 1);
  for (let cell = 0; cell < context.epochs * context.centres; cell++) {
    const { nodeCount } = model.centres[cell % context.centres]!;
    for (let j = 0; j < context.types; j++) {
      const known = pool.of(context.classOf[cell % context.centres]!, j);
      const awake = random.integer(0, nodeCount[j]!);
      for (let n = 0; n < awake; n++) state.add(cell, known[random.integer(0, known.length - 1)]!, 1);
    }
  }
  return { context, pool, prices, state, steps: openCoreSteps(context, pool.copy()) };
}

const awakeIn = (state: PlanState, cells: number): number[] =>
  Array.from({ length: cells * 2 }, (_, n) => state.awake(Math.floor(n / 2), n % 2));

describe('core steps', () => {
  it('neighbours are the configurations one core or one P-state away, by comparing all pairs', () => {
    let compared = 0;
    for (let seed = 0; seed < 4; seed++) {
      const { model } = randomGeoModel(seed, { ...NODES, centres: 1 });
      const { context, pool, steps } = drawn(model, randomStream(seed, 'core steps'));
      for (let j = 0; j < context.types; j++) {
        const { tasks } = context.classes[0]!.nodeTypes[j]!;
        const all = pool.of(0, j);
        const idle = steps.idle(0, j);
        for (const from of [...all.slice(0, 12), idle]) {
          const expected = [...all, idle].filter((to) => {
            const changes = tasks.map((_, k) => to.configuration.counts[k]! - from.configuration.counts[k]!);
            const moved = changes.reduce((sum, change) => sum + Math.abs(change), 0);
            const shifts = tasks.map((_, k) =>
              to.configuration.counts[k]! > 0 && from.configuration.counts[k]! > 0
                ? Math.abs(to.configuration.choices[k]! - from.configuration.choices[k]!)
                : 0,
            );
            const shift = shifts.reduce((sum, one) => sum + one, 0);
            const isMove = moved === 1 || (moved === 2 && changes.includes(1) && changes.includes(-1));
            return (isMove && shift === 0) || (moved === 0 && shift === 1);
          });
          const found = steps.neighbours(0, from);
          expect(new Set(found)).toEqual(new Set(expected));
          expect(found).toHaveLength(expected.length);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('steps that must serve never raise the worth of what is missing, cost no more where nothing was, and wake none', () => {
    let cheaper = 0;
    let served = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const { model } = randomGeoModel(seed, { ...NODES, load: seed % 2 === 0 ? 0.2 : 0.5 });
      const { context, prices, state, steps } = drawn(model, randomStream(seed, 'core steps'));
      const before = evaluateAllocation(model, state.allocation());
      const awake = awakeIn(state, context.epochs * context.centres);
      const missingBefore = Array.from({ length: context.epochs }, (_, t) => missingPerS(context, state, t));
      for (let t = 0; t < context.epochs; t++) {
        const all = fitEpoch(context, state, prices, { steps, t, toServe: true });
        const missing = missingPerS(context, state, t);
        const worth = worthOf(context, prices, t);
        const missedUsd = (rates: Float64Array): number =>
          rates.reduce((sum, rate, i) => sum + worth[i]! * Math.max(0, rate), 0);
        expect(missedUsd(missing)).toBeLessThanOrEqual(missedUsd(missingBefore[t]!) * (1 + 1e-12));
        expect(all).toBe(missing.every((rate) => rate <= 0));
        if (all) served++;
      }
      expect(awakeIn(state, context.epochs * context.centres)).toEqual(awake);
      const after = evaluateAllocation(model, state.allocation());
      const wasServed = missingBefore.every((missing) => missing.every((rate) => rate <= 0));
      expect(wasServed && after.costUsd > before.costUsd + 1e-9).toBe(false);
      if (wasServed && after.costUsd < before.costUsd - 1e-9) cheaper++;
    }
    expect(served).toBeGreaterThan(SEEDS / 4);
    expect(cheaper).toBeGreaterThan(0);
  });

  it('the state says of served rates what the plain evaluation of the plan says', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const { model } = randomGeoModel(seed, NODES);
      const { context, prices, state, steps } = drawn(model, randomStream(seed, 'core steps'));
      for (let t = 0; t < context.epochs; t++) serveByCores(context, state, prices, steps, t);
      const { servedPerS } = evaluateAllocation(model, state.allocation());
      for (const [key, rate] of state.servedPerS.entries()) {
        expect(servedPerS[Math.floor(key / context.tasks)]![key % context.tasks]!).toBeCloseTo(rate, 9);
      }
    }
  });
});
