import { join, resolve } from 'node:path';
import type { Family } from '../../families/family.js';
import { COMMAND_LINE, type Refused, refused } from '../../instances/fault.js';
import { monotonicS } from '../../runs/clock.js';
import type { Kept } from '../../runs/kept.js';
import { ownFolder } from '../../runs/own-folder.js';
import { openRecordStore } from '../../runs/store/open-record-store.js';
import { PARTS } from '../../runs/store/part-store.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { EngineOutcome, EngineState, Executor } from '../../studies/engine/engine.js';
import { runsWanted, stoppingOf } from '../../studies/analysis/stopping.js';
import { runStudy, storedRecord } from '../../studies/engine/run-study.js';
import type { RunRecord } from '../../studies/plan/record.js';
import { isRunRecord } from '../../studies/plan/is-record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { unlessLost } from '../lost-files.js';
import { writingTo } from '../refusal-of.js';
import { executeRun } from './execute.js';
import { canRunElsewhere, hereExecutor, planFile, processExecutor, type RunPlaces } from './executor.js';
import { PLANS } from './own-places.js';
import { hasPlan, plansMissing } from './plans-missing.js';
import { openStudy } from './open.js';
import { type OtherVersion, runAnswer, type StudyRunAnswer, unexpandedAnswer } from './run-answer.js';
import { STUDY_FILE } from './source.js';
import { ExpansionStopped } from './turns.js';

export type { StudyRunAnswer };

/** Request to execute the runs of a study without a record in its folder. */
export interface StudyRunRequest {
  /** Path of a study file or study folder, or name of a bundled study. */
  readonly study: string;
  /** Study folder to write to; null if `study` is one. */
  readonly out: string | null;
  /** Number of runs executed at the same time, each in its own process. */
  readonly workers: number;
  /** Keys of the runs to execute, or unique prefixes with at least 6 digits; null for all. */
  readonly keys: readonly string[] | null;
  /** Existing records that are replaced: none, or those of failed runs. */
  readonly retry: 'none' | 'failed';
  /** True if the user confirmed a large number of runs. */
  readonly yes: boolean;
  /** True if study and instances may refer to files outside their folders. */
  readonly allowOutside: boolean;
  /** True if options of the study may name code modules, which runs execute; default false. */
  readonly allowModules?: boolean;
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  /** Families of the caller. Their runs are executed in this process, because child processes do not know them. */
  readonly families?: readonly Family[];
  /** Signal after which no further run starts; started ones are finished. */
  readonly finish?: { readonly aborted: boolean };
  /** Signal after which all runs are killed at once. */
  readonly abort?: AbortEvents;
  /** Called with each record written to disk, and the state of the study. */
  readonly onProgress?: (record: RunRecord, state: StudyState) => void;
  /** Called with the number of runs being executed. */
  readonly onRunning?: (count: number) => void;
}

/**
 * Part of AbortSignal that Plenum uses. AbortSignal is a type of browsers and Node.js, which programs that use the
 * library may lack.
 */
export interface AbortEvents {
  readonly aborted: boolean;
  readonly addEventListener: (event: 'abort', listener: () => void) => void;
  readonly removeEventListener: (event: 'abort', listener: () => void) => void;
}

export interface StudyState extends EngineState {
  /** Time since the first run started, s. */
  readonly elapsedS: number;
}

/** Executes the runs of a study without a record in its folder. A run is done once its record is on disk. */
export async function studyRun(request: StudyRunRequest): Promise<StudyRunAnswer | Refused> {
  try {
    return await writingTo('--out', () => openedAndRun(request));
  } catch (error) {
    if (error instanceof ExpansionStopped) return unexpandedAnswer(request.study);
    throw error;
  }
}

