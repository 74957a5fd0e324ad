import type { RecordStore } from '../../src/runs/store/record-store.js';
import type { StudyFolder } from '../../src/workbench/study/folder.js';
import type { DrawnStudy } from './study-records.js';

/** Store in memory that lists its keys in the order in which the records are given. */
export function storeOf(records: DrawnStudy['records'], warnings: readonly string[] = []): RecordStore {
  const texts = new Map(records.map((record) => [record.key, JSON.stringify(record)]));
  const keepNow = (key: string, text: string): void => {
    texts.set(key, text);
  };
  return {
    warnings,
    keepNow,
    get: (key) => texts.get(key) ?? null,
    keys: () => new Set(texts.keys()),
    lost: () => [],
    keep: (key, text) => {
      keepNow(key, text);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

/** An invented study as it is opened from a folder. */
export function folderOf(
  directory: string,
  { study, runs, records }: DrawnStudy,
  warnings?: readonly string[],
): StudyFolder {
  return { directory, study, runs, store: storeOf(records, warnings), notes: [] };
}
