import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationKey } from '../../../models/facility/configuration.js';
import { configurationFrom } from '../../../models/facility/configuration-from.js';
import { branchingPricingOracle } from '../../../src/pricing/branching-pricing.js';
import { listingPricingOracle } from '../../../src/pricing/listing-pricing.js';
import { priceEnvelope } from '../../../src/pricing/price-envelope.js';
import type { PricedModel, ValuedConfiguration } from '../../../src/pricing/pricing-oracle.js';
import { type PricedCase, pricedCase } from '../../oracle/priced-node-types.js';
import { fuzzCount } from '../../support/fuzz.js';

const RUNS = fuzzCount(400);

/** What a full node would earn if power cost nothing: the size of the terms that rounding acts on. */
function gross({ model, taskPrice, pricePerKW }: PricedCase): number {
  const { cores, tasks } = model.nodeTypes[0]!;
  return tasks.reduce(
    (sum, task, k) =>
      sum +
      cores *
        (Math.abs(taskPrice[k]!) / Math.min(...task.timeS) + (Math.abs(pricePerKW) * Math.max(...task.powerW)) / 1000),
    0,
  );
}

/** The value of a configuration, rebuilt from its counts and P-states alone. */
function valueOf({ model, taskPrice, pricePerKW }: PricedCase, { configuration }: ValuedConfiguration): number {
  const { counts, choices } = configuration;
  const again = configurationFrom(0, model.nodeTypes[0]!, model.taskNames.length, counts, choices)!;
  return again.ratePerS.reduce((sum, rate, i) => sum + taskPrice[i]! * rate, 0) - (pricePerKW * again.coreW) / 1000;
}

