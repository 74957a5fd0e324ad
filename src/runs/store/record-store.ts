/** Store of record files in a folder: one file per key, written whole or not at all, never locked (docs/studies/records.md). */
export interface RecordStore {
  /** Text of a record, whose digest fits; null where there is none. */
  readonly get: (key: string) => string | null;
  /** Keys of the records that are there and whole. */
  readonly keys: () => ReadonlySet<string>;
  /** Storage of a record, on disk when the promise ends; several at a time share one flush. @throws WriteFailure */
  readonly keep: (key: string, text: string) => Promise<void>;
  /** Storage of a record that is on disk when this returns, for callers that cannot wait. @throws WriteFailure */
  readonly keepNow: (key: string, text: string) => void;
  /** Sentences on files that were set aside: truncated, foreign, or of another version. */
  readonly warnings: readonly string[];
  readonly close: () => Promise<void>;
}
