import type { SqlDatabase } from 'sql.js';
import { COLUMNS } from '../../src/families/templates/runs/database-schema.js';
import type { RandomStream } from '../../src/random/stream.js';
import { contentDigest } from '../../src/runs/database/content-digest.js';
import { DIGEST_KEY } from '../../src/runs/database/kind.js';
import { altered } from './templates-database.js';

/** Databases that somebody made up: something is wrong with them, and the digest is right. */
export interface Craft {
  readonly name: string;
  readonly statements: readonly string[];
}

/** Name of a table of a template database with prices. */
type TableName = keyof typeof COLUMNS;
/** Names of all its tables. */
const TABLES = Object.keys(COLUMNS) as TableName[];

/** Names of its views. */
const VIEWS = ['openings', 'infeasible', 'block_cores', 'node_cores'];

/** Statements that replace tables by copies without any constraint. */
export function loosened(views: readonly string[], columns: Readonly<Record<string, readonly string[]>>): string[] {
  const tables = Object.keys(columns).flatMap((table) => [
    `CREATE TABLE loose AS SELECT * FROM ${table}`,
    `DROP TABLE ${table}`,
    `CREATE TABLE ${table} (${columns[table]!.join(', ')})`,
    `INSERT INTO ${table} SELECT * FROM loose`,
    'DROP TABLE loose',
  ]);
  return [...views.map((view) => `DROP VIEW ${view}`), ...tables];
}

/** Wrong values for a column: a name and the SQL of each. */
export const VALUES: readonly (readonly [string, string])[] = [
  ['null', 'NULL'],
  ['a text', "'abc'"],
  ['an empty text', "''"],
  ['a number as text', "'7'"],
  ['bytes', "x'0102'"],
  ['no bytes', "x''"],
  ['infinity', '9e999'],
  ['minus infinity', '-9e999'],
  ['a negative number', '-3'],
  ['a huge number', '1e300'],
  ['a huge whole number', '9007199254740993'],
  ['a fraction', '0.37'],
  ['a list', "'[1,2,3,4,5,6,7]'"],
  ['an empty list', "'[]'"],
  ['a list of texts', '\'["a","b"]\''],
  ['a list of nothing', "'[null,null]'"],
  ['a deep list', `'${'['.repeat(5000)}'`],
  ['an object', '\'{"length":2}\''],
  ['a NaN as bytes', "x'000000000000f87f000000000000f87f'"],
];

/** Wrong structures: a name and the SQL statements that make each. */
const STRUCTURE: readonly (readonly [string, readonly string[]])[] = [
  ...TABLES.map((table): [string, string[]] => [`no table ${table}`, [`DROP TABLE ${table}`]]),
  ...TABLES.map((table): [string, string[]] => [`an empty ${table}`, [`DELETE FROM ${table}`]]),
  ...TABLES.filter((table) => table !== 'templates').map((table): [string, string[]] => [
    `a row twice in ${table}`,
    [`INSERT INTO ${table} SELECT * FROM ${table} LIMIT 1`],
  ]),
  ...TABLES.map((table): [string, string[]] => [
    `a row less in ${table}`,
    [`DELETE FROM ${table} WHERE ${COLUMNS[table][0]} = (SELECT max(${COLUMNS[table][0]}) FROM ${table})`],
  ]),
  ...TABLES.map((table): [string, string[]] => [`a column more in ${table}`, [`ALTER TABLE ${table} ADD COLUMN more`]]),
  ...TABLES.map((table): [string, string[]] => [
    `a column less in ${table}`,
    [`ALTER TABLE ${table} DROP COLUMN ${COLUMNS[table].at(-1)!}`],
  ]),
  ['templates that have no end', endless('templates')],
  ['meta that has no end', endless('meta')],
  ['a key more in meta', ["INSERT INTO meta VALUES ('more', 'x')"]],
  ['a vent combination far away', ['UPDATE vents SET vents = vents + 4000000000 WHERE vents = 3']],
];

function endless(table: TableName): string[] {
  const columns = COLUMNS[table].map((name) => `x AS ${name}`).join(', ');
  return [
    `DROP TABLE ${table}`,
    `CREATE VIEW ${table} AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT ${columns} FROM n`,
  ];
}

