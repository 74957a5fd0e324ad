import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/reports/csv.js';
import { csvRecords } from '../../../src/instances/csv-records.js';
import { filesBelow, textOf } from '../../architecture/source-files.js';
import { fuzzCount } from '../../support/fuzz.js';

describe('csvText', () => {
  it.each(['=1+1', '+cmd', '-x', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")', '-', '+-1', '-1e', '-1-1'])(
    'writes the text %j so that no spreadsheet takes it for a formula',
    (text) => {
      const line = csvText([[text]]);
      expect(line.replace(/^"/, '')[0]).toBe("'");
      expect(csvRecords(line)).toEqual([{ line: 1, fields: [`'${text}`] }]);
    },
  );

  it('leaves numbers alone, also those that come as text', () => {
    expect(csvText([[-1.5, 2e-9, '-1.5', '+3', '-.5e-7', -0, true, null]])).toBe(
      '-1.5,2e-9,-1.5,+3,-.5e-7,0,true,\r\n',
    );
  });

  it('leaves other text as it is, whatever it holds', () => {
    const plain = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 5 }), (cells) => {
        expect(csvRecords(csvText([['first', ...cells]]))).toEqual([{ line: 1, fields: ['first', ...cells] }]);
      }),
      { seed: 5, numRuns: fuzzCount(300) },
    );
  });

  it('is the only writer of CSV: no report joins cells by itself', () => {
    const joining = filesBelow('src/reports', '.ts').filter(
      (file) => /csv/.test(file) && /join\(','\)/.test(textOf(file)),
    );
    expect(joining).toEqual(['src/reports/csv.ts']);
  });
});
