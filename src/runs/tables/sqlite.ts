import initSqlJs, { type SqlDatabase, type SqlValue } from 'sql.js';
import type { ColumnKind, Table, TableValue } from './table.js';

/** A table of an SQLite file. Names of columns must differ in more than case. */
export interface SqlTable extends Table {
  /** Names of the columns of the primary key. */
  readonly key: readonly string[];
  /** Names of the columns of each index; no index if absent. */
  readonly indexes?: readonly (readonly string[])[];
}

/** Numbers in the header of an SQLite file. */
export interface SqliteHeader {
  /** Value of `application_id`, which identifies the kind of file. */
  readonly applicationId: number;
  /** Value of `user_version`. */
  readonly schemaVersion: number;
}

/** Maximum number of columns of a table in SQLite with its usual compile options. */
export const MAX_SQLITE_COLUMNS = 2000;

/** Declared SQLite type for each type of column. A flag is stored as 0 or 1. */
const TYPES: Readonly<Record<ColumnKind, string>> = { text: 'TEXT', number: 'REAL', whole: 'INTEGER', flag: 'BOOLEAN' };

/** Returns an SQLite file with these tables. The bytes depend only on tables and header. */
export async function sqliteBytes(tables: readonly SqlTable[], header: SqliteHeader): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  try {
    database.run(`PRAGMA application_id = ${header.applicationId}; PRAGMA user_version = ${header.schemaVersion};`);
    database.run('BEGIN');
    for (const table of tables) write(database, table);
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

function write(database: SqlDatabase, { name, columns, rows, key, indexes = [] }: SqlTable): void {
  const listed = (some: readonly string[]): string => some.map(quote).join(', ');
  const typed = columns.map((column) => `${quote(column.name)} ${TYPES[column.kind]}`);
  database.run(`CREATE TABLE ${quote(name)} (${typed.join(', ')}, PRIMARY KEY (${listed(key)}))`);
  const insert = database.prepare(`INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(', ')})`);
  try {
    for (const row of rows) insert.run(row.map(stored));
  } finally {
    insert.free();
  }
  // After the rows: an index that is built at once is smaller and quicker.
  for (const [n, some] of indexes.entries()) {
    database.run(`CREATE INDEX ${quote(`${name}_${n + 1}`)} ON ${quote(name)} (${listed(some)})`);
  }
}

function stored(value: TableValue): SqlValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
