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

/** A study folder that was read: the study, all its runs, and the existing records. */
export interface StudyFolder {
  readonly directory: string;
  readonly study: Study;
  /** Runs in the order of the study. With a stopping rule, only those that it has needed so far. */
  readonly runs: readonly StudyRun[];
  readonly store: RecordStore;
  /** Sentences for people about the study: fields that some instances do not have, runs that were merged. */
  readonly notes: readonly string[];
}

/** What is needed to read a study folder. */
export interface FolderSurroundings {
  readonly families?: readonly Family[];
  /** Folder of the package of Plenum. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  /** True if the study and its instances may name files outside their folders; false if absent. */
  readonly allowOutside?: boolean;
}

/** Returns the study of a folder with its runs and records. Runs nothing, and changes nothing in the folder. */
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

/**
 * Returns the records of a study folder without changing the folder: a damaged record is reported and left where it is.
 */
export function openedToRead(directory: string): StoreAnswer {
  return openRecordStore(directory, { accepts: isRunRecord, damaged: 'named' });
}

/** Returns a fault of the study file as a fault of the study folder that was named. */
function ofFolder(fault: Fault): Fault {
  return fault.path === '<study>' ? { ...fault, path: '<folder>' } : fault;
}

/** Returns all records of a store: those of runs that the study asks for, and others. */
export function recordsOf(store: RecordStore): RunRecord[] {
  return [...store.keys()].sort().flatMap((key) => {
    const text = store.get(key);
    return text === null ? [] : [JSON.parse(text) as RunRecord];
  });
}
