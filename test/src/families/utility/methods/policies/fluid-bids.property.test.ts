import { describe, expect, it } from 'vitest';
import {
  type Bids,
  bidsOf,
  drawsOf,
  takenBy,
} from '../../../../../../src/families/utility/methods/policies/fluid-bids.js';
import { priceWithin } from '../../../../../../src/families/utility/methods/policies/fluid-program.js';
import { randomStream, type RandomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomSerial } from '../../../../../support/utility/random-serial.js';
import { randomParallel } from '../../../../../support/utility/small-parallel.js';

const CASES = fuzzCount(300, 60);

/** Bids of all tasks of small drawn instances with prices of nodes and energy, some of them 0. */
function* drawn(): Generator<{ seed: number; random: RandomStream; bids: Bids; prices: Float64Array }> {
  for (let seed = 0; seed < CASES; seed++) {
    for (const model of [randomSerial(seed), randomParallel(seed)]) {
      const random = randomStream(seed, 'prices of bids');
      const bids = bidsOf(model, model.tasks.count, 1, 0, model.endS);
      if (bids.first.length === 1) continue;
      const prices = bids.scales.map((scale) => (random.uniform() < 0.2 ? 0 : scale * random.uniform(0, 2)));
      yield { seed, random, bids, prices };
    }
  }
}

/** The bid of each task that is worth most beyond the prices, one after the other; -1 for none. */
function chosen({ first, pool, nodeS, joules, utility }: Bids, prices: Float64Array, perJ: number): number[] {
  return Array.from({ length: first.length - 1 }, (_, k) => {
    const nets = Array.from(utility.slice(first[k], first[k + 1]), (earned, n) => {
      const x = first[k]! + n;
      return earned - perJ * joules[x]! - prices[pool[x]!]! * nodeS[x]!;
    });
    const most = Math.max(...nets);
    return most > 0 ? first[k]! + nets.indexOf(most) : -1;
  });
}

describe('bids of the rest of a day', () => {
  it('draw by their hulls what the bids worth most draw, at any price of energy', () => {
    let drawing = 0;
    for (const { seed, random, bids, prices } of drawn()) {
      const draws = drawsOf(bids, prices);
      const scale = bids.scales.at(-1)!;
      for (const perJ of [0, ...Array.from({ length: 8 }, () => scale * random.uniform(0, 3))]) {
        const plainJ = chosen(bids, prices, perJ).reduce((sum, x) => sum + (x < 0 ? 0 : bids.joules[x]!), 0);
        expect({ seed, perJ, isSame: Math.abs(draws(perJ) - plainJ) <= 1e-9 * plainJ }).toEqual({
          seed,
          perJ,
          isSame: true,
        });
        if (plainJ > 0) drawing++;
      }
    }
    expect(drawing).toBeGreaterThan(CASES);
  });

  it('are worth at prices what no choice of runs within the supply can exceed', () => {
    let choices = 0;
    for (const { seed, random, bids, prices } of drawn()) {
      const taken = new Float64Array(prices.length);
      const worth = takenBy(bids, prices, taken);
      for (let k = 0; k < 10; k++) {
        const used = new Float64Array(prices.length);
        let earned = 0;
        for (let task = 0; task + 1 < bids.first.length; task++) {
          const x = random.integer(bids.first[task]! - 1, bids.first[task + 1]! - 1);
          if (x < bids.first[task]!) continue;
          earned += bids.utility[x]!;
          used[bids.pool[x]!]! += bids.nodeS[x]!;
          used[prices.length - 1]! += bids.joules[x]!;
          choices++;
        }
        // What is used is within the supply of exactly so much.
        const dual = worth + used.reduce((sum, amount, r) => sum + amount * prices[r]!, 0);
        expect({ seed, exceeds: earned > dual * (1 + 1e-12) }).toEqual({ seed, exceeds: false });
      }
    }
    expect(choices).toBeGreaterThan(CASES);
  });

  it('draw no more than is left at the price of energy, which is 0 or the least one to 1/4096 of it or of the guess', () => {
    let priced = 0;
    for (const { seed, random, bids, prices } of drawn()) {
      const draws = drawsOf(bids, prices);
      const heldJ = draws(0) * random.uniform(0.01, 1.1);
      if (heldJ === 0) continue;
      const guess = bids.scales.at(-1)! * random.uniform(0.01, 2);
      const price = priceWithin(draws, heldJ, guess);
      expect({ seed, isWithin: draws(price) <= heldJ }).toEqual({ seed, isWithin: true });
      if (price === 0) continue;
      priced++;
      expect({ seed, isLeast: draws(price - (1.001 * Math.max(guess, price)) / 4096) > heldJ }).toEqual({
        seed,
        isLeast: true,
      });
    }
    expect(priced).toBeGreaterThan(CASES / 2);
  });
});
