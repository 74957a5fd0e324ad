import { describe, expect, it } from 'vitest';
import { cellsOf, type Design, trialsOf, validateDesign } from '../../../src/experiments/design.js';
import { parseRecords, recordsText, type TrialRecord } from '../../../src/experiments/record.js';

const DESIGN: Design = {
  name: 'small',
  version: 1,
  factors: [
    { name: 'size', levels: ['small', 'large'] },
    { name: 'kind', levels: ['b', 'a'] },
  ],
  without: [{ size: 'large', kind: 'a' }],
  trials: 4,
  seed: 11,
  settings: { offset: 0.25 },
};
/** Records with values of every kind. */
const RECORDS = trialsOf(DESIGN).map(({ cell, trial, seed }, n): TrialRecord => {
  return { cell, trial, seed, values: { value: n / 8, even: trial % 2 === 0, kind: cell['kind']!, none: null } };
});

describe('a design', () => {
  it('has the same seed for trial t in every cell', () => {
    expect(trialsOf(DESIGN).every(({ seed, trial }) => seed === 11 + trial)).toBe(true);
    expect(trialsOf(DESIGN)).toHaveLength(4 * cellsOf(DESIGN).length);
  });

  it.each([
    ['trials', { trials: 0 }],
    ['no seed', { seed: -1 }],
    ['no factors', { factors: [] }],
    ['a level twice', { factors: [{ name: 'size', levels: ['small', 'small'] }], without: [] }],
    ['two factors', { factors: [...DESIGN.factors, DESIGN.factors[0]!] }],
    ['no levels', { factors: [{ name: 'size', levels: [] }], without: [] }],
    ['"without" names', { without: [{ size: 'huge' }] }],
    ['no cells', { without: [{ size: 'small' }, { size: 'large' }] }],
  ])('without sense is refused: %s', (message, wrong) => {
    expect(() => {
      validateDesign({ ...DESIGN, ...wrong });
    }).toThrow(message);
  });
});

describe('records', () => {
  it('come back as they were written', () => {
    const text = recordsText(DESIGN, RECORDS);
    const back = parseRecords(text);
    expect(recordsText(back.design, [...back.records].reverse())).toBe(text);
    expect(back.records).toContainEqual(RECORDS[5]);
    expect(text).not.toContain('"s"');
  });

  it('with one missing, doubled or altered are refused', () => {
    expect(() => recordsText(DESIGN, RECORDS.slice(1))).toThrow('11 records where 12 belong');
    expect(() => recordsText(DESIGN, [...RECORDS.slice(1), RECORDS[1]!])).toThrow('belong');
    const lines = recordsText(DESIGN, RECORDS).trimEnd().split('\n');
    expect(() => parseRecords(lines.slice(0, -1).join('\n'))).toThrow('belong');
    expect(() => parseRecords([lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'))).toThrow('not those');
    expect(() => parseRecords('{}')).toThrow('format');
  });

  it('of different values are refused as one table', () => {
    const odd = [...RECORDS.slice(1), { ...RECORDS[0]!, values: { value: 1 } }];
    expect(() => recordsText(DESIGN, odd)).toThrow('others have');
  });
});
