import { join } from 'node:path';
import { COMMAND_LINE, type Fault, reasonAt } from '../instances/fault.js';
import { userFolder } from '../runs/files.js';
import { ownFolder } from '../runs/own-folder.js';
import { openRecordStore, RECORDS } from '../runs/store/open-record-store.js';
import { isRunRecord } from '../studies/plan/is-record.js';
import { PARTS } from '../runs/store/part-store.js';
import { errorObstacle } from '../runs/write-failure.js';
import { unwritable } from './places.js';
import { memoryRecordStore, type RecordStore } from '../runs/store/record-store.js';

/** Record store of a study, and sentences on ignored files in its folder. */
export interface StudyStore {
  readonly store: RecordStore;
  readonly notes: readonly string[];
}

/** Returns the record store of a study: in its folder, or in memory without one. */
export function studyStore(out: string | null): StudyStore | { readonly fault: Fault } {
  if (out === null) return { store: memoryRecordStore(), notes: [] };
  try {
    userFolder(out);
    ownFolder(out, PARTS);
  } catch (error) {
    return { fault: unwritable('--out', errorObstacle(out, error)) };
  }
  const opened = openRecordStore(out, { accepts: isRunRecord });
  if (!opened.ok) {
    const { file, value, allowed, remedy } = opened.fault;
    return { fault: { file: COMMAND_LINE, path: '--out', value: reasonAt(value, file), allowed, remedy } };
  }
  return { store: opened.store, notes: opened.store.warnings };
}

/** Returns the path of the folder of records in a study folder. */
export function recordsIn(out: string): string {
  return join(out, RECORDS);
}
