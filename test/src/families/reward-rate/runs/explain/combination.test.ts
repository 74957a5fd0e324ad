import { describe, expect, it } from 'vitest';
import {
  type AtSteps,
  cheapestCombination,
} from '../../../../../../src/families/reward-rate/runs/explain/goal-search.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');
/** Number of steps that each lever has at most. */
const MOST = 12;

/** What plans are worth after steps: the least of some planes. */
function drawnWorth(seed: number): {
  readonly prices: readonly number[];
  readonly planes: readonly (readonly number[])[];
} {
  const { uniform } = randomStream(seed, 'combination');
  const levers = 1 + Math.floor(uniform(0, 3));
  const prices = Array.from({ length: levers }, () => (uniform(0, 1) < 0.1 ? 0 : uniform(0.1, 5)));
  const planes = Array.from({ length: 1 + Math.floor(uniform(0, 4)) }, () => [
    uniform(5, 10),
    ...prices.map(() => (uniform(0, 1) < 0.3 ? 0 : uniform(0, 1))),
  ]);
  return { prices, planes };
}

function worthOf(
  planes: readonly (readonly number[])[],
  steps: readonly number[],
): readonly [number, readonly number[]] {
  const values = planes.map(([base, ...slopes]) => slopes.reduce((sum, slope, l) => sum + slope * steps[l]!, base!));
  const least = values.indexOf(Math.min(...values));
  return [values[least]!, planes[least]!.slice(1)];
}

function* allSteps(levers: number): Generator<readonly number[]> {
  if (levers === 0) yield [];
  else for (const rest of allSteps(levers - 1)) for (let n = 0; n <= MOST; n++) yield [...rest, n];
}

describe('cheapest combination', () => {
  it('costs no less than is proven, and no more than the best of all steps by a step of each, with plans a little short of bounds or not', async () => {
    let [found, none] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(100); seed++) {
      const { prices, planes } = drawnWorth(seed);
      const short = seed % 3 === 0 ? 0.05 : 0;
      const wanted =
        worthOf(
          planes,
          prices.map(() => 0),
        )[0] +
        (seed % 7) * 0.4 +
        0.1;
      const priceOf = (steps: readonly number[]): number => steps.reduce((sum, n, l) => sum + n * prices[l]!, 0);
      const at = (steps: readonly number[]): AtSteps => {
        const [bound, perStep] = worthOf(planes, steps);
        const proven = perStep.map((slope) => ({ below: slope, above: slope }));
        return { steps, bound, lineBound: bound, objective: bound - short, perStep, proven };
      };
      const asked = { levers: prices.map((price) => ({ price, most: MOST })), wanted, engine };
      const told = await cheapestCombination(asked, at(prices.map(() => 0)), (steps) => Promise.resolve(at(steps)));
      const enough = [...allSteps(prices.length)].filter((steps) => worthOf(planes, steps)[0] - short >= wanted);
      if (enough.length === 0) {
        expect([seed, told.found]).toEqual([seed, null]);
        none++;
        continue;
      }
      const best = Math.min(...enough.map(priceOf));
      expect([seed, told.priceBound! <= best + 1e-6]).toEqual([seed, true]);
      if (told.found === null) continue;
      found++;
      const { run, price } = told.found;
      expect(run.objective).toBeGreaterThanOrEqual(wanted);
      expect(price).toBeCloseTo(priceOf(run.steps), 9);
      const slack = prices.reduce((sum, price) => sum + price, 0) * (short > 0 ? 3 : 1);
      expect([seed, price <= best + slack + 1e-6]).toEqual([seed, true]);
    }
    expect(found).toBeGreaterThan(none);
    expect(none).toBeGreaterThan(0);
  });

  it('of a lever that is worth more above a run than below is proven on either side', async () => {
    // Worth 1 per step beyond 4, a quarter before: above 4 the run at 4 alone allows no more than 1 a step.
    const worth = (n: number): number => (n <= 4 ? n / 4 : 1 + (n - 4));
    const at = ([n]: readonly number[]): AtSteps => {
      const slopes = { below: 0.25, above: 1 };
      return {
        steps: [n!],
        bound: worth(n!),
        lineBound: worth(n!),
        objective: worth(n!),
        perStep: [0.25],
        proven: [slopes],
      };
    };
    const asked = { levers: [{ price: 1, most: 10 }], wanted: 2.5, engine };
    const told = await cheapestCombination(asked, at([0]), (steps) => Promise.resolve(at(steps)));
    expect([told.found?.run.steps, told.found?.price]).toEqual([[6], 6]);
    expect(told.priceBound).toBeLessThanOrEqual(5.5 + 1e-6);
    expect(told.priceBound).toBeGreaterThan(5.4);
  });

  it('without proven slopes is found, and nothing is proven of its price', async () => {
    const at = ([n]: readonly number[]): AtSteps => {
      return { steps: [n!], bound: n!, lineBound: n!, objective: n!, perStep: [1], proven: null };
    };
    const asked = { levers: [{ price: 2, most: 10 }], wanted: 2.5, engine };
    const told = await cheapestCombination(asked, at([0]), (steps) => Promise.resolve(at(steps)));
    expect([told.found?.run.steps, told.found?.price, told.priceBound]).toEqual([[3], 6, null]);
  });
});
