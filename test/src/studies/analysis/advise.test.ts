import { describe, expect, it } from 'vitest';
import { advise } from '../../../../src/studies/analysis/advise.js';
import { casesNeeded } from '../../../../src/studies/analysis/advice-tests.js';
import { analysisOf, type GivenMethod, type GivenStudy } from '../../../support/advice-studies.js';

/** Gaps about a middle, 1 % of it apart from case to case. */
const around = (middle: number, cases = 12): number[] =>
  Array.from({ length: cases }, (_, n) => middle * (1 + 0.01 * ((n * 5) % 7)));
const method = (name: string, middles: readonly number[], timeS: readonly number[], cases = 12): GivenMethod => {
  return { name, timeS, gaps: middles.map((middle) => around(middle, cases)) };
};
const adviceOn = (given: GivenStudy) => advise(analysisOf(given))[0]!;
const all = (given: GivenStudy): string => adviceOn(given).sentences.join(' ');

/** A method that is quick and coarse, one that is slow and fine, and one that is neither. */
const ISSUE: GivenStudy = {
  budgets: [1, 2, 3, 20],
  methods: [
    method('greedy-power', [0.25, 0.25, 0.25, 0.25], [0.2, 0.2, 0.2, 0.2]),
    method('config-lp', [0.6, 0.5, 0.0001, 0.0001], [1, 2, 2.6, 2.6]),
    method('nlp', [0.9, 0.8, 0.7, 0.6], [1, 2, 3, 20]),
  ],
};

