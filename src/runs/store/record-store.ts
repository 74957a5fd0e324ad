/**
 * Store of records in a folder: one file per key, written completely or not at all, without locks
 * (docs/studies/records.md).
 */
export interface RecordStore {
  /**
   * Returns the text of a record with a correct digest, perhaps just written by another process; null if there is none.
   */
  readonly get: (key: string) => string | null;
  /** Returns the keys of all complete records that this store has read or written. */
  readonly keys: () => ReadonlySet<string>;
  /**
   * Writes a record. The promise resolves when the record is flushed to disk. Concurrent calls share one flush.
   *
   * @throws WriteFailure if the file system refuses
   */
  readonly keep: (key: string, text: string) => Promise<void>;
  /**
   * Writes a record and flushes it to disk before it returns, for callers that cannot wait for a promise.
   *
   * @throws WriteFailure if the file system refuses
   */
  readonly keepNow: (key: string, text: string) => void;
  /** Returns the keys of records that this store read or wrote and that are no longer on disk. */
  readonly lost: () => readonly string[];
  /** Warnings about incomplete or foreign record files, with the paths that they were moved to. */
  readonly warnings: readonly string[];
  /** Resolves when all writing begun by `keep` has ended, successfully or not. */
  readonly close: () => Promise<void>;
}

/** Returns a store that keeps records only in the memory of this process. */
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
