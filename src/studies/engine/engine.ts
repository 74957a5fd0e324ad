import type { RecordStore } from '../../runs/store/record-store.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { RunLimits } from '../plan/study.js';

/** Executor of runs, here or in other processes. It never throws for what a run does: that is a failed record. */
export interface Executor {
  /** Number of runs it makes at a time. */
  readonly workers: number;
  /**
   * True if runs are made in other processes, so that records come to disk while they go on; else each waits for the
   * last one's.
   */
  readonly elsewhere?: boolean;
  /** The record of a run; null if the user asked a second time to end and the run was given up. */
  readonly execute: (run: StudyRun, limits: RunLimits) => Promise<RunRecord | null>;
  /** End of all that still runs, without waiting for it. */
  readonly abort: () => void;
  readonly close: () => Promise<void>;
}

/** Request for the runs of a study that the store does not hold yet. */
export interface EngineRequest {
  readonly runs: readonly StudyRun[];
  /** Returns the source of further runs, asked when all so far are done: sequential stopping. Empty ends the study. */
  readonly more?: (records: readonly RunRecord[]) => readonly StudyRun[];
  readonly store: RecordStore;
  readonly executor: Executor;
  readonly limits: RunLimits;
  /** Records there that are made anew: none, or those that failed. */
  readonly retry: 'none' | 'failed';
  /** Question whether to stop: when true no further run is begun, and those running are finished. */
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  /** Receiver of each record once it is on disk. */
  readonly onRecord: (record: RunRecord, state: EngineState) => void;
}

export interface EngineState {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Runs that this call has made, of `done`. */
  readonly made: number;
}

export interface EngineOutcome extends EngineState {
  readonly complete: boolean;
  /** Records in the order of the study; those that are missing are left out. */
  readonly records: readonly RunRecord[];
}
