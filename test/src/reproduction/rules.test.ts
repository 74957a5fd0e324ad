import { describe, expect, it } from 'vitest';
import {
  above,
  type Answer,
  atMost,
  average,
  difference,
  greater,
  isAlike,
  isInsignificant,
  PERCENT,
  PLAIN,
  POINTS,
  printedGain,
  printedShare,
  ratio,
  same,
  verdictOf,
  window,
  within,
} from '../../../src/reproduction/rules.js';

const series = (...values: number[]): Map<number, number> => new Map(values.entries());
const interval = (low: number, high: number): { low: number; high: number } => ({ low, high });
const verdict = (...answers: Answer[]): string =>
  verdictOf(answers.map((answer) => ({ where: '', figure: '', answer })));

describe('verdicts', () => {
  it.each<[string, Answer[]]>([
    ['holds', ['yes', 'yes']],
    ['in part', ['yes', 'no']],
    ['in part', ['yes', 'open']],
    ['in part', ['yes', 'untested']],
    ['contradicts', ['no', 'no']],
    ['contradicts', ['no', 'open', 'untested']],
    ['undecided', ['open', 'open']],
    ['undecided', ['open', 'untested']],
    ['not tested', ['untested']],
    ['not tested', []],
  ])('are "%s" for %j', (expected, answers) => {
    expect(verdict(...answers)).toBe(expected);
  });
});

describe('answers', () => {
  it('an interval that lies beyond the bound, or touches it, answers; one that holds it leaves the question open', () => {
    expect([above(interval(0.1, 1), 0), above(interval(-1, 0), 0), above(interval(0, 0), 0)]).toEqual([
      'yes',
      'no',
      'no',
    ]);
    expect([above(interval(0, 1), 0), above(interval(-1, 1), 0), above(null, 0)]).toEqual(['open', 'open', 'open']);
    expect([atMost(interval(0, 0), 0), atMost(interval(1, 2), 0), atMost(interval(-1, 1), 0), atMost(null, 0)]).toEqual(
      ['yes', 'no', 'open', 'open'],
    );
  });

  it('an interval partly in a band leaves the question open', () => {
    expect([
      within(interval(0.4, 0.6), 0.4, 0.6),
      within(interval(0.1, 0.3), 0.4, 0.6),
      within(interval(0.7, 0.8), 0.4, 0.6),
      within(interval(0.5, 0.7), 0.4, 0.6),
      within(interval(0.3, 0.7), 0.4, 0.6),
      within(null, 0.4, 0.6),
    ]).toEqual(['yes', 'no', 'no', 'open', 'open', 'open']);
  });
});