/** Wrong values for an entry of the table `meta`, in SQL. */
const META_VALUES = ["''", "'{}'", "'[]'", "'null'", '\'{"safe":{},"ceiling":{}}\'', "'NaN'", 'NULL', "x'00'", '12'];
/** Keys of the table `meta`. */
const META_KEYS = [
  'airflow',
  'format',
  'instance_json',
  'instance_name',
  'instance_sha256',
  'outlet_limit_c',
  'plenum_version',
  'rounding',
  'rounding_effects',
  'set_point_max_c',
  'set_point_min_c',
  'states',
];

/**
 * Crafts: first all single faults of structure and meta, then values of every column in some row; `count` of the
 * latter, drawn.
 */
export function crafts(count: number, random: RandomStream): Craft[] {
  const structure = STRUCTURE.map(([name, statements]) => ({ name, statements }));
  const meta = META_KEYS.flatMap((key) => [
    { name: `no meta.${key}`, statements: [`DELETE FROM meta WHERE key = '${key}'`] },
    ...META_VALUES.map((value) => ({
      name: `meta.${key} is ${value}`,
      statements: [`UPDATE meta SET value = ${value} WHERE key = '${key}'`],
    })),
  ]);
  const cells = TABLES.filter((table) => table !== 'meta').flatMap((table) =>
    COLUMNS[table].flatMap((column) =>
      VALUES.map(([what, value]) => {
        const row = random.integer(0, 3);
        const key = `(SELECT rowid FROM ${table} LIMIT 1 OFFSET ${row % 2})`;
        return {
          name: `${what} in ${table}.${column}, row ${row % 2}`,
          statements: [`UPDATE ${table} SET ${column} = ${value} WHERE rowid = ${key}`],
        };
      }),
    ),
  );
  for (let n = 0; n < count && n < cells.length; n++) {
    const other = random.integer(n, cells.length - 1);
    [cells[n], cells[other]] = [cells[other]!, cells[n]!];
  }
  return [...structure, ...meta, ...cells.slice(0, count)];
}

/** Bytes with the change made and the digest of the rows that then are there. */
export function crafted(bytes: Uint8Array, { statements }: Craft): Promise<Uint8Array> {
  return altered(bytes, (database) => {
    for (const statement of [...loosened(VIEWS, COLUMNS), ...statements]) database.run(statement);
    sign(database, COLUMNS);
  });
}

/** The same for a database whose nodes may be on standby. */
export function craftedStandby(bytes: Uint8Array, { statements }: Craft): Promise<Uint8Array> {
  const all: Readonly<Record<string, readonly string[]>> = {
    ...COLUMNS,
    templates: [...COLUMNS.templates, 'awake_nodes'],
  };
  const columns = Object.fromEntries(Object.entries(all).filter(([table]) => table !== 'prices' && table !== 'proofs'));
  return altered(bytes, (database) => {
    for (const statement of [...loosened([...VIEWS, 'block_nodes'], columns), ...statements]) database.run(statement);
    sign(database, columns);
  });
}

function sign(database: SqlDatabase, columns: Readonly<Record<string, readonly string[]>>): void {
  const digest = contentDigest();
  // A view may be endless: such a database has no digest.
  const views = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'view'");
  const endless = views.step();
  views.free();
  if (endless) return;
  try {
    for (const table of Object.keys(columns)) {
      const order = table === 'vents' ? '1, 2' : table === 'proofs' ? '1, 2, 3' : '1';
      const statement = database.prepare(
        `SELECT ${columns[table]!.join(', ')} FROM ${table} ORDER BY ${order} LIMIT 1000`,
      );
      while (statement.step()) {
        const row = statement.get();
        if (row[0] !== DIGEST_KEY) digest.add(table, row);
      }
      statement.free();
    }
    database.run(`UPDATE meta SET value = '${digest.result()}' WHERE key = '${DIGEST_KEY}'`);
  } catch {
    // A table or column is missing, or has no end of rows: there is no digest to be right.
  }
}
