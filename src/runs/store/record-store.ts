/** Store of record files in a folder: one file per key, written whole or not at all, never locked (docs/studies/records.md). */
export interface RecordStore {
  /** Text of a record, whose digest fits; null where there is none. One that another process wrote since is found, too. */
  readonly get: (key: string) => string | null;
  /** Keys of the records that are known to be there and whole. */
  readonly keys: () => ReadonlySet<string>;
  /** Storage of a record, on disk when the promise ends; several at a time share one flush. @throws WriteFailure */
  readonly keep: (key: string, text: string) => Promise<void>;
  /** Storage of a record that is on disk when this returns, for callers that cannot wait. @throws WriteFailure */
  readonly keepNow: (key: string, text: string) => void;
  /** Keys of the records that were read or stored here and have no file any more: the disk is looked at again. */
  readonly lost: () => readonly string[];
  /** Sentences on files that are no whole records, truncated or foreign ones, and where they are now. */
  readonly warnings: readonly string[];
  /** End of writing: all that was given to `keep` is on disk, or its promise has failed. */
  readonly close: () => Promise<void>;
}

/** Store that keeps nothing beyond this process. */
export function memoryRecordStore(records: Iterable<readonly [key: string, text: string]> = []): RecordStore {
  const texts = new Map(records);
  return {
    get: (key) => texts.get(key) ?? null,
    keys: () => new Set(texts.keys()),
    keep: (key, text) => {
      texts.set(key, text);
      return Promise.resolve();
    },
    keepNow: (key, text) => {
      texts.set(key, text);
    },
    lost: () => [],
    warnings: [],
    close: () => Promise.resolve(),
  };
}