describe('the window of a printed number', () => {
  const at = '001 section VI.C';
  const near = ({ low, high }: { low: number; high: number }): readonly unknown[] => [
    expect.closeTo(low, 12),
    expect.closeTo(high, 12),
  ];

  it('is a quarter of the effect to either side, by hand', () => {
    // 280 % of another: an effect of 180 points, a quarter of which is 45.
    expect(Object.values(window({ value: 2.8, noEffect: 1, notation: PERCENT, at }))).toEqual(
      near({ low: 2.35, high: 3.25 }),
    );
    // 11 % more: 2.75 points. 20 % less: 5 points.
    expect(Object.values(window(printedGain(0.11, at)))).toEqual(near({ low: 1.0825, high: 1.1375 }));
    expect(Object.values(window(printedGain(-0.2, at)))).toEqual(near({ low: 0.75, high: 0.85 }));
    // 5 points more: 1.25. 8 % of all: 2 points. Nothing: nothing.
    expect(Object.values(window({ value: 0.05, noEffect: 0, notation: POINTS, at }))).toEqual(
      near({ low: 0.0375, high: 0.0625 }),
    );
    expect(Object.values(window(printedShare(0.08, at)))).toEqual(near({ low: 0.06, high: 0.1 }));
    expect(window(printedShare(0, at))).toEqual({ low: 0, high: 0 });
  });

  it('is the interval that the source prints where it prints one', () => {
    const interval = { low: 40, high: Infinity };
    const printed = { value: 40, noEffect: 1, interval, notation: { ...PERCENT, factor: 1, unit: '' }, at };
    expect(window(printed)).toEqual(interval);
    const part = ratio('', series(82, 82), series(2, 2), printed);
    expect([part.answer, part.printed]).toEqual(['yes', { figure: '40', window: '[40.0, ∞]', at }]);
  });

  it('is half of the last printed digit to either side where the effect is smaller', () => {
    const cell = { ...printedShare(0, at), lastDigit: 0.001 };
    expect(Object.values(window(cell))).toEqual([-0.0005, 0.0005]);
    expect(
      [series(0, 0), series(0.0004, 0.0004), series(0.0006, 0.0006)].map((one) => average('', one, cell).answer),
    ).toEqual(['yes', 'yes', 'no']);
    // A quarter of 7.2 % is far more than half of its last digit, a quarter of one long-hop less.
    expect(Object.values(window({ ...printedShare(0.072, at), lastDigit: 0.001 }))).toEqual(
      near({ low: 0.054, high: 0.09 }),
    );
    const hop = { value: 1, noEffect: 0, lastDigit: 1, notation: POINTS, at };
    expect(window(hop)).toEqual({ low: 0.5, high: 1.5 });
  });

  it('is told without values, too, and in the words of the source', () => {
    const times = { value: 30, noEffect: 1, words: '3 s over 0.1 s', notation: PLAIN, at };
    // An effect of 29, a quarter of which is 7.25.
    const printed = { figure: '3 s over 0.1 s', window: '[22.750, 37.250]', at };
    for (const part of [
      ratio('', series(), series(), times),
      difference('', series(), series(), times),
      average('', series(), times),
    ]) {
      expect([part.answer, part.printed]).toEqual(['untested', printed]);
    }
    expect(ratio('', series(25, 25), series(1, 1), times)).toMatchObject({ answer: 'yes', printed });
  });

  it('answers, and stands beside our figure in the same unit', () => {
    // 427 % of another is not 280 %.
    const times = { value: 2.8, noEffect: 1, notation: PERCENT, at };
    expect(ratio('here', series(4.27, 4.27), series(1, 1), times)).toMatchObject({
      where: 'here',
      figure: '427.0 % [427.0, 427.0], n = 2',
      answer: 'no',
      printed: { figure: '280 %', window: '[235.0, 325.0]', at },
    });
    const gain = ratio('here', series(1.1, 1.1), series(1, 1), printedGain(0.11, at));
    expect([gain.figure, gain.answer]).toEqual(['10.0 % [10.0, 10.0], n = 2', 'yes']);
    expect(gain.printed).toEqual({ figure: '11 %', window: '[8.3, 13.8]', at });
    const hours = { value: 3, noEffect: 0, notation: { factor: 1, digits: 1, unit: 'h' }, at };
    const later = difference('here', series(20, 19), series(18, 14), hours);
    expect([later.figure.split(' [')[0], later.answer, later.printed?.figure]).toEqual(['+3.5 h', 'open', '3 h']);
    const none = average('here', series(0.4), printedShare(0.35, at));
    expect([none.figure, none.answer]).toEqual(['40.0 % (no interval), n = 1', 'open']);
  });
});

describe('what is said to be the same', () => {
  it('is less than half a percent of the maximum apart', () => {
    const from = (offset: number): ReturnType<typeof same> =>
      same('', series(0.5 + offset, 0.6 + offset), series(0.5, 0.6));
    expect([from(0), from(0.004), from(-0.004), from(0.006)].map(({ answer }) => answer)).toEqual([
      'yes',
      'yes',
      'yes',
      'no',
    ]);
  });
});

describe('what is approximately the same', () => {
  it('is within 5 %', () => {
    expect([
      isAlike(interval(0.96, 1.04)),
      isAlike(interval(0.94, 1.01)),
      isAlike(interval(1.06, 1.1)),
      isAlike(null),
    ]).toEqual(['yes', 'open', 'no', 'open']);
  });

  it('an effect is not significant where none was shown, or where it is within 5 %', () => {
    expect(
      [
        interval(0.7, 1.2),
        interval(1, 1.2),
        interval(0.96, 0.98),
        interval(1.01, 1.04),
        interval(0.94, 0.98),
        interval(0.8, 0.94),
        null,
      ].map(isInsignificant),
    ).toEqual(['yes', 'yes', 'yes', 'yes', 'open', 'no', 'open']);
  });
});

describe('parts', () => {
  it('tell the paired figure, and the trials without a partner', () => {
    const part = greater('here', series(0.5, 0.6, 0.7), series(0.4, 0.5, 0.6));
    expect(part).toMatchObject({
      where: 'here',
      figure: '+10.0 points [10.0, 10.0], greater in 3 of 3',
      answer: 'yes',
    });
    const lonely = greater('here', series(0.5, 0.6, 0.7), new Map([[1, 0.7]]));
    expect(lonely.figure).toBe('-10.0 points (no interval), greater in 0 of 1; 2 without a partner');
    expect(lonely.answer).toBe('open');
  });

  it('of what is not there are untested', () => {
    for (const part of [
      greater('', series(), series(1)),
      ratio('', series(1), series(), () => 'yes'),
      average('', series(), () => 'yes', PERCENT),
    ]) {
      expect(part.answer).toBe('untested');
    }
  });

  it('tell a ratio or a mean with its interval and number of trials', () => {
    const judge = (given: unknown): Answer => (given === null ? 'open' : 'yes');
    expect(ratio('', series(2, 2.2), series(4, 4.4), judge).figure).toBe('0.500 [0.500, 0.500], n = 2');
    expect(average('', series(0.25, 0.25), judge, PERCENT).figure).toBe('25.0 % [25.0, 25.0], n = 2');
  });
});
