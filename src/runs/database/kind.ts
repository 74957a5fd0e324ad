/**
 * A kind of database: an SQLite file that Plenum computes in parts, writes at once and reads as a whole. `Table` is the
 * type of its table names.
 */
export interface DatabaseKind<Table extends string = string> {
  /** Noun for messages, without article, such as "template database". */
  readonly name: string;
  /** Command that builds such a database, such as "plenum templates build". */
  readonly command: string;
  /** Noun with article for the instances that such a database is built from, such as "a templates instance". */
  readonly instance: string;
  /** Value of `application_id` in the file's header, which identifies the kind. */
  readonly applicationId: number;
  /** Names of other kinds of databases that users may mistake for this one, by `application_id`. */
  readonly others?: Readonly<Record<number, string>>;
  /** Value of `user_version` in the file's header. Other versions are refused. */
  readonly schemaVersion: number;
  /** Other schema versions that can be read, each as a DatabaseKind of its own. */
  readonly otherVersions?: readonly number[];
  /** Size of a page of the SQLite file, bytes. */
  readonly pageBytes: number;
  /** SQL statements that create tables and views. */
  readonly schemaSql: string;
  /** Tables in the order of writing and digesting. The first is `meta`, of keys and values. */
  readonly tables: Readonly<Record<Table, TableForm>>;
}

export interface TableForm {
  readonly columns: readonly string[];
  /** Type of each column by one letter: i integer, r finite number, R finite number or null, t text, b bytes. */
  readonly kinds: string;
  /** Number of columns, from the first, that form the key by which rows are sorted. */
  readonly keys: number;
}

/** Key of the row of `meta` with the digest of all other rows. */
export const DIGEST_KEY = 'content_sha256';

export function tableNames<Table extends string>({ tables }: DatabaseKind<Table>): Table[] {
  return Object.keys(tables) as Table[];
}

/** Returns the remedy for an unusable database: to build it again. */
export function buildAnew({ command }: DatabaseKind): string {
  return `Build it anew: ${command} <instance> --out <file> --force.`;
}
