import type { Design, TrialRequest } from '../../experiments/design.js';
import type { Pool } from '../../experiments/pool.js';
import { checkValues, type JournalEntry, type TrialRecord } from '../../experiments/record.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { Executor } from '../../studies/engine/engine.js';
import { runStudy } from '../../studies/engine/run-study.js';
import type { MachineFrame, RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { entryOfRecord, recordOfTrial } from './trial-record.js';
import { runsOfDesign, type TrialFrame, trialOfRun } from './trial-run.js';

/** Request to run those trials of a designed experiment that have no record in the store yet. */
export interface TrialsRequest {
  readonly design: Design;
  readonly frame: TrialFrame;
  readonly store: RecordStore;
  readonly executor: Executor;
  /** Returns true if no further trial may start; started ones are completed. */
  readonly interrupted: () => boolean;
  readonly interruptedTwice?: () => boolean;
  /** Called with every trial whose record was stored. */
  readonly onTrial: (state: TrialsState, last: RunRecord) => unknown;
}

export interface TrialsState {
  readonly done: number;
  readonly total: number;
}

export interface TrialsOutcome extends TrialsState {
  readonly complete: boolean;
  /** Records of the trials, also failed ones, in the order of the design. */
  readonly made: readonly { readonly input: TrialRequest; readonly record: RunRecord }[];
}

/**
 * Runs the trials of a design that have no record in the store, or only the record of a failure. Returns all trials
 * that then have a record. If a trial depends only on its input, the records depend neither on the number of workers
 * nor on interruptions.
 *
 * @throws what the executor or the store throws.
 */
export async function runTrials(request: TrialsRequest): Promise<TrialsOutcome> {
  const { design, frame, store, executor, interrupted, interruptedTwice = () => false, onTrial } = request;
  const runs = runsOfDesign(design, frame);
  const { complete, records, done, total } = await runStudy({
    runs,
    store,
    executor,
    interrupted,
    interruptedTwice,
    limits: { timeS: null, memoryMiB: null },
    retry: 'failed',
    onRecord: (record, state) => onTrial({ done: state.done, total: state.total }, record),
  });
  const found = new Map(records.map((record) => [record.key, record]));
  const made = runs.flatMap(({ key, identity }) => {
    const record = found.get(key);
    return record === undefined ? [] : [{ input: trialOfRun(identity), record }];
  });
  return { complete, done, total, made };
}

/** Returns how many trials of a design have a record without failure in the store. */
export function trialsIn(store: RecordStore, design: Design, frame: TrialFrame): number {
  return storedRuns(store, runsOfDesign(design, frame)).length;
}

/** Returns the runs that have a record without failure in the store, each with its record. */
export function storedRuns(store: RecordStore, runs: readonly StudyRun[]): { run: StudyRun; record: RunRecord }[] {
  return runs.flatMap((run) => {
    const text = store.get(run.key);
    if (text === null) return [];
    const record = JSON.parse(text) as RunRecord;
    return record.outcome.failure === null ? [{ run, record }] : [];
  });
}

/** Returns the results of trials, none of which may have failed, as journal entries. */
export function entriesOf(made: TrialsOutcome['made']): JournalEntry[] {
  return made.map(({ input, record }) => entryOfRecord(input, record));
}

/** Returns journal entries as trial records, which also have each trial's seed. */
export function recordsOf({ seed }: Design, entries: readonly JournalEntry[]): TrialRecord[] {
  return entries.map(({ cell, trial, values }) => ({ cell, trial, seed: seed + trial, values }));
}

/** What an executor needs besides a trial: machine facts for its record, and a file for intermediate results. */
export interface TrialRules {
  readonly machine: () => MachineFrame;
  /**
   * Returns the path of the file for a trial's intermediate results, from which a trial that was killed continues.
   * Absent if trials have no such file.
   */
  readonly partFileOf?: (run: StudyRun) => string;
}

/**
 * Returns an executor of trials on a pool of threads, or in this thread. If a trial throws an error, the executor
 * throws an error that names the trial.
 */
export function poolExecutor(pool: Pool, workers: number, rules: TrialRules): Executor {
  const { machine, partFileOf } = rules;
  return {
    workers,
    execute: async (run) => {
      const input = trialOfRun(run.identity);
      try {
        const output = await pool.run(partFileOf === undefined ? input : { ...input, partFile: partFileOf(run) });
        checkValues(output.values);
        return recordOfTrial(run, output, machine());
      } catch (error) {
        throw trialFailure(run, input, error);
      }
    },
    abort: () => undefined,
    close: () => pool.close(),
  };
}

function trialFailure({ identity }: StudyRun, { cell, seed }: TrialRequest, cause: unknown): Error {
  const { name } = (identity.more as { readonly design: Pick<Design, 'name'> }).design;
  const where = Object.entries(cell)
    .map(([factor, level]) => `${factor} ${level}`)
    .join(', ');
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${name}: the trial with seed ${seed} of ${where} failed: ${message}`, { cause });
}
