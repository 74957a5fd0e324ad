/**
 * Store of record files in a folder: one file per key, written completely or not at all, and never locked
 * (docs/studies/records.md).
 */
export interface RecordStore {
  /**
   * Returns the text of a record with the right digest; null if there is none. Finds records that other processes have
   * written since, too.
   */
  readonly get: (key: string) => string | null;
  /** Returns the keys of the records that are known to exist and to be complete. */
  readonly keys: () => ReadonlySet<string>;
  /**
   * Keeps a record; it is on disk when the promise is fulfilled. Records kept at the same time share one flush.
   *
   * @throws WriteFailure if the file system refuses
   */
  readonly keep: (key: string, text: string) => Promise<void>;
  /**
   * Keeps a record; it is on disk when this returns. For callers that cannot wait.
   *
   * @throws WriteFailure if the file system refuses
   */
  readonly keepNow: (key: string, text: string) => void;
  /** Looks at the disk again and returns the keys whose records were read or kept here but have no file any more. */
  readonly lost: () => readonly string[];
  /** Sentences on files that are not complete records (truncated or foreign), and where they are now. */
  readonly warnings: readonly string[];
  /** Waits until everything given to `keep` is on disk, or has failed. */
  readonly close: () => Promise<void>;
}

/** Returns a store that keeps records only in this process. */
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
