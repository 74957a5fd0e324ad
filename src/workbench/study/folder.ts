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

/** A study folder in memory: study, runs and existing records. */
export interface StudyFolder {
  readonly directory: string;
  readonly study: Study;
  /** Runs in the order of the study; with a stopping rule, only those needed so far. */
  readonly runs: readonly StudyRun[];
  readonly store: RecordStore;
  /** Sentences for the user: fields that some instances lack, and merged duplicate runs. */
  readonly notes: readonly string[];
}

/** Program data and permissions needed to read a study folder. */
export interface FolderSurroundings {
  readonly families?: readonly Family[];
  /** Folder in which Plenum is installed. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  /** True if study and instances may refer to files outside their folders; default false. */
  readonly allowOutside?: boolean;
}

/** Reads a study folder with its runs and records. Executes and changes nothing. */
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

/** Opens the record store of a study folder without changing the folder: a damaged record is reported, not moved. */
export function openedToRead(directory: string): StoreAnswer {
  return openRecordStore(directory, { accepts: isRunRecord, damaged: 'named' });
}

/** Converts a fault of the study file into a fault of the study folder that the user named. */
function ofFolder(fault: Fault): Fault {
  return fault.path === '<study>' ? { ...fault, path: '<folder>' } : fault;
}

/** Returns all records of a store, also of runs not in the study. */
export function recordsOf(store: RecordStore): RunRecord[] {
  return [...store.keys()].sort().flatMap((key) => {
    const text = store.get(key);
    return text === null ? [] : [JSON.parse(text) as RunRecord];
  });
}
