import type { RecordStore } from '../../runs/store/record-store.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { RunLimits } from '../plan/study.js';

/**
 * Makes runs, in this process or in others. It never throws because of what a run does; such a run has a failed record.
 */
export interface Executor {
  /** Number of runs that are made at the same time. */
  readonly workers: number;
  /**
   * True if runs are made in other processes, so that records are written while runs go on. Otherwise each run waits
   * until the record before it is written.
   */
  readonly elsewhere?: boolean;
  /** Makes a run and returns its record; null if the user asked a second time to end, and the run was given up. */
  readonly execute: (run: StudyRun, limits: RunLimits) => Promise<RunRecord | null>;
  /** Ends all runs at once, without waiting. */
  readonly abort: () => void;
  readonly close: () => Promise<void>;
}

/** Request to make the runs of a study that have no record in the store. */
export interface EngineRequest {
  readonly runs: readonly StudyRun[];
  /** Returns further runs when all runs so far are done (sequential stopping); an empty list ends the study. */
  readonly more?: (records: readonly RunRecord[]) => readonly StudyRun[];
  readonly store: RecordStore;
  readonly executor: Executor;
  readonly limits: RunLimits;
  /** Which existing records are replaced: none, or those of runs that failed. */
  readonly retry: 'none' | 'failed';
  /** Returns true if no further run is to be begun; those that have begun are finished. */
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  /** Called with each record after it was written to disk. */
  readonly onRecord: (record: RunRecord, state: EngineState) => void;
}

export interface EngineState {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Number of runs, out of `done`, that this call has made. */
  readonly made: number;
}

export interface EngineOutcome extends EngineState {
  readonly complete: boolean;
  /** Records in the order of the study, without missing ones. */
  readonly records: readonly RunRecord[];
}
