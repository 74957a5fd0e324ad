import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AtValue, bracketOf } from '../../../../../../src/families/reward-rate/runs/explain/bracket.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** A run at a value of a limit whose best plan earns `best(value)`, found but for a share `short`, bounded but for a share `loose`. */
const runOf =
  (best: (value: number) => number, short: number, loose: number, isProven: boolean) =>
  (value: number): AtValue => {
    const slope = best(value + 1e-6) - best(value);
    return {
      value,
      objective: best(value) * (1 - short),
      bound: best(value) * (1 + loose),
      lineBound: best(value) * (1 + loose),
      perUnit: slope / 1e-6,
      provenPerUnit: isProven ? (slope / 1e-6) * (1 + loose) + 1e-3 : null,
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
          const reward = best(0) * times;
          const at = runOf(best, short, loose, isProven);
          const asked: number[] = [];
          const runAt = (steps: number): Promise<AtValue> => {
            asked.push(steps);
            return Promise.resolve(at(steps));
          };
          const wanted = { reward, step: 1, most: 5000, runs: 6 };
          const { noneUpTo, enoughAt, enough } = await bracketOf(wanted, at(0), runAt);
          expect(asked.length).toBeLessThanOrEqual(6);
          expect(asked.every((steps) => Number.isInteger(steps) && steps >= 1 && steps <= 5000)).toBe(true);
          // The least number of steps at which the best plan earns the reward.
          const least = Math.ceil(100 * times * times - 100);
          if (noneUpTo !== null) expect(noneUpTo).toBeLessThan(least + 1e-6 * least + 1);
          if (noneUpTo !== null) expect(best(noneUpTo)).toBeLessThan(reward);
          if (enoughAt === null) return;
          expect([enough!.objective! >= reward, enoughAt >= (noneUpTo ?? -1) + 1]).toEqual([true, true]);
          closed++;
        },
      ),
      { numRuns: fuzzCount(100, 100), seed: 1 },
    );
    expect(closed).toBeGreaterThan(80);
  });

  it('says that no value suffices where the bound does not move, without a run', async () => {
    const flat = { value: 0, objective: 4, bound: 5, lineBound: 5, perUnit: 0.1, provenPerUnit: 0 };
    const runAt = (): Promise<never> => Promise.reject(new Error('a run'));
    expect(await bracketOf({ reward: 6, step: 1, most: 70, runs: 4 }, flat, runAt)).toMatchObject({
      noneUpTo: 70,
      enoughAt: null,
    });
  });

  it('is open below where the bound of the limit as it is does not exclude the reward', async () => {
    const first = { value: 0, objective: 4, bound: 6, lineBound: 6, perUnit: 1, provenPerUnit: 1 };
    const runAt = (steps: number): Promise<AtValue> => Promise.resolve({ ...first, objective: 4 + steps });
    expect(await bracketOf({ reward: 6, step: 1, most: 9, runs: 4 }, first, runAt)).toMatchObject({
      noneUpTo: null,
      enoughAt: 2,
    });
  });
});
