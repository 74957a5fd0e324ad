import { describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../models/families/reward-rate/model.js';
import { randomStream, type Uniform } from '../../../src/random/stream.js';
import { priceEnvelope, pricingOracle } from '../../../src/pricing/pricing.js';
import { type NodeOption, optionsOfNode } from '../../oracle/brute-force.js';
import { tinyRandom } from '../../oracle/tiny-random.js';
import { fuzzCount } from '../../support/fuzz.js';

interface Case {
  readonly seed: number;
  readonly model: RewardRateModel;
  readonly type: number;
  readonly options: readonly NodeOption[];
  readonly draw: Uniform;
}

/** Node types with up to six P-states, whose listed times and powers may rise and fall. */
const CASES: readonly Case[] = Array.from({ length: fuzzCount(150) }, (_, n) => n + 1).flatMap((seed) => {
  const { instance, matrix } = tinyRandom(seed);
  const draw = randomStream(seed, 'pricing').uniform;
  const nodeTypes = instance.facility.nodeTypes.map((type) => {
    const pStates = 1 + Math.floor(draw(0, 6));
    const list = (most: number): number[] => {
      const values = Array.from({ length: pStates }, () => draw(0.2 * most, most));
      return draw(0, 1) < 0.3 ? values : values.sort((a, b) => b - a);
    };
    return {
      ...type,
      cores: Math.min(type.cores, pStates > 3 ? 2 : 3),
      pStateFrequenciesGHz: Array.from({ length: pStates }, (__, p) => 3 - 0.4 * p),
      tasks: type.tasks.map((task) => ({ ...task, timeS: list(20).reverse(), corePowerW: list(60) })),
    };
  });
  const facility = { ...instance, facility: { ...instance.facility, nodeTypes } };
  const model = rewardRateModel(facility, matrix);
  return nodeTypes.map((type, t) => ({ seed, model, type: t, options: optionsOfNode(facility, type), draw }));
});

function prices({ model, draw }: Case): { readonly mu: Float64Array; readonly power: number } {
  const mu = model.rewardPerTask.map((reward) => (draw(0, 1) < 0.1 ? 0 : draw(0, reward)));
  return { mu, power: draw(0, 1) < 0.1 ? 0 : 10 ** draw(-2, 3) };
}

const worth = (option: NodeOption, mu: Float64Array, power: number): number =>
  option.ratePerS.reduce((sum, rate, i) => sum + mu[i]! * rate, 0) - (power * option.coreW) / 1000;
const near = (scale: number): number => 1e-11 * Math.max(1e-3, Math.abs(scale));

describe('exact pricing of whole-node configurations', () => {
  it('finds the best of all choices of task type and P-state per core', () => {
    for (const instance of CASES) {
      const oracle = pricingOracle(instance.model, instance.type);
      for (let n = 0; n < 6; n++) {
        const { mu, power } = prices(instance);
        const best = Math.max(...instance.options.map((option) => worth(option, mu, power)));
        const { value, configuration } = oracle.best(mu, power);
        expect([instance.seed, Math.abs(value - best) <= near(best)]).toEqual([instance.seed, true]);
        const attained = worth(
          { ...instance.options[0]!, ratePerS: [...configuration.ratePerS], coreW: configuration.coreW },
          mu,
          power,
        );
        expect(Math.abs(attained - value)).toBeLessThanOrEqual(near(value));
      }
    }
  });

  it('finds the best where completing some tasks costs and power is paid for', () => {
    for (const instance of CASES) {
      const oracle = pricingOracle(instance.model, instance.type);
      for (let n = 0; n < 6; n++) {
        const { mu: drawn, power } = prices(instance);
        const mu = drawn.map((price) => (instance.draw(0, 1) < 0.7 ? -price : price));
        const best = Math.max(...instance.options.map((option) => worth(option, mu, -power)));
        const { value } = oracle.best(mu, -power);
        const scale = Math.max(best, ...instance.options.map((option) => Math.abs(worth(option, mu, -power))));
        expect([instance.seed, Math.abs(value - best) <= near(scale)]).toEqual([instance.seed, true]);
      }
    }
  });

  it('misses no P-state where times and powers are listed in no order and company slows much', () => {
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const { instance, matrix } = tinyRandom(seed, { colocation: 'anchored' });
      const draw = randomStream(seed, 'shuffled').uniform;
      const nodeTypes = instance.facility.nodeTypes.map((type) => ({
        ...type,
        cores: 3,
        pStateFrequenciesGHz: [3, 2.8, 2.6, 2.4, 2.2, 2, 1.8, 1.6],
        interference: Object.fromEntries(
          Object.keys(type.interference!).map((name) => [
            name,
            { perNeighbourS: draw(0.2, 2), perAverageIntensityS: draw(-50, 200) },
          ]),
        ),
        tasks: type.tasks.slice(0, 2).map((task) => {
          const timeS = Array.from({ length: 8 }, () => draw(1, 20));
          // Faster costs more: each state is the best at some price.
          return { ...task, timeS, corePowerW: timeS.map((value) => 100 / value ** draw(1.8, 2.2)) };
        }),
      }));
      const workload = { taskTypes: instance.workload.taskTypes.map((task) => ({ ...task, deadlineS: 100 })) };
      const facility = { ...instance, workload, facility: { ...instance.facility, nodeTypes } };
      const model = rewardRateModel(facility, matrix);
      const options = optionsOfNode(facility, nodeTypes[0]!);
      const oracle = pricingOracle(model, 0);
      for (let n = 0; n < 10; n++) {
        const { mu, power } = { mu: model.rewardPerTask, power: 10 ** draw(0.3, 2) };
        const best = Math.max(...options.map((option) => worth(option, mu, power)));
        expect([seed, n, Math.abs(oracle.best(mu, power).value - best) <= near(best)]).toEqual([seed, n, true]);
      }
    }
  });

  it('near-best offers start with the best, fall, stay within the loss, and leave none out that fits', () => {
    for (const instance of CASES.slice(0, 120)) {
      const oracle = pricingOracle(instance.model, instance.type);
      const { mu, power } = prices(instance);
      const best = oracle.best(mu, power);
      const loss = instance.draw(0.01, 1) * Math.max(0.01, best.value);
      const offers = oracle.nearBest(mu, power, loss, 10_000);
      const values = offers.map(({ value }) => value);
      expect(values[0]).toBe(best.value);
      expect(values).toEqual([...values].sort((a, b) => b - a));
      expect(values.at(-1)!).toBeGreaterThanOrEqual(best.value - loss);
      const uniform = instance.options.filter(
        (option) => option.uniform && worth(option, mu, power) > best.value - loss + near(1),
      );
      expect(offers.length).toBeGreaterThanOrEqual(uniform.length);
      expect(oracle.nearBest(mu, power, loss, 3).length).toBeLessThanOrEqual(3);
    }
  });
});

describe('envelope of V over power prices', () => {
  it('is never below V, and its best evaluated configuration attains V between the ends', () => {
    for (const instance of CASES) {
      const { mu } = prices(instance);
      const [low, high] = [prices(instance).power, prices(instance).power].sort((a, b) => a - b);
      const envelope = priceEnvelope(pricingOracle(instance.model, instance.type), mu, low!, high!);
      for (let n = 0; n < 20; n++) {
        const inside = n < 15;
        const price = inside ? low! + (high! - low!) * (n / 14) : instance.draw(0, 2 * high! + 1);
        const V = Math.max(...instance.options.map((option) => worth(option, mu, price)));
        expect(envelope.upperBound(price)).toBeGreaterThanOrEqual(V - near(V));
        if (inside) {
          expect(Math.abs(envelope.bestAt(price).value - V)).toBeLessThanOrEqual(1e-9 * Math.max(1e-3, V));
          expect(Math.abs(envelope.upperBound(price) - V)).toBeLessThanOrEqual(1e-9 * Math.max(1e-3, V));
        }
      }
    }
  });
});
