import { expect, it } from 'vitest';
import { branchingPricingOracle } from '../../../../../../src/pricing/branching-pricing.js';
import { priceEnvelope } from '../../../../../../src/pricing/pricing.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomGeoProblem } from '../../../../../support/geo.js';

it('less exact pricing and looser envelopes stay above the best value, by no more than they say', () => {
  const random = randomStream(3, 'coarse pricing');
  let loose = 0;
  for (let seed = 0; seed < 12; seed++) {
    const { problem } = randomGeoProblem(seed, { nodeTypes: 1, cores: 8, taskTypes: 4, pStates: 3, incompatible: 0 });
    const exact = branchingPricingOracle(problem, 0);
    const coarse = branchingPricingOracle(problem, 0, undefined, 0.01);
    const rate = Float64Array.from(problem.taskNames, () => random.uniform(0.2, 1));
    const envelope = priceEnvelope(coarse, rate, 1, 40, 0.02);
    for (let n = 0; n < 25; n++) {
      const price = random.uniform(1, 40);
      const best = exact.best(rate, price).value;
      const { value, upperBound } = coarse.best(rate, price);
      expect(value).toBeLessThanOrEqual(best * (1 + 1e-12));
      expect(upperBound).toBeGreaterThanOrEqual(best * (1 - 1e-12));
      expect(upperBound).toBeLessThanOrEqual(Math.max(value, best) * 1.0100001);
      expect(envelope.upperBound(price)).toBeGreaterThanOrEqual(best * (1 - 1e-12));
      expect(envelope.upperBound(price)).toBeLessThanOrEqual(best * 1.035 + 1e-9);
      if (envelope.upperBound(price) > best * 1.0001) loose++;
    }
    expect(envelope.points.length).toBeLessThanOrEqual(priceEnvelope(exact, rate, 1, 40).points.length);
  }
  expect(loose).toBeGreaterThan(10);
});
