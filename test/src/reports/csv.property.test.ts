import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { csvText } from '../../../src/reports/csv.js';
import { csvRecords } from '../../../src/instances/csv-records.js';
import { readCsvRows } from '../../../src/instances/csv-rows.js';
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
    const plain = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^'*[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 5 }), (cells) => {
        expect(csvRecords(csvText([['first', ...cells]]))).toEqual([{ line: 1, fields: ['first', ...cells] }]);
      }),
      { seed: 5, numRuns: fuzzCount(300) },
    );
  });

  it('writes any two texts differently, and names of tasks and jobs as their reader takes them', () => {
    const mark = fc.constantFrom("'", '=', '+', '-', '@', '1', 'e', 'x', '.', ',', '"');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: mark, minLength: 1, maxLength: 6 }), { minLength: 1 }), (names) => {
        const read: string[] = [];
        const list = {
          of: 'names',
          columns: { name: 'text' },
          required: ['name'],
          most: 100,
          schema: z.object({ name: z.string() }),
          written: (cells: unknown) => cells,
          columnOf: String,
          faults: () => [],
        } as const;
        expect(
          readCsvRows(csvText([['name'], ...names.map((name) => [name])]), list, ({ name }) => read.push(name)),
        ).toEqual([]);
        expect(read).toEqual(names);
      }),
      { seed: 6, numRuns: fuzzCount(300) },
    );
  });

  it('is the only writer of CSV: no report joins cells by itself', () => {
    const joining = filesBelow('src/reports', '.ts').filter(
      (file) => /csv/.test(file) && /join\(','\)/.test(textOf(file)),
    );
    expect(joining).toEqual(['src/reports/csv.ts']);
  });
});
