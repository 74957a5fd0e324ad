import { expect, it } from 'vitest';
import {
  type AtSteps,
  cheapestCombination,
} from '../../../../../../src/families/reward-rate/runs/explain/goal-search.js';
import type { Steps } from '../../../../../../src/families/reward-rate/runs/explain/search.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';

it('where the LP answers with steps that were tried and whose plan misses by a hair, each lever in use takes one more', async () => {
  // The bound rises by 1 and by 0 for each step from 5, and plans stay 1e-8 below it.
  const runAt = (steps: Steps): AtSteps => ({
    steps,
    objective: 5 + steps[0]! - 1e-8,
    bound: 5 + steps[0]!,
    lineBound: null,
    perStep: [1, 0],
    proven: null,
  });
  const asked: Steps[] = [];
  const { found, priceBound } = await cheapestCombination(
    {
      levers: [
        { price: 2, most: 10 },
        { price: 1, most: 10 },
      ],
      wanted: 10,
      engine: await loadHighs(),
    },
    runAt([0, 0]),
    (steps) => {
      // The LP may say -0.
      asked.push(steps.map((own) => own + 0));
      return Promise.resolve(runAt(steps));
    },
  );
  expect(asked).toEqual([
    [5, 0],
    [6, 0],
  ]);
  expect([found?.price, priceBound]).toEqual([12, null]);
});
