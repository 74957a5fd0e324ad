import { describe, expect, it } from 'vitest';
import {
  above,
  type Answer,
  atMost,
  average,
  greater,
  PERCENT,
  ratio,
  verdictOf,
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

describe('parts', () => {
  it('tell the paired figure, and the trials without a partner', () => {
    const part = greater('here', series(0.5, 0.6, 0.7), series(0.4, 0.5, 0.6));
    expect(part).toEqual({ where: 'here', figure: '+10.0 points [10.0, 10.0], greater in 3 of 3', answer: 'yes' });
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
