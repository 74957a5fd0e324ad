import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream, type Uniform } from '../../../../src/random/stream.js';
import type { Advice } from '../../../../src/studies/analysis/advice.js';
import { advise } from '../../../../src/studies/analysis/advise.js';
import { analysisOf, type GivenMethod, type GivenStudy } from '../../../support/advice-studies.js';

const BUDGETS = [1, 5, 20];
const NAMES = ['kappa', 'lambda', 'mu'];

/** Study of methods with gaps and times drawn by seed about middles of their own; `spread` 0: about the same. */
function drawn(seed: number, spread: number, cases = 12): GivenStudy {
  const uniform = randomStream(seed, 'study').uniform;
  const methods = NAMES.map((name): GivenMethod => {
    const middles = BUDGETS.map(() => 0.2 + spread * uniform());
    return {
      name,
      gaps: middles.map((middle) =>
        Array.from({ length: cases }, () => (uniform() < 0.03 ? null : middle * (0.5 + uniform()))),
      ),
      timeS: BUDGETS.map((budgetS) => budgetS * (0.1 + 0.9 * uniform())),
    };
  });
  return { methods, budgets: BUDGETS };
}

function permuted<T>(values: readonly T[], uniform: Uniform): T[] {
  return values
    .map((value) => ({ value, place: uniform() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

const adviceOn = (given: GivenStudy): Advice => advise(analysisOf(given))[0]!;

/** Advice without the names of cases, which follow their order. */
const withoutCases = (advice: Advice): unknown => {
  const wouldChange = advice.wouldChange.map((text) => text.replace(/cases?: .*/, 'cases'));
  return { ...advice, wouldChange };
};

describe('a recommendation', () => {
  it('does not depend on the order of methods, budgets and cases', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, spread) => {
        const given = drawn(seed, spread);
        const { uniform } = randomStream(seed, 'order');
        const order = permuted([...Array(12).keys()], uniform);
        const rungs = permuted([0, 1, 2], uniform);
        const methods = permuted(given.methods, uniform).map(({ name, gaps, timeS }) => ({
          name,
          gaps: rungs.map((rung) => order.map((n) => gaps[rung]![n]!)),
          timeS: rungs.map((rung) => timeS[rung]!),
        }));
        const other = adviceOn({ methods, budgets: rungs.map((rung) => BUDGETS[rung]!) });
        expect(withoutCases(other)).toEqual(withoutCases(adviceOn(given)));
      }),
      { numRuns: 30 },
    );
  });

  it('changes by other names of the methods in the names alone', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, spread) => {
        const given = drawn(seed, spread);
        // In another order by name, and of letters that no word has.
        const names = new Map([
          ['kappa', '#3'],
          ['lambda', '#1'],
          ['mu', '#2'],
        ]);
        const renamed = { ...given, methods: given.methods.map((one) => ({ ...one, name: names.get(one.name)! })) };
        const expected = JSON.stringify(adviceOn(given)).replace(/kappa|lambda|\bmu\b/g, (name) => names.get(name)!);
        expect(JSON.stringify(adviceOn(renamed))).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('of methods that differ by chance alone has a winner in at most 5 % of 1,000 studies', () => {
    const STUDIES = 1000;
    let winners = 0;
    for (let seed = 1; seed <= STUDIES; seed += 1) {
      // Every other study: one draw for all budgets, as where a larger budget brings nothing more.
      const given = drawn(seed, 0);
      const methods = given.methods.map((one) =>
        seed % 2 === 0 ? one : { ...one, gaps: BUDGETS.map(() => one.gaps[0]!) },
      );
      const { choices, sentences } = adviceOn({ ...given, methods });
      const hasWinner = choices.some((choice) => choice.methods.length < NAMES.length);
      if (hasWinner || sentences.some((text) => text.includes('never pays'))) winners += 1;
    }
    expect(winners / STUDIES).toBeLessThanOrEqual(0.05);
    // The tests do speak where there is something to say.
    const different = Array.from({ length: 20 }, (_, n) => adviceOn(drawn(n + 1, 5)));
    expect(
      different.filter(({ choices }) => choices.some(({ methods }) => methods.length === 1)).length,
    ).toBeGreaterThan(10);
  });
});
