/**
 * A kind of SQLite file that Plenum builds in parts, writes at once and reads as a whole. `Table` is the type of its
 * table names.
 */
export interface DatabaseKind<Table extends string = string> {
  /** Name of such a file, without article, such as "template database". */
  readonly name: string;
  /** The command that builds such a file, such as "plenum templates build". */
  readonly command: string;
  /** Noun with article for the instances that such a file is built from, such as "a templates instance". */
  readonly instance: string;
  /** Number in the file's header as `application_id`. */
  readonly applicationId: number;
  /** Names of other kinds of files that may be confused with this kind, by their `application_id`. */
  readonly others?: Readonly<Record<number, string>>;
  /** Version in the file's header as `user_version`. Files with another version are refused. */
  readonly schemaVersion: number;
  /** Other versions of such files that can also be read, each as a kind of its own. */
  readonly otherVersions?: readonly number[];
  /** Size of a page, bytes. */
  readonly pageBytes: number;
  /** SQL statements that make the tables and views. */
  readonly schemaSql: string;
  /** Tables in the order in which they are written and digested; the first is `meta`, of keys and values. */
  readonly tables: Readonly<Record<Table, TableForm>>;
}

export interface TableForm {
  readonly columns: readonly string[];
  /**
   * Kind of value in each column, one letter each: i whole number, r finite number, R finite number or null, t text, b
   * bytes.
   */
  readonly kinds: string;
  /** Number of columns that form the key, by which rows are sorted. */
  readonly keys: number;
}

/** Key of the row of `meta` that holds the digest of everything else. */
export const DIGEST_KEY = 'content_sha256';

export function tableNames<Table extends string>({ tables }: DatabaseKind<Table>): Table[] {
  return Object.keys(tables) as Table[];
}

/** Returns the remedy for a file that cannot be used, which is to build it again. */
export function buildAnew({ command }: DatabaseKind): string {
  return `Build it anew: ${command} <instance> --out <file> --force.`;
}
