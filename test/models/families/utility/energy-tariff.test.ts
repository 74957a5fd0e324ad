import { describe, expect, it } from 'vitest';
import {
  chargedOverlapS,
  chargedS,
  greatestChargedS,
  leastWeight,
  nextStepS,
  stepAt,
} from '../../../../models/families/utility/energy-tariff.js';
import { randomStream } from '../../../../src/random/stream.js';
import { tariffOfWeights } from '../../../support/utility/with-tariff.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('a tariff by steps', () => {
  it('charges a run by the integral of the price: 2 h at 1 and 1 h at 3 are 5 h at the mean', () => {
    const tariff = tariffOfWeights([1, 3, 0.5], 3600);
    expect(chargedS(tariff, -3600, 7200)).toBe(5 * 3600);
    // Half an hour at 3, an hour at 0.5, and 0.5 for ever after.
    expect(chargedS(tariff, 5400, 5400 + 1800 + 7200)).toBe(1800 * 3 + 7200 * 0.5);
    expect(tariff.usdPerJ).toBeCloseTo(1 / 3.6e6, 15);
  });

  it('charges within a window what it charges for the part inside', () => {
    const tariff = tariffOfWeights([1, 3, 0.5], 3600);
    expect(chargedOverlapS(tariff, 0, 10_800, 3000, 4200)).toBe(600 + 600 * 3);
    expect(chargedOverlapS(tariff, 0, 1000, 2000, 4200)).toBe(0);
    expect(chargedOverlapS(undefined, 0, 1000, 500, 4200)).toBe(500);
  });

  it('says where the next price begins, also from a border', () => {
    const tariff = tariffOfWeights([1, 2, 1], 100, -30);
    expect([stepAt(tariff, -40), stepAt(tariff, 0), stepAt(tariff, 70), stepAt(tariff, 1e9)]).toEqual([0, 0, 1, 2]);
    expect([nextStepS(tariff, 0), nextStepS(tariff, 70), nextStepS(tariff, 69.9)]).toEqual([70, 170, 70]);
  });

  it('the dearest start of all is at least any start that is tried, and is one of them', () => {
    for (let seed = 0; seed < fuzzCount(300); seed++) {
      const { uniform, integer } = randomStream(seed, 'dearest start');
      const tariff = tariffOfWeights(
        Array.from({ length: integer(1, 8) }, () => integer(0, 4) / 2),
        100,
        -integer(0, 99),
      );
      const [fromS, timeS] = [uniform(0, 400), uniform(1, 400)];
      const untilS = fromS + uniform(0, 500);
      const endS = uniform() < 0.5 ? Infinity : fromS + uniform(1, 700);
      const most = greatestChargedS(tariff, timeS, fromS, untilS, endS);
      let tried = 0;
      for (let k = 0; k <= 2000; k++) {
        const startS = fromS + ((untilS - fromS) * k) / 2000;
        const stopS = Math.min(startS + timeS, endS);
        if (stopS > startS) tried = Math.max(tried, chargedS(tariff, startS, stopS));
      }
      expect(most).toBeGreaterThanOrEqual(tried - 1e-9);
      // Weights are 2 at most, starts a quarter of a second apart.
      expect(most).toBeLessThanOrEqual(tried + (2.1 * (untilS - fromS)) / 2000 + 1e-9);
    }
  });

  it('the least weight of a stretch is that of the cheapest step in it', () => {
    const tariff = tariffOfWeights([1, 3, 0.5, 2], 100);
    expect(leastWeight(tariff, 100, 200)).toBe(3);
    expect(leastWeight(tariff, 50, 200)).toBe(1);
    expect(leastWeight(tariff, 150, 201)).toBe(0.5);
    expect(leastWeight(tariff, 150, 1000)).toBe(0.5);
    expect(leastWeight(tariff, 350, 1000)).toBe(2);
  });
});
