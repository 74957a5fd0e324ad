import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import initSqlJs, { type SqlValue } from 'sql.js';
import type { Table } from '../../src/runs/tables/table.js';

/** Rows that a SQLite file gives for a query. */
export async function sqliteRows(bytes: Uint8Array, sql: string): Promise<SqlValue[][]> {
  const { Database } = await initSqlJs();
  const database = new Database(bytes);
  try {
    const statement = database.prepare(sql);
    const rows: SqlValue[][] = [];
    while (statement.step()) rows.push(statement.get());
    statement.free();
    return rows;
  } finally {
    database.close();
  }
}

/** Rows of a Parquet file, values in the order of the columns; whole numbers are bigints. */
export async function parquetRows(bytes: Uint8Array): Promise<unknown[][]> {
  const file = new Uint8Array(bytes).buffer;
  const names = parquetColumns(bytes).map(({ name }) => name);
  const rows = await parquetReadObjects({ file, columns: names });
  return rows.map((row) => names.map((name) => row[name] as unknown));
}

/** Names and physical types of the columns of a Parquet file. */
export function parquetColumns(bytes: Uint8Array): { readonly name: string; readonly type: string | undefined }[] {
  return parquetMetadata(new Uint8Array(bytes).buffer)
    .schema.slice(1)
    .map(({ name, type }) => ({ name, type }));
}

/** Values of a table as SQLite and Parquet give them back: flags as 0 and 1, whole numbers as bigints. */
export function rowsAs(format: 'sqlite' | 'parquet', { columns, rows }: Table): unknown[][] {
  return rows.map((row) =>
    row.map((value, c) => {
      if (value === null) return null;
      if (format === 'sqlite') return typeof value === 'boolean' ? Number(value) : value;
      return columns[c]!.kind === 'whole' ? BigInt(value) : value;
    }),
  );
}
