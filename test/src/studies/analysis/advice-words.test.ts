import { describe, expect, it } from 'vitest';
import { asKnown, budgetWords, listed, plain } from '../../../../src/studies/analysis/advice-words.js';

describe('figures of a recommendation', () => {
  it.each([
    [25.37, { low: 23, high: 27.5 }, '25 %'],
    [25.37, { low: 5, high: 45 }, '30 %'],
    [0.01234, { low: 0.011, high: 0.0139 }, '0.012 %'],
    [0.01, { low: 0, high: 9 }, 'under 1 %'],
    [25.37, null, '25 %'],
    [1234.5, null, '1,200 %'],
    [0, { low: 0, high: 1 }, '0 %'],
  ])('%d with the interval %o reads %s', (value, interval, text) => {
    expect(asKnown(value, interval, '%')).toBe(text);
  });

  it.each([
    [0.1 + 0.2, '0.3'],
    [1080, '1,080'],
    [2, '2'],
    [1_000_000, '1,000,000'],
    [0.001, '0.001'],
  ])('%d is written %s', (value, text) => {
    expect(plain(value)).toBe(text);
  });

  it('budgets and lists are written in words', () => {
    expect(budgetWords({ timeLimitS: 2.5, workLimit: 1000 })).toBe('2.5 s and 1,000 steps');
    expect(budgetWords({ timeLimitS: null, workLimit: null })).toBe('no limit');
    expect([listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual(['a', 'a and b', 'a, b and c']);
  });
});