describe('pricing by branch and bound', () => {
  it('finds what listing all multisets finds, and its upper bound is above that and within its tolerance', () => {
    fc.assert(
      fc.property(pricedCase(6, 5), (drawn) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const listed = listingPricingOracle(model, 0).best(taskPrice, pricePerKW);
        const found = branchingPricingOracle(model, 0).best(taskPrice, pricePerKW);
        const rounding = 1e-13 * gross(drawn);
        expect(Math.abs(found.value - valueOf(drawn, found))).toBeLessThanOrEqual(rounding);
        expect(found.value).toBeLessThanOrEqual(listed.value + rounding);
        expect(found.value).toBeGreaterThanOrEqual(listed.value * (1 - 1e-9) - rounding);
        expect(found.upperBound).toBeGreaterThanOrEqual(Math.max(found.value, listed.value - rounding));
        expect(found.upperBound).toBeLessThanOrEqual(found.value * (1 + 1e-9) + rounding);
      }),
      { seed: 1, numRuns: 3 * RUNS },
    );
  });

  it('finds it on nodes of more cores, where roundings of the mean intensity differ', () => {
    fc.assert(
      fc.property(pricedCase(20, 3, 2), (drawn) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const listed = listingPricingOracle(model, 0).best(taskPrice, pricePerKW);
        const found = branchingPricingOracle(model, 0).best(taskPrice, pricePerKW);
        const rounding = 1e-13 * gross(drawn);
        expect(found.value).toBeGreaterThanOrEqual(listed.value * (1 - 1e-9) - rounding);
        expect(found.upperBound).toBeGreaterThanOrEqual(listed.value - rounding);
      }),
      { seed: 2, numRuns: RUNS },
    );
  });

  it('offers what sorting all configurations offers: the best first, none twice, none left out', () => {
    fc.assert(
      fc.property(
        pricedCase(4, 4, 3),
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 1, max: 60 }),
        (drawn, share, limit) => {
          const { model, taskPrice, pricePerKW } = drawn;
          const rounding = 1e-13 * gross(drawn);
          const oracle = branchingPricingOracle(model, 0);
          const best = oracle.best(taskPrice, pricePerKW);
          const loss = (share / 2000) * gross(drawn);
          const offers = oracle.nearBest(taskPrice, pricePerKW, loss, limit);
          const sorted = everyConfiguration(drawn).filter((value) => value >= best.value - loss);
          expect(offers[0]!.value).toBeGreaterThanOrEqual(best.value - rounding);
          expect(new Set(offers.map(({ configuration }) => configurationKey(configuration))).size).toBe(offers.length);
          // Values on the very edge of the loss may fall on either side of it.
          const inside = sorted.filter((value) => value > best.value - loss + rounding).length;
          expect(offers.length).toBeLessThanOrEqual(limit);
          expect(offers.length).toBeGreaterThanOrEqual(Math.min(limit, inside));
          for (const [n, offer] of offers.entries()) {
            expect(Math.abs(offer.value - valueOf(drawn, offer))).toBeLessThanOrEqual(rounding);
            expect(Math.abs(offer.value - (sorted[n] ?? best.value - loss))).toBeLessThanOrEqual(
              1e-6 * Math.abs(best.value) + rounding,
            );
          }
        },
      ),
      { seed: 3, numRuns: RUNS },
    );
  });

  it('answers do not depend on what was asked before', () => {
    fc.assert(
      fc.property(pricedCase(6, 5), pricedCase(6, 5), (drawn, other) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const used = branchingPricingOracle(model, 0);
        const prices = taskPrice.map((mu, k) => other.taskPrice[k] ?? mu);
        used.nearBest(prices, other.pricePerKW, 1, 10);
        used.best(prices, other.pricePerKW);
        const fresh = branchingPricingOracle(model, 0);
        expect(used.best(taskPrice, pricePerKW)).toEqual(fresh.best(taskPrice, pricePerKW));
        expect(used.nearBest(taskPrice, pricePerKW, 0.1, 9)).toEqual(fresh.nearBest(taskPrice, pricePerKW, 0.1, 9));
        expect(used.evaluations).toBe(4);
      }),
      { seed: 4, numRuns: Math.ceil(RUNS / 4) },
    );
  });

  it('idles at prices at which nothing earns, and at no price at all', () => {
    fc.assert(
      fc.property(pricedCase(6, 5), ({ model, taskPrice }) => {
        const oracle = branchingPricingOracle(model, 0);
        const nothing = new Float64Array(taskPrice.length);
        for (const price of [0, 5]) {
          const { value, upperBound, configuration } = oracle.best(nothing, price);
          expect([value, upperBound, configuration.coreW]).toEqual([0, 0, 0]);
        }
      }),
      { seed: 5, numRuns: Math.ceil(RUNS / 4) },
    );
  });

  it('chords between its upper bounds are never below V, for prices of either sign', () => {
    fc.assert(
      fc.property(pricedCase(5, 4), (drawn) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const [low, high] = [Math.min(0, pricePerKW), Math.max(1, pricePerKW)];
        const envelope = priceEnvelope(branchingPricingOracle(model, 0), taskPrice, low, high);
        const listing = listingPricingOracle(model, 0);
        for (let n = 0; n <= 10; n++) {
          const price = low + ((high - low) * n) / 10;
          const { value } = listing.best(taskPrice, price);
          expect(envelope.upperBound(price)).toBeGreaterThanOrEqual(value - 1e-13 * gross(drawn));
          expect(envelope.upperBound(price)).toBeLessThanOrEqual(value * (1 + 1e-8) + 1e-12 * gross(drawn));
        }
      }),
      { seed: 6, numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it('refuses the literal model, for which its bounds do not hold', () => {
    const literal = { ...fc.sample(pricedCase(4, 3), { seed: 7, numRuns: 1 })[0]!.model.nodeTypes[0]! };
    const model: PricedModel = { nodeTypes: [{ ...literal, colocation: 'literal' }], taskNames: ['a', 'b', 'c'] };
    expect(() => branchingPricingOracle(model, 0)).toThrow(RangeError);
  });
});

/** Values of all configurations with one P-state per task type, best first. */
function everyConfiguration({ model, taskPrice, pricePerKW }: PricedCase): number[] {
  const nodeType = model.nodeTypes[0]!;
  const { cores, tasks } = nodeType;
  const values: number[] = [];
  const counts = new Uint16Array(tasks.length);
  const choices = new Uint8Array(tasks.length);
  const fill = (k: number, left: number): void => {
    if (k === tasks.length) {
      const configuration = configurationFrom(0, nodeType, tasks.length, counts, choices)!;
      values.push(
        configuration.ratePerS.reduce((sum, rate, i) => sum + taskPrice[i]! * rate, 0) -
          (pricePerKW * configuration.coreW) / 1000,
      );
      return;
    }
    counts[k] = 0;
    fill(k + 1, left);
    for (let count = 1; count <= left; count++) {
      for (let p = 0; p < tasks[k]!.pStates.length; p++) {
        counts[k] = count;
        choices[k] = p;
        fill(k + 1, left - count);
      }
    }
    counts[k] = 0;
    choices[k] = 0;
  };
  fill(0, cores);
  return values.sort((a, b) => b - a);
}
