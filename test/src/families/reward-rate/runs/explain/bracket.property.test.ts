import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AtSteps, bracketOf } from '../../../../../../src/families/reward-rate/runs/explain/goal-search.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** A run at a number of steps of a limit whose best plan earns `best(steps)`, found but for a share `short`, bounded but for a share `loose`. */
const runOf =
  (best: (steps: number) => number, short: number, loose: number, isProven: boolean) =>
  (steps: number): AtSteps => {
    const slope = (best(steps + 1e-6) - best(steps)) / 1e-6;
    const proven = slope * (1 + loose) + 1e-3;
    return {
      steps: [steps],
      objective: best(steps) * (1 - short),
      bound: best(steps) * (1 + loose),
      lineBound: best(steps) * (1 + loose),
      perStep: [slope],
      proven: isProven ? [{ below: 0, above: proven }] : null,
    };
  };

describe('a bracket of a limit', () => {
  it('holds the least value that suffices, of concave rewards, whatever plans and bounds miss, and slopes say', async () => {
    let closed = 0;
    const shares = fc.double({ min: 0, max: 0.05, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 1, max: 50, noNaN: true }),
        fc.double({ min: 1.001, max: 4, noNaN: true }),
        ...([shares, shares, fc.boolean()] as const),
        async (scale, times, short, loose, isProven) => {
          const best = (steps: number): number => scale * Math.sqrt(100 + steps);
          const worth = best(0) * times;
          const at = runOf(best, short, loose, isProven);
          const asked: number[] = [];
          const runAt = (steps: number): Promise<AtSteps> => {
            asked.push(steps);
            return Promise.resolve(at(steps));
          };
          const wanted = { worth, most: 5000, runs: 6 };
          const { noneUpTo, enoughAt, objectiveAt } = await bracketOf(wanted, at(0), runAt);
          expect(asked.length).toBeLessThanOrEqual(6);
          expect(asked.every((steps) => Number.isInteger(steps) && steps >= 1 && steps <= 5000)).toBe(true);
          // The least number of steps at which the best plan earns the reward.
          const least = Math.ceil(100 * times * times - 100);
          if (noneUpTo !== null) expect(noneUpTo).toBeLessThan(least + 1e-6 * least + 1);
          if (noneUpTo !== null) expect(best(noneUpTo)).toBeLessThan(worth);
          if (enoughAt === null) return;
          expect([objectiveAt! >= worth, enoughAt >= (noneUpTo ?? -1) + 1]).toEqual([true, true]);
          closed++;
        },
      ),
      { numRuns: fuzzCount(100, 100), seed: 1 },
    );
    expect(closed).toBeGreaterThan(80);
  });

  it('says that no value suffices where the bound does not move, without a run', async () => {
    const proven = [{ below: 0, above: 0 }];
    const flat = { steps: [0], objective: 4, bound: 5, lineBound: 5, perStep: [0.1], proven };
    const runAt = (): Promise<never> => Promise.reject(new Error('a run'));
    expect(await bracketOf({ worth: 6, most: 70, runs: 4 }, flat, runAt)).toMatchObject({
      noneUpTo: 70,
      enoughAt: null,
    });
  });

  it('is open below where the bound of the limit as it is does not exclude the reward', async () => {
    const proven = [{ below: 1, above: 1 }];
    const first = { steps: [0], objective: 4, bound: 6, lineBound: 6, perStep: [1], proven };
    const runAt = (steps: number): Promise<AtSteps> =>
      Promise.resolve({ ...first, steps: [steps], objective: 4 + steps });
    expect(await bracketOf({ worth: 6, most: 9, runs: 4 }, first, runAt)).toMatchObject({
      noneUpTo: null,
      enoughAt: 2,
    });
  });
});
