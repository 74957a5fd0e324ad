import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/reports/csv.js';
import { parquetBytes } from '../../../src/runs/tables/parquet.js';
import { sqliteBytes } from '../../../src/runs/tables/sqlite.js';
import type { Table } from '../../../src/runs/tables/table.js';
import type { RunRecord } from '../../../src/studies/plan/record.js';
import { runsTable, trajectoryTable, violationsTable } from '../../../src/studies/tables.js';
import { csvCells } from '../../support/csv-cells.js';
import { randomRecord } from '../../support/random-records.js';
import { parquetColumns, parquetRows, rowsAs, sqliteRows } from '../../support/read-tables.js';
import { fuzzCount } from '../../support/fuzz.js';

const records = fc.uniqueArray(randomRecord, { maxLength: 6, selector: ({ key }) => key });
const runsOf = (of: readonly RunRecord[]): { key: string; position: number }[] =>
  of.map(({ key }, position) => ({ key, position }));

/** The same records in another order beside them. */
const withOthers = (of: RunRecord[]): fc.Arbitrary<[RunRecord[], RunRecord[]]> =>
  fc.tuple(fc.constant(of), fc.shuffledSubarray(of, { minLength: of.length }));

/** A cell as CSV must show it, by the words of docs/studies/tables.md. */
function csvCell(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^'*[=+\-@\t\r]/.test(value) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? `'${value}` : value;
}

describe('tables of a study', () => {
  it('are the same whatever order the records come in, and rows stand in the order of the study', () => {
    fc.assert(
      fc.property(records.chain(withOthers), ([of, mixed]) => {
        const runs = runsOf(of);
        const table = runsTable({ runs, records: of, times: true });
        const other = runsTable({ runs: [...runs].reverse(), records: mixed, times: true });
        expect(other).toEqual(table);
        expect(table.rows.map(([key]) => key)).toEqual(of.map(({ key }) => key));
        expect([violationsTable(other), trajectoryTable(other, true)]).toEqual([
          violationsTable(table),
          trajectoryTable(table, true),
        ]);
      }),
      { seed: 18, numRuns: fuzzCount(40) },
    );
  });

  it('hold equal values as CSV, SQLite and Parquet: numbers exactly, null apart from an empty text', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (of) => {
        const runs = runsTable({ runs: runsOf(of), records: of, times: true });
        const tables: Table[] = [runs, violationsTable(runs), trajectoryTable(runs, true)];
        const sql = tables.map((table) => ({ ...table, key: table.name === 'runs' ? ['key'] : ['key', 'number'] }));
        const file = await sqliteBytes(sql, { applicationId: 1, schemaVersion: 1 });
        for (const table of tables) {
          const names = table.columns.map(({ name }) => name);
          const [head, ...cells] = csvCells(csvText([names, ...table.rows], { quoteEmpty: true }));
          expect(head).toEqual(names);
          expect(cells).toEqual(table.rows.map((row) => row.map(csvCell)));
          expect(await sqliteRows(file, `SELECT * FROM ${table.name} ORDER BY rowid`)).toEqual(rowsAs('sqlite', table));
          const parquet = await parquetBytes(table);
          expect(parquetColumns(parquet).map(({ name }) => name)).toEqual(names);
          expect(await parquetRows(parquet)).toEqual(rowsAs('parquet', table));
        }
      }),
      { seed: 18, numRuns: fuzzCount(25) },
    );
  });
});
