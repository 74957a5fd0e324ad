import { describe, expect, it } from 'vitest';
import { heldBy } from '../../../../../../src/facility/held-facility.js';
import { influenceMatrixOf } from '../../../../../../src/facility/influence.js';
import { thesisInstance } from '../../../../../../src/families/reward-rate/instances/thesis/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import type { CompiledNodeType, CompiledTask } from '../../../../../../models/facility/compiled.js';
import { branchingPricingOracle } from '../../../../../../src/pricing/branching-pricing.js';
import { listingPricingOracle } from '../../../../../../src/pricing/listing-pricing.js';
import { priceEnvelope } from '../../../../../../src/pricing/price-envelope.js';
import { pricingLimit } from '../../../../../../src/families/reward-rate/methods/pricing-limit.js';
import { MAX_LISTED_MULTISETS, pricingOracle } from '../../../../../../src/pricing/pricing.js';
import type { PricedModel } from '../../../../../../src/pricing/pricing-oracle.js';
import { randomStream } from '../../../../../../src/random/stream.js';

const instance = thesisInstance({
  racks: 30,
  workload: 'all',
  taskTypes: 20,
  airflow: 'balanced',
  coldAisles: 'open',
  powerCapW: 190_000,
  redLineC: 30,
  seed: 1,
});
const influence = influenceMatrixOf(heldBy(instance), '.');
if (!influence.ok) throw new Error('the generated room has no influence matrix');
const room = rewardRateModel(instance, influence.matrix);

function one(nodeType: CompiledNodeType): PricedModel {
  return { nodeTypes: [nodeType], taskNames: nodeType.tasks.map((_, i) => `t${i}`) };
}

describe('20 task types on nodes of 4, 6 and 12 cores', () => {
  it('are priced at all, within the tolerance, and nothing offered is better', () => {
    expect(pricingLimit(room)).toBeNull();
    for (const [t, type] of room.nodeTypes.entries()) {
      expect(type.tasks).toHaveLength(20);
      const draw = randomStream(t, 'prices');
      const oracle = pricingOracle(room, t);
      for (let n = 0; n < 5; n++) {
        const mu = room.rewardPerTask.map((reward) => reward * draw.uniform(0.8, 1));
        const price = draw.uniform(0, 1);
        const best = oracle.best(mu, price);
        expect(best.value).toBeGreaterThan(0);
        expect(best.upperBound).toBeGreaterThanOrEqual(best.value);
        expect(best.upperBound).toBeLessThanOrEqual(best.value * (1 + 1e-11));
        const offers = oracle.nearBest(mu, price, 1, 50);
        expect(offers).toHaveLength(50);
        for (const offer of offers) expect(offer.value).toBeLessThanOrEqual(best.upperBound * (1 + 1e-13));
      }
    }
  });

  it('earn at least what any five of them do, listed', () => {
    const draw = randomStream(9, 'five of twenty');
    for (const [t, type] of room.nodeTypes.entries()) {
      const oracle = branchingPricingOracle(room, t);
      for (let n = 0; n < 3; n++) {
        const five = Array.from({ length: 5 }, () => type.tasks[draw.integer(0, 19)]!);
        const few = { nodeTypes: [{ ...type, tasks: [...new Set(five)] }], taskNames: room.taskNames };
        const mu = room.rewardPerTask.map((reward) => reward * draw.uniform(0.5, 1));
        const listed = listingPricingOracle(few, 0).best(mu, 2);
        expect(oracle.best(mu, 2).upperBound).toBeGreaterThanOrEqual(listed.value * (1 - 1e-13));
        // With all other types worthless the best of five is the best of all.
        const only = mu.map((value, i) => (few.nodeTypes[0]!.tasks.some((task) => task.task === i) ? value : 0));
        expect(oracle.best(only, 2).value).toBeCloseTo(listed.value, 10);
      }
    }
  });

  it('that are all the same cost no more than one: the tie goes to the first', () => {
    const type = room.nodeTypes[2]!;
    const same = Array.from({ length: 20 }, (_, task): CompiledTask => ({ ...type.tasks[2]!, task }));
    const mu = new Float64Array(20).fill(room.rewardPerTask[2]!);
    const alone = listingPricingOracle(one({ ...type, tasks: same.slice(0, 1) }), 0).best(mu, 3);
    const { value, configuration } = branchingPricingOracle(one({ ...type, tasks: same }), 0).best(mu, 3);
    expect(value).toBeCloseTo(alone.value, 12);
    expect(configuration.counts.indexOf(alone.configuration.counts[0]!)).toBe(0);
  });

  it('with two kinds of ten that are all the same still mix like two task types', () => {
    const type = room.nodeTypes[2]!;
    const kinds = Array.from({ length: 20 }, (_, task): CompiledTask => ({
      ...type.tasks[task % 2 === 0 ? 0 : 8]!,
      task,
    }));
    const draw = randomStream(4, 'two kinds');
    for (let n = 0; n < 5; n++) {
      const [first, second] = [
        room.rewardPerTask[0]! * draw.uniform(0.9, 1),
        room.rewardPerTask[8]! * draw.uniform(0.9, 1),
      ];
      const mu = Float64Array.from(kinds, (_, task) => (task % 2 === 0 ? first : second));
      const two = listingPricingOracle(one({ ...type, tasks: kinds.slice(0, 2) }), 0).best(mu, 1);
      expect(branchingPricingOracle(one({ ...type, tasks: kinds }), 0).best(mu, 1).value).toBeCloseTo(two.value, 12);
    }
  });
});

