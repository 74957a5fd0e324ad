/** Types for the part of the package sql.js that is used here; the package has no types of its own. */
declare module 'sql.js' {
  export type SqlValue = number | string | Uint8Array | null;
  export interface SqlStatement {
    readonly run: (values: readonly SqlValue[]) => void;
    readonly step: () => boolean;
    readonly get: () => SqlValue[];
    readonly free: () => void;
  }
  export interface SqlDatabase {
    readonly run: (sql: string) => unknown;
    readonly prepare: (sql: string) => SqlStatement;
    readonly export: () => Uint8Array;
    readonly close: () => void;
  }
  interface SqlJs {
    /** Class of databases in memory, empty or with the content of a file. */
    readonly Database: new (bytes?: Uint8Array) => SqlDatabase;
  }
  const initSqlJs: () => Promise<SqlJs>;
  export default initSqlJs;
}