async function openedAndRun(request: StudyRunRequest): Promise<StudyRunAnswer | Refused> {
  const { keys } = request;
  const interrupted = (): boolean => request.finish?.aborted === true || request.abort?.aborted === true;
  const opened = await openStudy({ ...request, interrupted });
  if (!opened.ok) return opened;
  const { study, folder, place, chosen: runs } = opened;
  if (folder === null) {
    const allowed = 'a folder for the records of the study';
    const remedy = 'Name one with --out; the same command continues the study there.';
    return refused({ file: COMMAND_LINE, path: '--out', value: undefined, allowed, remedy });
  }
  // A task of an array must not read what thousands of others wrote.
  const reading = keys === null ? 'all' : 'asked';
  const answer = openRecordStore(folder, { accepts: isRunRecord, reading });
  if (!answer.ok) return refused(answer.fault);
  const { store } = answer;
  const stop = keys === null ? study.stop : null;
  const plans = study.keep.includes('plan') ? ownFolder(resolve(folder), PLANS) : null;
  const before = new Set(store.keys());
  // Of runs that were made before, plans may have been asked for since.
  const plansWritten = (): readonly string[] =>
    [...store.keys()].filter((key) => !before.has(key) && hasPlan(storedRecord(store, key)!));
  const files = (): Readonly<Record<string, readonly string[]>> => ({
    [STUDY_FILE]: [join(folder, STUDY_FILE)],
    ...(plans === null ? {} : { plan: plansWritten().map((key) => planFile(folder, key)) }),
  });
  const met: string[] = [];
  const onNote = (text: string): void => void met.push(text);
  const executor = executorFor(request, { place, plans, parts: resolve(folder, PARTS), onNote });
  const startS = monotonicS();
  try {
    const kept = await unlessLost({ folder, store, files }, () =>
      engineRun(request, { ...study, stop }, runs, store, executor, startS),
    );
    if (!kept.ok) return kept;
    const outcome = kept.made;
    const others = otherVersions(opened.runs, store, request.plenumVersion);
    const lacking = plans === null ? [] : plansMissing(folder, outcome.records);
    const notes = [...opened.notes, ...store.warnings, ...met, ...lacking, ...others.map(({ text }) => text)];
    const stopping = stop === null ? null : stoppingOf(stop, study.seeds, opened.runs, outcome.records);
    const { workers } = executor;
    const finish = keys === null && outcome.complete && outcome.failed === 0 ? opened.finish : null;
    const written = (await finish?.(folder, store, workers)) ?? null;
    if (written?.ok === false) return written;
    const isPart = request.keys !== null;
    const totalS = monotonicS() - startS;
    return runAnswer({
      allowed: request,
      stopping,
      study,
      folder,
      outcome,
      workers,
      notes,
      written,
      totalS,
      isPart,
      runs,
      others,
    });
  } finally {
    await executor.close();
    await store.close();
  }
}

function executorFor({ workers, families }: StudyRunRequest, places: RunPlaces): Executor {
  if (canRunElsewhere(families)) return processExecutor(workers, places);
  const kept: Kept = new Map();
  return hereExecutor(places, (request) => executeRun(request, families, kept));
}

async function engineRun(
  request: StudyRunRequest,
  { limits, stop, seeds }: Pick<Study, 'limits' | 'stop' | 'seeds'>,
  runs: readonly StudyRun[],
  store: RecordStore,
  executor: Executor,
  startS: number,
): Promise<EngineOutcome> {
  const { finish, abort, onProgress, onRunning, retry } = request;
  const giveUp = (): void => {
    executor.abort();
  };
  abort?.addEventListener('abort', giveUp);
  let running = 0;
  const counted: Executor = {
    ...executor,
    execute: async (run, limits) => {
      onRunning?.(++running);
      try {
        return await executor.execute(run, limits);
      } finally {
        onRunning?.(--running);
      }
    },
  };
  try {
    return await runStudy({
      runs: runsWanted({ stop, seeds }, runs, []),
      store,
      executor: counted,
      limits,
      retry,
      // With a stopping rule further seeds are asked for, look by look.
      more: (records) => runsWanted({ stop, seeds }, runs, records),
      interrupted: () => finish?.aborted === true,
      interruptedTwice: () => abort?.aborted === true,
      onRecord: (record, state) => onProgress?.(record, { ...state, elapsedS: monotonicS() - startS }),
    });
  } finally {
    abort?.removeEventListener('abort', giveUp);
  }
}

/**
 * Returns the numbers of records of other versions of Plenum in the folder. Such records are not used, because the
 * version is part of a run's key.
 */
function otherVersions(runs: readonly StudyRun[], store: RecordStore, ours: string): readonly OtherVersion[] {
  const asked = new Set(runs.map(({ key }) => key));
  const counts = new Map<string, number>();
  for (const key of store.keys()) {
    if (asked.has(key)) continue;
    const { version } = storedRecord(store, key)!.run;
    if (version !== ours) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([version, records]) => {
      const text = `${records} ${records === 1 ? 'record' : 'records'} of version ${version} are kept and not used.`;
      return { version, records, text };
    });
}
