import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cheapestSteps,
  leastSteps,
  leastTurns,
  type Steps,
} from '../../../../../../src/families/reward-rate/runs/explain/search.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('the least number of steps', () => {
  it('is the threshold, whatever is guessed, in a number of tests that grows with its logarithm', () => {
    const steps = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(steps, steps, steps, fc.integer({ min: 1, max: 20_000 }), (a, b, c, guess) => {
        const [least, threshold, most] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
        const tried: number[] = [];
        const holds = (own: number): boolean => {
          tried.push(own);
          return own >= threshold;
        };
        expect(leastSteps(holds, most, least, Math.max(guess, least + 1))).toBe(threshold);
        expect(tried.every((own) => own >= least && own <= most)).toBe(true);
        expect(tried.length).toBeLessThanOrEqual(4 + 1.5 * Math.log2(10_001));
      }),
      { numRuns: fuzzCount(500, 500), seed: 1 },
    );
  });

  it('takes three tests where the guess is right, and one where nothing is needed', () => {
    const count = (threshold: number, guess: number): number => {
      let tests = 0;
      leastSteps((own) => (tests++, own >= threshold), 1e6, 0, guess);
      return tests;
    };
    expect([count(4321, 4321), count(0, 4321)]).toEqual([3, 1]);
  });
});

describe('the least turns', () => {
  /** Steps are worth `gain` each. Knob 0 is needed whatever the others are: at least `first` steps of it. */
  const drawn = fc.record({
    first: fc.integer({ min: 1, max: 6 }),
    gain: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 3 }),
    needed: fc.integer({ min: 1, max: 20 }),
    guess: fc.integer({ min: 1, max: 8 }),
  });

  it('suffice, hold every knob that is needed, and are proven with a step less of any knob', () => {
    let balanced = 0;
    fc.assert(
      fc.property(drawn, ({ first, gain, needed, guess }) => {
        const knobs = [0, ...gain].map(() => ({ most: 8, guess }));
        const isEnough = ([own, ...others]: Steps): boolean =>
          own! >= first && others.reduce((sum, n, k) => sum + n * gain[k]!, 0) >= needed;
        const turns = [...leastTurns(knobs, (steps) => (isEnough(steps) ? 'plan' : 'none'))];
        expect(turns.length > 0).toBe(isEnough(knobs.map(({ most }) => most)));
        for (const { steps, proven } of turns) {
          expect([isEnough(steps), steps[0], proven]).toEqual([true, first, true]);
          for (const k of steps.keys()) {
            if (steps[k]! > 0) expect(isEnough(steps.map((one, j) => (j === k ? one - 1 : one)))).toBe(false);
          }
        }
        // Every other knob that suffices beside the first is a turn with it alone.
        const alone = gain.flatMap((own, k) => (8 * own >= needed ? [k] : []));
        const singles = turns.filter(({ steps }) => steps.filter((n) => n > 0).length === 2);
        for (const k of alone) {
          const expected = Math.ceil(needed / gain[k]!);
          expect(singles.some(({ steps }) => steps[k + 1] === expected)).toBe(true);
        }
        if (alone.length > 1 && turns.some(({ steps }) => steps.filter((n) => n > 0).length === 3)) balanced++;
      }),
      { numRuns: fuzzCount(300, 300), seed: 1 },
    );
    expect(balanced).toBeGreaterThan(20);
  });

  it('share a change between two knobs that suffice alone, each by about the same part of what it needs', () => {
    // Alone 7 steps of the first or 3 of the second: together 3 and 2 (3 / 7 and 2 / 3), with a step less neither does.
    const isEnough = ([a, b]: Steps): boolean => 3 * a! + 7 * b! >= 21;
    const turns = [
      ...leastTurns(
        [
          { most: 9, guess: 1 },
          { most: 9, guess: 1 },
        ],
        (steps) => (isEnough(steps) ? 'plan' : 'none'),
      ),
    ];
    expect(turns.map(({ steps }) => steps)).toEqual([
      [0, 3],
      [7, 0],
      [3, 2],
    ]);
  });

  it('are open where it is not proven that less does not do', () => {
    const turns = [...leastTurns([{ most: 9, guess: 2 }], ([own]) => (own! >= 4 ? 'plan' : 'open'))];
    expect(turns).toEqual([{ steps: [4], proven: false }]);
  });
});

describe('the bound of the cheapest steps', () => {
  it('is the price of the least steps that are not excluded', () => {
    const asked = { most: [9], price: ([own]: Steps) => own!, mostTests: 100 };
    const found = cheapestSteps({ ...asked, suffices: ([own]) => own! >= 4, isExcluded: ([own]) => own! < 2 });
    expect(found).toEqual({ steps: [4], price: 4, bound: 2 });
    expect(cheapestSteps({ ...asked, suffices: () => false, isExcluded: () => false })).toBe(null);
  });
});
