import { join } from 'node:path';
import { COMMAND_LINE, type Fault, reasonAt, type Refused, refused } from '../instances/fault.js';
import { userFolder } from '../runs/files.js';
import { ownFolder } from '../runs/own-folder.js';
import { openRecordStore, RECORDS } from '../runs/store/open-record-store.js';
import { isRunRecord } from '../studies/plan/is-record.js';
import { PARTS } from '../runs/store/part-store.js';
import { errorObstacle } from '../runs/write-failure.js';
import { memoryRecordStore, type RecordStore } from '../runs/store/record-store.js';
import { unlessLost } from './lost-files.js';
import { unwritable } from './places.js';
import { writingTo } from './refusal-of.js';
import type { StudyPlace } from './study.js';

/** A record store that the caller has opened, and the study folder that it is in. */
export interface KeptStudy {
  readonly store: RecordStore;
  readonly folder: string;
}

/**
 * Calls `make` with the record store of the folder `out`, or with the given one, and returns what it made. Returns a
 * refusal if the folder cannot be used, or if records disappeared meanwhile.
 */
export async function madeInStore<Made>(
  { out, onNote }: Pick<StudyPlace, 'out' | 'onNote'>,
  given: KeptStudy | undefined,
  make: (store: RecordStore, folder: string | null) => Promise<Made>,
): Promise<{ readonly ok: true; readonly made: Made } | Refused> {
  const opened = given === undefined ? studyStore(out) : given.store;
  if ('fault' in opened) return refused(opened.fault);
  if (given === undefined) opened.warnings.forEach(onNote);
  const folder = given?.folder ?? out;
  try {
    return await writingTo('--out', () => unlessLost({ folder, store: opened }, () => make(opened, folder)));
  } finally {
    if (given === undefined) await opened.close();
  }
}

/** Returns the record store of a study: in the study folder, or in memory if there is no folder. */
function studyStore(out: string | null): RecordStore | { readonly fault: Fault } {
  if (out === null) return memoryRecordStore();
  try {
    userFolder(out);
    ownFolder(out, PARTS);
  } catch (error) {
    return { fault: unwritable('--out', errorObstacle(out, error)) };
  }
  const opened = openRecordStore(out, { accepts: isRunRecord });
  if (opened.ok) return opened.store;
  const { file, value, allowed, remedy } = opened.fault;
  return { fault: { file: COMMAND_LINE, path: '--out', value: reasonAt(value, file), allowed, remedy } };
}

/** Returns the path of the folder of records in a study folder. */
export function recordsIn(out: string): string {
  return join(out, RECORDS);
}
