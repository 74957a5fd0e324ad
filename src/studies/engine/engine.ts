import type { RecordStore } from '../../runs/store/record-store.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { RunLimits } from '../plan/study.js';

/**
 * Executes runs of a study, in this process or in child processes. If a run fails, its record says so; nothing is
 * thrown.
 */
export interface Executor {
  /** Number of runs executed at the same time. */
  readonly workers: number;
  /**
   * True if runs are executed in other processes, so that records are written while runs continue. Otherwise each run
   * starts after the previous record is written.
   */
  readonly elsewhere?: boolean;
  /** Executes a run and returns its record; null if the user's second interrupt aborted it. */
  readonly execute: (run: StudyRun, limits: RunLimits) => Promise<RunRecord | null>;
  /** Kills all runs at once, without waiting for their results. */
  readonly abort: () => void;
  readonly close: () => Promise<void>;
}

/** Request to execute the runs of a study that have no record in the store. */
export interface EngineRequest {
  readonly runs: readonly StudyRun[];
  /**
   * Called when all known runs are done, for sequential stopping. Returns further runs; if it returns none, the study
   * ends.
   */
  readonly more?: (records: readonly RunRecord[]) => readonly StudyRun[];
  readonly store: Pick<RecordStore, 'get' | 'keep'>;
  readonly executor: Executor;
  readonly limits: RunLimits;
  /** Existing records that are replaced: none, or those of failed runs. */
  readonly retry: 'none' | 'failed';
  /** Returns true if no further run may start because of an interrupt. Started runs are finished. */
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  /** Called with each record after it is written to disk. */
  readonly onRecord: (record: RunRecord, state: EngineState) => void;
}

export interface EngineState {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Number of runs that this call executed; the other `done` runs had a record before. */
  readonly made: number;
}

export interface EngineOutcome extends EngineState {
  readonly complete: boolean;
  /** Existing records of the study's runs, in the order of the study. */
  readonly records: readonly RunRecord[];
}
