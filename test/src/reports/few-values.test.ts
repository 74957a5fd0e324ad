import { describe, expect, it } from 'vitest';
import { MIN_VALUES, withoutIntervalsOfFew } from '../../../src/reports/few-values.js';
import { interval } from '../../../src/reports/html/interval.js';
import { studyPage } from '../../../src/reports/html/study-page.js';
import { table } from '../../../src/reports/html/table.js';

const range = { low: 1, high: 2 };
const write = (value: number) => ({ digits: String(value), unit: '' });

describe('intervals of few values', () => {
  it('are left out of what is printed: of means below five values, of pairs below five cases', () => {
    const mean = (n: number): object => ({ n, mean: 1, interval: range, medianInterval: range, bootstrap: range });
    const bare = (n: number): object => ({ n, mean: 1, interval: null, medianInterval: null, bootstrap: null });
    const pair = { cases: 4, effectInterval: range, typicalDifference: { estimate: 1, interval: range } };
    expect(MIN_VALUES).toBe(5);
    expect(withoutIntervalsOfFew({ of: [mean(4), mean(5)], pair, none: null })).toEqual({
      of: [bare(4), mean(5)],
      pair: { cases: 4, effectInterval: null, typicalDifference: { estimate: 1, interval: null } },
      none: null,
    });
  });

  it('leave no column of a table behind', () => {
    const shown = (ranges: readonly (typeof range | null)[]): string =>
      table({
        caption: 'Means',
        columns: [{ head: 'Method' }, { head: '95 % interval' }, { head: 'Time' }],
        rows: ranges.map((one) => ['A', interval(one, write), '1 s']),
        foot: ['Bound', '', '2 s'],
      }).markup;
    expect(shown([null, null])).not.toContain('95 % interval');
    expect(shown([null, null])).toContain('2 s');
    expect(shown([null, range])).toContain('95 % interval');
  });
});

it('a page leaves out sections without content, and their links', () => {
  const page = studyPage({
    name: 'room',
    kind: 'study',
    lead: '',
    record: {},
    sections: [
      { id: 'full', title: 'Full', body: ['text'] },
      { id: 'empty', title: 'Empty', body: ['', [[' \n']]] },
    ],
  });
  expect(page).toContain('href="#full"');
  expect(page).not.toContain('mpty');
});
