import type { Family } from '../../families/family.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import { openRecordStore, type StoreAnswer } from '../../runs/store/open-record-store.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import { runsWanted } from '../../studies/analysis/stopping.js';
import type { RunRecord } from '../../studies/plan/record.js';
import { isRunRecord } from '../../studies/plan/is-record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { openStudy } from './open.js';

/** A study folder that was read: the study, all its runs, and the records that are there. */
export interface StudyFolder {
  readonly directory: string;
  readonly study: Study;
  /** Runs in the order of the study; with a stopping rule those that it asks for so far. */
  readonly runs: readonly StudyRun[];
  readonly store: RecordStore;
  /** Sentences for people on the study itself: fields that some instances lack, runs that were merged. */
  readonly notes: readonly string[];
}

/** Surroundings in which a study folder is read. */
export interface FolderSurroundings {
  readonly families?: readonly Family[];
  /** Folder of this package. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  /** True if the study and its instances may name files outside their folders; false if absent. */
  readonly allowOutside?: boolean;
}

/**
 * Returns the study of a folder, its runs and its records. Nothing is run, and nothing in the folder written, moved or
 * removed.
 */
export async function openStudyFolder(
  directory: string,
  surroundings: FolderSurroundings,
): Promise<{ readonly ok: true; readonly folder: StudyFolder } | Refused> {
  // Nothing is run: no module is loaded.
  const request = { study: directory, out: null, keep: false, yes: true, allowOutside: false, allowModules: true };
  const opened = await openStudy({ ...request, ...surroundings });
  if (!opened.ok) return { ...opened, faults: opened.faults.map(ofFolder) };
  if (opened.folder === null) {
    const allowed = 'a study folder, as plenum study run --out makes it';
    const remedy = 'Name the folder given to --out.';
    return { ok: false, faults: [{ file: COMMAND_LINE, path: '<folder>', value: directory, allowed, remedy }] };
  }
  const records = openedToRead(opened.folder);
  if (!records.ok) return { ok: false, faults: [records.fault] };
  const { study } = opened;
  const runs = study.stop === null ? opened.runs : runsWanted(study, opened.runs, recordsOf(records.store));
  return { ok: true, folder: { directory: opened.folder, study, runs, store: records.store, notes: opened.notes } };
}

/** Returns the records of a study folder for those who only read it: a damaged one is named, and left where it is. */
export function openedToRead(directory: string): StoreAnswer {
  return openRecordStore(directory, { accepts: isRunRecord, damaged: 'named' });
}

/** Returns a fault of the study that was named, told of the folder that was. */
function ofFolder(fault: Fault): Fault {
  return fault.path === '<study>' ? { ...fault, path: '<folder>' } : fault;
}

/** All records of a store, by their keys: of runs that the study asks for, and of others. */
export function recordsOf(store: RecordStore): RunRecord[] {
  return [...store.keys()].sort().flatMap((key) => {
    const text = store.get(key);
    return text === null ? [] : [JSON.parse(text) as RunRecord];
  });
}