describe('nodes of very many cores', () => {
  it('255 cores of 10 task types get an answer that is proven', () => {
    const type = room.nodeTypes[2]!;
    const tasks = type.tasks
      .slice(0, 10)
      .map((task) => ({
        ...task,
        coefficients: { ...task.coefficients, perNeighbourS: (task.coefficients.perNeighbourS * 11) / 254 },
      }));
    const big = branchingPricingOracle(one({ ...type, cores: 255, tasks }), 0);
    const mu = room.rewardPerTask.slice(0, 10);
    const { value, upperBound, configuration } = big.best(mu, 1);
    expect(upperBound).toBeLessThanOrEqual(value * (1 + 1e-11));
    expect(configuration.counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(255);
    expect(value).toBeGreaterThan(pricingOracle(one({ ...type, tasks }), 0).best(mu, 1).value);
  });

  it('only the literal model keeps a limit', () => {
    const literal = room.nodeTypes.map((type) => ({ ...type, colocation: 'literal' as const }));
    expect(pricingLimit({ ...room, nodeTypes: literal })?.path).toBe('facility.nodeTypes[2]');
    const type = room.nodeTypes[0]!;
    expect(MAX_LISTED_MULTISETS).toBeGreaterThan(1);
    expect(() =>
      pricingOracle(one({ ...type, tasks: type.tasks.slice(0, 5), colocation: 'literal' }), 0),
    ).not.toThrow();
  });

  it('the bound over a range of prices is built from upper bounds, not from the values found', () => {
    const oracle = pricingOracle(room, 0);
    const raised = {
      ...oracle,
      best: (mu: Float64Array, price: number) => {
        const best = oracle.best(mu, price);
        return { ...best, upperBound: best.value + 1 };
      },
    };
    const [plain, above] = [oracle, raised].map((any) => priceEnvelope(any, room.rewardPerTask, 1, 4));
    for (const price of [0.5, 1, 2.2, 4, 7]) {
      expect(above!.upperBound(price) - plain!.upperBound(price)).toBeCloseTo(1, 9);
    }
    expect(above!.bestAt(2.2).value).toBeCloseTo(plain!.bestAt(2.2).value, 12);
  });
});
