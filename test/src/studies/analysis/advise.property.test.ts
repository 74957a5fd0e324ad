import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream, type Uniform } from '../../../../src/random/stream.js';
import type { Advice } from '../../../../src/studies/analysis/advice.js';
import { analyse } from '../../../../src/studies/analysis/analyse.js';
import { advise } from '../../../../src/studies/analysis/advise.js';
import { saidRecord } from '../../../support/analysis-records.js';
import { analysisOf, type GivenMethod, type GivenStudy } from '../../../support/advice-studies.js';
import { fuzzCount, triesAll } from '../../../support/fuzz.js';

const BUDGETS = [1, 5, 20];
/** Null studies of an everyday run: each is a whole analysis. */
const DAILY_STUDIES = 40;
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

/** Advice on the records of a study given by its gaps, on the way that a study takes: records, analysis, advice. */
function adviceOnRecords({ methods, budgets }: GivenStudy): Advice {
  const records = methods.flatMap(({ name, gaps, timeS }) =>
    budgets.flatMap((timeLimitS, b) =>
      gaps[b]!.map((gap, n) =>
        saidRecord({
          method: name,
          variant: n + 1,
          bound: 1,
          objective: gap === null ? null : 1 - gap,
          budget: { timeLimitS, workLimit: null },
          timeS: timeS[b]!,
        }),
      ),
    ),
  );
  return advise(analyse(records, { resamples: 1 }))[0]!;
}

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
      { seed: 64, numRuns: fuzzCount(30) },
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
      { seed: 83, numRuns: fuzzCount(30) },
    );
  });

  it('of methods that differ by chance alone has a winner in at most 5 % of studies', () => {
    const studies = fuzzCount(1000, DAILY_STUDIES);
    let winners = 0;
    for (let seed = 1; seed <= studies; seed += 1) {
      // Every other study: one draw for all budgets, as where a larger budget brings nothing more.
      const given = drawn(seed, 0);
      const methods = given.methods.map((one) =>
        seed % 2 === 0 ? one : { ...one, gaps: BUDGETS.map(() => one.gaps[0]!) },
      );
      const { choices, sentences } = adviceOnRecords({ ...given, methods });
      const hasWinner = choices.some((choice) => choice.methods.length < NAMES.length);
      if (hasWinner || sentences.some((text) => text.includes('never pays'))) winners += 1;
    }
    // Of few studies: three standard deviations above; of 1,000 not one above.
    const margin = studies === 1000 ? 0 : 3 * Math.sqrt((0.05 * 0.95) / studies);
    expect(winners / studies).toBeLessThanOrEqual(0.05 + margin);
    if (triesAll()) console.info(`${winners} of ${studies} null studies have a winner`);
  });

  it('of methods that do differ has a winner', () => {
    const different = Array.from({ length: fuzzCount(10) }, (_, n) => adviceOnRecords(drawn(n + 1, 5)));
    const won = different.filter(({ choices }) => choices.some(({ methods }) => methods.length === 1));
    expect(won.length).toBeGreaterThan(0.5 * different.length);
  });
});
