/** The part of the package that is used here; the package brings no types. */
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
    /** Class of databases in memory; made from the bytes of a file, or empty. */
    readonly Database: new (bytes?: Uint8Array) => SqlDatabase;
  }
  const initSqlJs: () => Promise<SqlJs>;
  export default initSqlJs;
}
