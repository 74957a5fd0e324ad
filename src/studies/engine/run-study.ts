import type { RecordStore } from '../../runs/store/record-store.js';
import { canonicalJson } from '../plan/canonical-json.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { EngineOutcome, EngineRequest, EngineState } from './engine.js';

/**
 * Maximum number of records waiting to be written; then no further run starts. Our choice: two batches of the store.
 */
const MAX_ON_THE_WAY = 512;

/**
 * Executes the runs of a study without a record in the store, in order, one at a time per worker. Of runs with the same
 * key only one is executed. When all are done, `more` is called for further runs.
 *
 * @throws WriteFailure; the store then contains the records written until then
 */
export async function runStudy(request: EngineRequest): Promise<EngineOutcome> {
  const study = new Progress(request);
  let fresh = study.add(request.runs);
  for (;;) {
    const waiting = study.take(fresh);
    await drain(waiting, study, request);
    if (!study.isComplete() || request.more === undefined) break;
    fresh = study.add(request.more(study.records()));
    if (fresh.length === 0) break;
  }
  return { ...study.state(), complete: study.isComplete(), records: study.records() };
}

/** Returns the record of a run in a store; null if there is none. */
export function storedRecord(store: Pick<RecordStore, 'get'>, key: string): RunRecord | null {
  const text = store.get(key);
  return text === null ? null : (JSON.parse(text) as RunRecord);
}

/** State of a study's execution: its runs, and the records that are on disk. */
class Progress {
  readonly #request: EngineRequest;
  readonly #runs = new Map<string, StudyRun>();
  readonly #records = new Map<string, RunRecord>();
  #failed = 0;
  #made = 0;

  constructor(request: EngineRequest) {
    this.#request = request;
  }

  /** Adds runs to the study and returns those that are new, without duplicates. */
  add(runs: readonly StudyRun[]): readonly StudyRun[] {
    const fresh: StudyRun[] = [];
    for (const run of runs) {
      if (this.#runs.has(run.key)) continue;
      this.#runs.set(run.key, run);
      fresh.push(run);
    }
    return fresh;
  }

  /** Returns the runs that must be executed, because the store has no usable record. */
  take(runs: readonly StudyRun[]): readonly StudyRun[] {
    return runs.filter((run) => {
      const record = storedRecord(this.#request.store, run.key);
      if (record === null || (this.#request.retry === 'failed' && record.outcome.failure !== null)) return true;
      this.#set(record);
      return false;
    });
  }

  /** Uses the record of a run that another process has stored meanwhile. Returns true if there is such a record. */
  takeOver(run: StudyRun): boolean {
    if (this.#request.retry !== 'none') return false;
    const record = storedRecord(this.#request.store, run.key);
    if (record === null) return false;
    this.#set(record);
    this.#request.onRecord(record, this.state());
    return true;
  }

  /** Writes a record to the store and counts its run as done. */
  async keep(record: RunRecord): Promise<void> {
    await this.#request.store.keep(record.key, canonicalJson(record));
    this.#made++;
    this.#set(record);
    this.#request.onRecord(record, this.state());
  }

  records(): readonly RunRecord[] {
    return [...this.#runs.keys()].flatMap((key) => this.#records.get(key) ?? []);
  }

  state(): EngineState {
    return { done: this.#records.size, failed: this.#failed, total: this.#runs.size, made: this.#made };
  }

  isComplete(): boolean {
    return this.#records.size === this.#runs.size;
  }

  #set(record: RunRecord): void {
    this.#records.set(record.key, record);
    if (record.outcome.failure !== null) this.#failed++;
  }
}

/** Executes the waiting runs in order, each by the first idle worker. */
async function drain(waiting: readonly StudyRun[], study: Progress, request: EngineRequest): Promise<void> {
  const { executor, limits, interrupted, interruptedTwice } = request;
  const onTheWay = new Set<Promise<void>>();
  const mayWait = executor.elsewhere === true ? MAX_ON_THE_WAY : 1;
  const faults: unknown[] = [];
  let next = 0;
  const keep = (record: RunRecord): void => {
    const kept = study
      .keep(record)
      .catch((error: unknown) => {
        faults.push(error);
        // What still runs could not be kept either.
        executor.abort();
      })
      .finally(() => onTheWay.delete(kept));
    onTheWay.add(kept);
  };
  const lane = async (): Promise<void> => {
    while (next < waiting.length && faults.length === 0 && !interrupted() && !interruptedTwice()) {
      const run = waiting[next++]!;
      if (study.takeOver(run)) continue;
      const record = await executor.execute(run, limits);
      // A run that was cut short by the user says nothing that would be the same another time.
      if (record === null || record.outcome.termination === 'interrupted') continue;
      keep(record);
      while (onTheWay.size >= mayWait) await Promise.race(onTheWay);
    }
  };
  const lanes = Array.from({ length: Math.min(executor.workers, waiting.length) }, async () => {
    try {
      await lane();
    } catch (error) {
      faults.push(error);
      executor.abort();
    }
  });
  await Promise.all(lanes);
  await Promise.all(onTheWay);
  if (faults.length > 0) throw faults[0];
}
