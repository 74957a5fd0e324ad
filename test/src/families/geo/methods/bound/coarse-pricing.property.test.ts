import { expect, it } from 'vitest';
import { branchingPricingOracle } from '../../../../../../src/pricing/branching-pricing.js';
import { priceEnvelope } from '../../../../../../src/pricing/pricing.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomGeoModel } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

it('less exact pricing, whatever it begins with, and looser envelopes stay above the best value, by no more than they say', () => {
  const random = randomStream(3, 'coarse pricing');
  let loose = 0;
  let kept = 0;
  for (let seed = 0; seed < fuzzCount(12); seed++) {
    const { model } = randomGeoModel(seed, { nodeTypes: 1, cores: 8, taskTypes: 4, pStates: 3, incompatible: 0 });
    const exact = branchingPricingOracle(model, 0);
    const coarse = branchingPricingOracle(model, 0, undefined, 0.01);
    const rate = Float64Array.from(model.taskNames, () => random.uniform(0.2, 1));
    const envelope = priceEnvelope(coarse, rate, 1, 40, 0.02);
    const known = [1, 8, 40].map((price) => exact.best(rate, price).configuration);
    for (let n = 0; n < 25; n++) {
      const price = random.uniform(1, 40);
      const best = exact.best(rate, price).value;
      const { value, upperBound } = coarse.best(rate, price);
      expect(value).toBeLessThanOrEqual(best * (1 + 1e-12));
      expect(upperBound).toBeGreaterThanOrEqual(best * (1 - 1e-12));
      expect(upperBound).toBeLessThanOrEqual(Math.max(value, best) * 1.0100001);
      for (const configuration of known) {
        const start =
          configuration.ratePerS.reduce((sum, perS, i) => sum + rate[i]! * perS, 0) -
          (price * configuration.coreW) / 1000;
        for (const [oracle, loss] of [
          [exact, 1e-11],
          [coarse, 0.0101],
        ] as const) {
          const begun = oracle.best(rate, price, configuration);
          expect(begun.value).toBeGreaterThanOrEqual(start - 1e-12 * best);
          expect(begun.value).toBeLessThanOrEqual(best * (1 + 1e-12));
          expect(begun.value).toBeGreaterThanOrEqual(best * (1 - loss));
          expect(begun.upperBound).toBeGreaterThanOrEqual(best * (1 - 1e-12));
          expect(begun.upperBound).toBeLessThanOrEqual(best * (1 + loss));
          if (begun.configuration === configuration) kept++;
        }
      }
      expect(envelope.upperBound(price)).toBeGreaterThanOrEqual(best * (1 - 1e-12));
      expect(envelope.upperBound(price)).toBeLessThanOrEqual(best * 1.035 + 1e-9);
      if (envelope.upperBound(price) > best * 1.0001) loose++;
    }
    expect(envelope.points.length).toBeLessThanOrEqual(priceEnvelope(exact, rate, 1, 40).points.length);
  }
  expect(loose).toBeGreaterThan(10);
  expect(kept).toBeGreaterThan(100);
});
