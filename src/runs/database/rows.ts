import initSqlJs, { type SqlDatabase, type SqlValue } from 'sql.js';
import type { LocalFault } from '../../instances/fault.js';
import { contentDigest } from './content-digest.js';
import { buildAnew, type DatabaseKind, DIGEST_KEY, tableNames } from './kind.js';

export type Row = readonly SqlValue[];
/** Rows of each table, sorted by key. */
export type Rows<Table extends string> = Readonly<Record<Table, readonly Row[]>>;

/** Returns the content of a database file with these rows and their digest. The bytes depend only on the rows. */
export async function bytesOfRows<Table extends string>(
  kind: DatabaseKind<Table>,
  rowsOf: Readonly<Record<Table, Iterable<Row>>>,
): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  try {
    const { pageBytes, applicationId, schemaVersion, schemaSql } = kind;
    const header = { page_size: pageBytes, application_id: applicationId, user_version: schemaVersion };
    for (const [name, value] of Object.entries(header)) database.run(`PRAGMA ${name} = ${value};`);
    database.run(schemaSql);
    database.run('BEGIN');
    const digest = contentDigest();
    const fill = (table: Table, rows: Iterable<Row>): void => {
      const marks = kind.tables[table].columns.map(() => '?').join(', ');
      const statement = database.prepare(`INSERT INTO ${table} VALUES (${marks})`);
      for (const row of rows) {
        if (row[0] !== DIGEST_KEY) digest.add(table, row);
        statement.run(row);
      }
      statement.free();
    };
    for (const table of tableNames(kind)) fill(table, rowsOf[table]);
    fill('meta' as Table, [[DIGEST_KEY, digest.result()]]);
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

/** Returns the rows of table `meta`, in SQLite's order of keys. */
export function metaRows(values: Readonly<Record<string, string>>): Row[] {
  return Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
}

export type ReadRows<Table extends string> =
  | {
      readonly ok: true;
      readonly rows: Rows<Table>;
      readonly meta: ReadonlyMap<string, string>;
      /** Fault if the rows do not have their stored digest; otherwise null. */
      readonly altered: LocalFault | null;
    }
  | { readonly ok: false; readonly fault: LocalFault };

/** Returns the rows of all tables in the content of a database file, or the error that SQLite reports. */
export async function rowsOfBytes<Table extends string>(
  kind: DatabaseKind<Table>,
  bytes: Uint8Array,
): Promise<ReadRows<Table>> {
  const { Database } = await initSqlJs();
  let database: SqlDatabase | undefined;
  try {
    const source = new Database(bytes);
    database = source;
    const digest = contentDigest();
    const read = tableNames(kind).map((table) => {
      refuseOtherTable(source, table, kind.tables[table].columns);
      const all = rowsOf(source, kind, table);
      for (const row of all) if (row[0] !== DIGEST_KEY) digest.add(table, row);
      return [table, all] as const;
    });
    const rows = Object.fromEntries(read) as unknown as Rows<Table>;
    const meta = new Map(rows['meta' as Table].map(([key, value]) => [String(key), String(value)]));
    const isAsWritten = digest.result() === meta.get(DIGEST_KEY);
    return { ok: true, rows, meta, altered: isAsWritten ? null : corrupt(kind, 'rows that are not those written') };
  } catch (error) {
    return { ok: false, fault: corrupt(kind, error instanceof Error ? error.message : String(error)) };
  } finally {
    database?.close();
  }
}

/**
 * Checks that a table has the expected columns.
 *
 * @throws Error for other columns, and for a view or virtual table, whose rows may be endless
 */
function refuseOtherTable(database: SqlDatabase, table: string, expected: readonly string[]): void {
  const [kinds] = rowsFrom(database, `SELECT type, rootpage FROM sqlite_master WHERE name = '${table}'`);
  if (kinds === undefined) throw new Error(`no such table: ${table}`);
  if (kinds[0] !== 'table' || kinds[1] === 0) throw new Error(`${table} is no table of its own`);
  const columns = rowsFrom(database, `PRAGMA table_xinfo(${table})`).map(([, name]) => String(name));
  if (columns.join() !== expected.join()) throw new Error(`${table} has other columns`);
}

function rowsOf<Table extends string>(database: SqlDatabase, kind: DatabaseKind<Table>, table: Table): SqlValue[][] {
  const { columns, keys } = kind.tables[table];
  const order = Array.from({ length: keys }, (_, c) => c + 1).join(', ');
  return rowsFrom(database, `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${order}`);
}

function rowsFrom(database: SqlDatabase, sql: string): SqlValue[][] {
  const statement = database.prepare(sql);
  try {
    const rows: SqlValue[][] = [];
    while (statement.step()) rows.push(statement.get());
    return rows;
  } finally {
    statement.free();
  }
}

function corrupt(kind: DatabaseKind, value: string): LocalFault {
  return {
    path: '',
    value: `a damaged or altered database: ${value}`,
    allowed: `a file as ${kind.command} wrote it`,
    remedy: `Copy it again. ${buildAnew(kind)}`,
  };
}
