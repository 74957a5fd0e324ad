import type { TemplatesInstance } from '../../../../models/problems/templates/instance.js';
import { templateBook } from '../../../../models/problems/templates/book.js';
import { stateCount } from '../../../../models/problems/templates/states.js';
import type { LocalProblem, Problem } from '../../../instances/problem.js';
import { judgeTemplatesText } from '../instances/load.js';
import initSqlJs, { type SqlDatabase, type SqlValue } from 'sql.js';
import { contentDigest } from './content-digest.js';
import { BUILD_ANEW, readDatabaseFile } from './database-file.js';
import { contentProblems } from './database-content.js';
import { formProblems, type Rows } from './database-form.js';
import { COLUMNS, DIGEST_KEY, type TableName } from './database-schema.js';
import { blocksOf, factsOf, type Meta, templatesOf, ventOpeningsOf } from './database-rows.js';
import { tablesOf as instanceTables } from './instance-rows.js';
import type { TemplateDatabase } from './result.js';

export type OpenedTemplateDatabase =
  | ({ readonly ok: true; readonly file: string; readonly bytes: number } & TemplateDatabase)
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Instance that the caller expects the database to be of. */
export interface ExpectedInstance {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Extent of the judgement: templates have to be readable; or also to be of the states of the grid, with settings that
 * the room can have. All other tables are those of the instance.
 */
export type DatabaseContents = 'readable' | 'of the instance';

/**
 * Template database of a file, read into memory; nothing on disk is touched, locked or left behind. All of it is
 * checked: the header, every row against the digest stored with them, that no state is missing, that values are what
 * their columns are for, and what the instance and its room allow (of templates: where `contents` says so). Nothing is
 * thrown for a bad file.
 */
export async function openTemplateDatabase(
  file: string,
  expected?: ExpectedInstance,
  contents: DatabaseContents = 'of the instance',
): Promise<OpenedTemplateDatabase> {
  const refuse = (problem: LocalProblem): OpenedTemplateDatabase => ({ ok: false, problems: [{ file, ...problem }] });
  const read = readDatabaseFile(file);
  if (!read.ok) return refuse(read.problem);
  const tables = await tablesOf(read.bytes);
  if (typeof tables === 'string') return refuse(corrupt(tables));
  const meta: Meta = new Map(tables.rows.meta.map(([key, value]) => [String(key), String(value)]));
  const judged = judgeTemplatesText(meta.get('instance_json') ?? '');
  const { grid } = judged.ok ? judged.instance : { grid: null };
  const gap = grid === null ? null : missingState(tables.rows.templates, stateCount(grid));
  if (gap !== null) return refuse(gap);
  if (tables.digest !== meta.get(DIGEST_KEY)) return refuse(corrupt('rows that are not those written'));
  if (!judged.ok) {
    const problems = judged.problems.map((one) => ({ file, ...one, path: `meta.instance_json: ${one.path}` }));
    return { ok: false, problems };
  }
  const { instance } = judged;
  const ofInstance = instanceTables(instance);
  const form = formProblems(tables.rows, instance, ofInstance);
  const problems =
    form.length > 0 ? form : contentProblems(tables.rows, instance, ofInstance, contents === 'of the instance');
  if (problems.length > 0) return { ok: false, problems: problems.map((problem) => ({ file, ...problem })) };
  const facts = factsOf(meta);
  if (expected !== undefined && expected.sha256 !== facts.instanceSha256)
    return refuse(otherInstance(facts.instanceName, expected));
  return { ok: true, file, bytes: read.bytes.length, ...databaseOf(instance, meta, tables.rows) };
}

/** Rows of all tables in order, or what SQLite says is wrong. */
async function tablesOf(bytes: Uint8Array): Promise<{ readonly rows: Rows; readonly digest: string } | string> {
  const { Database } = await initSqlJs();
  let database: SqlDatabase | undefined;
  try {
    const source = new Database(bytes);
    database = source;
    const digest = contentDigest();
    const names = Object.keys(COLUMNS) as TableName[];
    const rows = names.map((table) => {
      refuseOtherTable(source, table);
      const all = rowsOf(source, table);
      for (const row of all) if (row[0] !== DIGEST_KEY) digest.add(table, row);
      return [table, all] as const;
    });
    return { rows: Object.fromEntries(rows) as unknown as Rows, digest: digest.result() };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database?.close();
  }
}

/**
 * Refusal of other tables. @throws Error for a view or virtual table, which may have no end of rows, and for other
 * columns.
 */
function refuseOtherTable(database: SqlDatabase, table: TableName): void {
  const [kinds] = rowsFrom(database, `SELECT type, rootpage FROM sqlite_master WHERE name = '${table}'`);
  if (kinds === undefined) throw new Error(`no such table: ${table}`);
  if (kinds[0] !== 'table' || kinds[1] === 0) throw new Error(`${table} is no table of its own`);
  const columns = rowsFrom(database, `PRAGMA table_xinfo(${table})`).map(([, name]) => String(name));
  if (columns.join() !== COLUMNS[table].join()) throw new Error(`${table} has other columns`);
}

function rowsOf(database: SqlDatabase, table: TableName): SqlValue[][] {
  const order = table === 'vents' ? '1, 2' : '1';
  return rowsFrom(database, `SELECT ${COLUMNS[table].join(', ')} FROM ${table} ORDER BY ${order}`);
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

function corrupt(value: string): LocalProblem {
  return {
    path: '',
    value: `a damaged or altered database: ${value}`,
    allowed: 'a file as plenum templates build wrote it',
    remedy: `Copy it again. ${BUILD_ANEW}`,
  };
}

/** Problem of a missing state; the rows are in the order of their states. */
function missingState(rows: readonly (readonly SqlValue[])[], count: number): LocalProblem | null {
  const problem = (value: string): LocalProblem => ({
    path: 'templates',
    value,
    allowed: `each of the ${count} states of the grid once`,
    remedy: BUILD_ANEW,
  });
  const states = rows.map(([state]) => state);
  const wrong = states.findIndex((state, k) => state !== k);
  if (wrong < 0 && states.length === count) return null;
  if (wrong < 0 && states.length < count) return problem(`no state ${states.length}`);
  const state = wrong < 0 ? states[count] : states[wrong];
  if (wrong > 0 && state === states[wrong - 1]) return problem(`state ${String(state)} twice`);
  const isAhead = typeof state === 'number' && Number.isInteger(state) && state > wrong && wrong >= 0 && wrong < count;
  return problem(isAhead ? `no state ${wrong}` : `a state ${String(state)}`);
}

function otherInstance(name: string, expected: ExpectedInstance): LocalProblem {
  const same = name === expected.name;
  return {
    path: 'meta.instance_sha256',
    value: same ? `templates of another version of "${name}"` : `templates of "${name}"`,
    allowed: `templates of "${expected.name}" as it is now`,
    remedy: same
      ? 'The instance (or its matrices) changed since: build the database anew, or take the instance it was built from.'
      : 'Name the database of this instance, or build one.',
  };
}

function databaseOf(instance: TemplatesInstance, meta: Meta, rows: Rows): TemplateDatabase {
  const { templates, figures, states } = templatesOf(rows.templates);
  return {
    facts: factsOf(meta),
    instance,
    blocks: blocksOf(rows.blocks),
    quadrants: rows.quadrants.map(([, name, cores]) => ({ name: String(name), cores: Number(cores) })),
    ventOpenings: ventOpeningsOf(rows.vents),
    book: templateBook(instance.grid, templates),
    coresFigures: (state) => figures[state]!,
    statedState: (state) => states[state]!,
  };
}