describe('a recommendation', () => {
  it('names the method to take by budget with its median gap, and the one that never pays', () => {
    const { sentences, choices, evidence } = adviceOn(ISSUE);
    expect(sentences[0]).toBe(
      'For reward-rate instances like room-a and its variants (12 cases): up to 2 s greedy-power (median gap 26 %), from 3 s on config-lp (median gap 0.01 %).',
    );
    expect(sentences).toContain(
      'nlp never pays: at every budget run a method that takes no longer is at least as good in all 12 cases (greedy-power with 1 s and 2 s; config-lp with 3 s and 20 s).',
    );
    expect(choices.map(({ fromTimeS, methods }) => [fromTimeS, methods])).toEqual([
      [1, ['greedy-power']],
      [3, ['config-lp']],
    ]);
    // 3 pairs by 4 budgets; 12 differences of one sign have p = 2 / 2^12, times 12: .0059, the least that there is.
    expect(evidence[0]).toContain('12 tests');
    expect(evidence.join(' ')).toContain(
      '3 s to 20 s: config-lp better by test than nlp: better in 12, worse in 0 and equal in 0 of 12 cases; p 0.0059, exact',
    );
  });

  it('says nothing of budgets beyond those run', () => {
    expect(adviceOn(ISSUE).sentences.at(-1)).toBe(
      'Budgets run: 1 s, 2 s, 3 s and 20 s; nothing is known below 1 s or above 20 s.',
    );
  });

  it('places the change within the budgets by the quartiles of the measured curves', () => {
    const anytime = {
      axis: 'seconds',
      at: [1, 2, 2.2, 2.4, 2.6, 3, 20],
      curves: [
        {
          method: 'greedy-power',
          median: [],
          low: [0.24, 0.24, 0.24, 0.24, 0.24, 0.24, 0.24],
          high: [0.26, 0.26, 0.26, 0.26, 0.26, 0.26, 0.26],
        },
        {
          method: 'config-lp',
          median: [],
          low: [null, 0.4, 0.3, 0.2, 0.01, 0, 0],
          high: [null, 0.6, 0.5, 0.3, 0.1, 0.01, 0.01],
        },
      ],
    } as const;
    expect(all({ ...ISSUE, anytime })).toContain('config-lp overtakes greedy-power between 2.2 and 2.6 s');
    expect(all(ISSUE)).toContain('between 2 s and 3 s config-lp overtakes greedy-power was not measured more closely');
    // On another axis than that of the budgets a curve says nothing.
    expect(all({ ...ISSUE, anytime: { ...anytime, axis: 'steps' } })).toContain('was not measured more closely');
  });

  it('of methods that no test tells apart takes the cheaper and says so', () => {
    const even = (offset: number): number[] =>
      Array.from({ length: 12 }, (_, n) => 0.1 + 0.001 * ((n * 7 + offset * (n % 2 === 0 ? 1 : -1)) % 12));
    const given: GivenStudy = {
      budgets: [5],
      methods: [
        { name: 'slow', timeS: [4], gaps: [even(1)] },
        { name: 'quick', timeS: [0.5], gaps: [even(0)] },
        method('coarse', [0.5], [0.1]),
      ],
    };
    expect(all(given)).toContain(
      'With 5 s no test tells quick and slow apart: take quick, the cheaper (median time 0.5 s; slow 4 s).',
    );
    expect(adviceOn(given).choices).toMatchObject([{ fromTimeS: 5, methods: ['quick', 'slow'] }]);
  });

  it('tells methods of equal mean rank as equal, whichever stands first', () => {
    const better = (first: boolean): number[] =>
      Array.from({ length: 12 }, (_, n) => ((n % 2 === 0) === first ? 0.1 : 0.101));
    const given: GivenStudy = {
      budgets: [5],
      methods: [
        { name: 'one', timeS: [1], gaps: [better(true)] },
        { name: 'two', timeS: [1], gaps: [better(false)] },
        method('coarse', [0.5], [1]),
      ],
    };
    const { sentences, choices } = adviceOn(given);
    expect(sentences[0]).toContain('with 5 s one or two (median gap 10 %)');
    expect(sentences).toContain(
      'With 5 s one and two are equal by mean rank (1.5): take any of these; none of them is clearly cheaper.',
    );
    expect(sentences.join(' ')).not.toContain('first by mean rank');
    expect(choices).toMatchObject([{ methods: ['one', 'two'], equal: ['one', 'two'] }]);
  });

  it('does not take a cheap method whose effect is worse only because its test is weak', () => {
    // The losses are 4th to 6th of 12 in size: ranks 15 of 78, correlation 48 / 78 = .62, p .064 before any adjustment.
    const fine = around(0.5);
    const sizes = [1, 2, 3, -4, -5, -6, 7, 8, 9, 10, 11, 12];
    const cheap = fine.map((gap, n) => gap + 0.01 * sizes[n]!);
    const given: GivenStudy = {
      budgets: [1, 2, 5, 10, 20],
      methods: [
        { name: 'fine', timeS: [1, 2, 5, 5, 5], gaps: [fine, fine, fine, fine, fine] },
        { name: 'cheap', timeS: [0.1, 0.1, 0.1, 0.1, 0.1], gaps: [cheap, cheap, cheap, cheap, cheap] },
        method('other', [0.9, 0.9, 0.9, 0.9, 0.9], [1, 2, 5, 5, 5]),
      ],
    };
    const { choices, sentences } = adviceOn(given);
    expect(choices[0]!.methods).toEqual(['fine', 'cheap']);
    expect(sentences.join(' ')).toMatch(/cheap \(median gap .* did worse than fine, but no test shows it/);
  });

  it('has no winner where all gaps are under the tolerance, and says what the methods cost', () => {
    const given: GivenStudy = {
      budgets: [1, 5],
      methods: [method('one', [1e-9, 1e-9], [0.2, 0.2]), method('two', [2e-9, 2e-9], [0.9, 0.9])],
    };
    const { sentences, choices } = adviceOn(given);
    expect(choices).toEqual([]);
    expect(sentences).toEqual([
      'For reward-rate instances like room-a and its variants (12 cases) this study does not distinguish the methods.',
      'All gaps are under the tolerance.',
      'Median times with 5 s: one 0.2 s and two 0.9 s.',
    ]);
  });

  it('with too few cases says how many more are needed and has no winner', () => {
    const cases = 4;
    const given: GivenStudy = {
      budgets: [1, 5],
      methods: [method('fine', [0.01, 0.01], [1, 5], cases), method('coarse', [0.5, 0.5], [1, 5], cases)],
    };
    const { sentences, choices } = adviceOn(given);
    expect(choices).toEqual([]);
    // Two tests: 2 * 2 / 2^n <= .05 from n = 7 on.
    expect(sentences).toContain(
      'With 2 tests none can tell methods apart at 5 % below 7 cases: 3 more cases are needed.',
    );
    expect(sentences.join(' ')).not.toContain('never pays');
  });

  it.each([
    [1, 6],
    [3, 7],
    [30, 11],
  ])('%i tests need %i cases', (tests, cases) => {
    expect(casesNeeded(tests, 0.05)).toBe(cases);
  });

  it('counts runs without a plan against a method and names them, also those of the method it takes', () => {
    const planless = (misses: number): (number | null)[] => around(0.05).map((gap, n) => (n < misses ? null : gap));
    const given: GivenStudy = {
      budgets: [2],
      methods: [
        { name: 'brittle', timeS: [2], gaps: [planless(11)] },
        { name: 'usual', timeS: [2], gaps: [around(0.2).map((gap, n) => (n === 0 ? null : gap))] },
        { name: 'sure', timeS: [2], gaps: [around(0.1)] },
      ],
      failures: [
        { family: 'reward-rate', method: 'brittle', reason: 'memory', runs: 3, key: 'k', message: 'ended at 512 MiB' },
        { family: 'robust', method: 'brittle', reason: 'time', runs: 5, key: 'l', message: 'ended after 9 s' },
      ],
    };
    const { sentences, choices } = adviceOn(given);
    expect(choices[0]!.methods[0]).toBe('sure');
    expect(sentences).toContain('brittle has no feasible plan in 11 of 12 runs with 2 s.');
    expect(sentences).toContain('usual has no feasible plan in 1 of 12 runs with 2 s.');
    expect(sentences.filter((text) => text.includes('failed'))).toEqual([
      'brittle failed in 3 runs of reward-rate instances in the study (memory): ended at 512 MiB.',
    ]);
  });

  it('never takes a method without a single plan', () => {
    const none = around(1).map(() => null);
    const given: GivenStudy = {
      budgets: [2],
      methods: [
        { name: 'void', timeS: [0.1], gaps: [none] },
        { name: 'blank', timeS: [0.1], gaps: [none] },
      ],
    };
    expect(adviceOn({ ...given, methods: [...given.methods, method('sure', [0.1], [2])] }).choices[0]!.methods).toEqual(
      ['sure'],
    );
    expect(adviceOn(given).choices).toEqual([]);
  });

  it('calls a method that is better in a single case, or quicker, no longer never paying', () => {
    const beaten = around(0.4);
    const given = (gaps: number[], timeS: number): GivenStudy => {
      return { budgets: [5], methods: [method('best', [0.1], [1]), { name: 'second', timeS: [timeS], gaps: [gaps] }] };
    };
    expect(all(given(beaten, 1))).toContain('second never pays');
    expect(all(given([0.01, ...beaten.slice(1)], 1))).not.toContain('never pays');
    expect(all(given(beaten, 0.8))).not.toContain('never pays');
  });
});

describe('a recommendation among methods that are worth little', () => {
  const same = (gap: number | null, cases = 12): (number | null)[] => Array.from({ length: cases }, () => gap);
  const given = (gaps: (number | null)[], others: (number | null)[]): GivenStudy => {
    return {
      budgets: [2],
      methods: [
        { name: 'first', timeS: [1], gaps: [gaps] },
        { name: 'second', timeS: [2], gaps: [others] },
      ],
    };
  };

  it('has no winner where the best plan of every case is worth nothing, though one method always has a plan', () => {
    const { sentences, choices } = adviceOn(given(same(1), same(null)));
    expect(choices).toEqual([]);
    expect(sentences).toEqual([
      'For reward-rate instances like room-a and its variants (12 cases) no method found anything worth running: the objective of the best plan is 0 in all 12 cases.',
      'second has no feasible plan in 12 of 12 runs with 2 s.',
    ]);
    // A plan that costs more than it brings is worth no more than none.
    expect(adviceOn(given(same(1.5), same(null))).sentences[0]).toContain('is 0 or less in all 12 cases');
    expect(adviceOn(given([...same(1, 10), null, null], same(null))).sentences[0]).toContain(
      'is 0 in all 10 cases with a feasible one, and there is no feasible plan in the other 2.',
    );
  });

  it('with too few cases to speak says so as well', () => {
    expect(adviceOn(given(same(1, 1), same(null, 1))).sentences[0]).toBe(
      'For reward-rate instances like room-a and its variants (1 case) no method found anything worth running: the objective of the best plan is 0.',
    );
  });

  it('has no choice at a budget at which nothing is worth anything, and one at the budget that brings something', () => {
    const late = {
      budgets: [1, 9],
      methods: [
        { name: 'first', timeS: [1, 1], gaps: [same(1), around(0.1)] },
        { name: 'second', timeS: [1, 9], gaps: [same(null), around(0.3)] },
      ],
    };
    expect(adviceOn(late).choices.map(({ fromTimeS, methods }) => [fromTimeS, methods])).toEqual([[9, ['first']]]);
    expect(all(late)).toContain('up to 1 s no choice (no method found anything worth running), from 9 s on first');
  });

  it('says how far the best plans of all methods are from the bound, and in how many cases nothing is worth running', () => {
    const poor = all(given([...same(1, 2), ...around(0.998, 10).map(() => 0.998)], same(null)));
    expect(poor).toContain('Even the best plans of all methods reach 0.2 % of the proven bound (median over 12 cases)');
    expect(poor).toContain('In 2 of 12 cases no method found anything worth running.');
    expect(all(given(around(0.4), around(0.5)))).not.toContain('Even the best plans');
    expect(all(given(around(0.4), around(0.5)))).not.toContain('worth running');
  });

  it('of costs says how far they are above the bound, and never that they are worth nothing', () => {
    const study = analysisOf({ ...given(around(0.1), around(0.2)), bound: 100 });
    const [one] = study.classes;
    const cases = one!.cases.map((own) => ({ ...own, best: 240 }));
    const costs = advise({ ...study, classes: [{ ...one!, better: 'less', cases }] })[0]!.sentences.join(' ');
    expect(costs).toContain(
      'Even the best plans of all methods are 140 % above the proven bound (median over 12 cases)',
    );
    const free = one!.cases.map((own) => ({ ...own, bound: 0, best: 0 }));
    expect(
      advise({ ...study, classes: [{ ...one!, better: 'less', cases: free }] })[0]!.sentences.join(' '),
    ).not.toMatch(/worth running|proven bound/);
  });
});

describe('the number of cases', () => {
  it('is that of the class; those that count in tests are called independent where they are fewer', () => {
    const cases = 4;
    const methods = [method('fine', [0.01], [1], cases), method('coarse', [0.5], [1], cases)];
    const { sentences, evidence } = adviceOn({ budgets: [1], methods, cases: 20 });
    expect(sentences[0]).toBe(
      'For reward-rate instances like room-a and its variants (20 cases, 4 independent) there are too few cases for a recommendation.',
    );
    expect(sentences[1]).toBe(
      'With 1 test none can tell methods apart at 5 % below 6 independent cases: 2 more independent cases are needed.',
    );
    expect(evidence[0]).toContain('over 4 independent cases at most');
  });
});

describe('what would change it', () => {
  it('names in one sentence the methods that one is nearly shown to be better than', () => {
    const uneven = (offset: number): number[] => around(0.5, 6).map((gap, n) => gap + (n === 0 ? -offset / 9 : offset));
    const given: GivenStudy = {
      budgets: [5],
      methods: [
        { name: 'one', timeS: [5], gaps: [around(0.5, 6)] },
        { name: 'two', timeS: [5], gaps: [uneven(0.2)] },
        { name: 'three', timeS: [5], gaps: [uneven(0.2)] },
      ],
    };
    // One of six differences, the least, is against: p = 4 / 2^6, times 3 tests.
    expect(adviceOn(given).wouldChange).toContain(
      'More cases may show by test that one is better than three and two with 5 s (p 0.19 so far).',
    );
  });

  it('names the cases in which another method won, the gap at which a cheaper one is enough, and what still improves', () => {
    const cheap = around(0.25).map((gap, n) => (n === 4 ? 1e-5 : gap));
    const given: GivenStudy = {
      budgets: [5, 20],
      methods: [
        method('fine', [0.01, 0.01], [5, 5]),
        { name: 'cheap', timeS: [0.1, 0.1], gaps: [cheap, cheap] },
        method('late', [0.9, 0.4], [5, 20]),
      ],
    };
    const { wouldChange } = adviceOn(given);
    expect(wouldChange).toContain('With 20 s cheap was better than fine in 1 of 12 cases: seed 5.');
    expect(wouldChange.join(' ')).toMatch(
      /With 5 s: if 2. % of gap \(difference of the medians\) does not matter, cheap is the cheaper \(median time 0.1 s; fine 5 s\)\./,
    );
    expect(wouldChange.join(' ')).toMatch(
      /A budget above 20 s may change ranks: there late \(median gap 9. % with 5 s, 4. % with 20 s\) still improves\./,
    );
  });

  it('says of budgets in steps that steps differ between methods', () => {
    const { wouldChange, choices } = adviceOn({ ...ISSUE, axis: 'steps' });
    expect(wouldChange.join(' ')).toContain('A step is another amount of work in every method');
    expect(choices[1]).toMatchObject({ fromTimeS: null, fromSteps: 3 });
  });
});
