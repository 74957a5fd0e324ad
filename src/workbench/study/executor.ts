import { existsSync } from 'node:fs';
import { hostname, arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunSurroundings } from '../../families/compare.js';
import type { OpenedComparison } from '../../families/compare-by-solving.js';
import type { Family } from '../../families/family.js';
import { FAMILIES } from '../../families/registry.js';
import { writeAtomically } from '../../runs/files.js';
import type { OwnFolder } from '../../runs/own-folder.js';
import { PlaceTaken } from '../../runs/write-failure.js';
import { shardOf } from '../../runs/store/record-files.js';
import { openProcessPool, type ProcessAnswer, type ProcessLimits } from '../../runs/processes/pool.js';
import type { EngineOutcome, EngineRequest, Executor } from '../../studies/engine/engine.js';
import { runStudy } from '../../studies/engine/run-study.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION, type RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { failed } from '../../studies/plan/ended.js';
import { PLANS } from './own-places.js';
import { type Executed, type ExecuteRequest, recordedRun, type Unwritten } from './recorded-run.js';

/** Folders of a study's runs, and callback for notes on them. */
export interface RunPlaces {
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  /** Folder for plans; null to store none. */
  readonly plans: OwnFolder | null;
  /** Absolute path of the folder for intermediate results of long runs; null to save none. */
  readonly parts: string | null;
  /** Called with sentences for the user on events in runs, such as a damaged intermediate result. */
  readonly onNote?: (text: string) => void;
}

/** Module for child processes, and its function that executes a run. */
const TASK = { module: new URL('execute.js', import.meta.url).href, exportName: 'executeElsewhere' };

/**
 * Returns an executor that makes runs in child processes, `workers` at a time, and kills them at the study's limits.
 */
export function processExecutor(workers: number, places: RunPlaces): Executor {
  const pool = openProcessPool(TASK);
  return {
    workers,
    elsewhere: true,
    execute: async (run, limits) => {
      const answer = await pool.run(inputOf(run, places), limits);
      if (answer === null) return null;
      if (!answer.ok) return brokenRecord(run, answer, limits);
      const { record, plan, notes } = orUnwritten(answer.output as Executed | Unwritten);
      tell(notes, places);
      keepPlan(run, plan, places);
      const { cpuS, peakMemoryMiB } = answer.use;
      return { ...record, machine: { ...record.machine, cpuS, peakMemoryMiB } };
    },
    abort: () => {
      pool.abort();
    },
    close: () => pool.close(),
  };
}

/**
 * Returns an executor that makes runs in this process, one after another. It cannot kill a run at the study's limits.
 */
export function hereExecutor(places: RunPlaces, execute: (request: ExecuteRequest) => Promise<Executed>): Executor {
  return {
    workers: 1,
    execute: async (run) => {
      const { record, plan, notes } = await execute(inputOf(run, places));
      tell(notes, places);
      keepPlan(run, plan, places);
      return record;
    },
    abort: () => undefined,
    close: () => Promise.resolve(),
  };
}

/**
 * Makes the runs that have no record in `store`, `workers` at a time, and returns the records of all existing runs.
 * With one worker, or if child processes cannot make the runs, `run` makes them in this process, with the callbacks in
 * `around`.
 */
export async function madeRuns(
  {
    run,
    workers,
    onRecord = () => undefined,
    ...asked
  }: Pick<OpenedComparison, 'run'> &
    Pick<EngineRequest, 'runs' | 'store'> &
    Partial<Pick<EngineRequest, 'onRecord'>> & { readonly workers: number },
  around: RunSurroundings,
  families?: readonly Family[],
): Promise<EngineOutcome> {
  const places = { place: process.cwd(), plans: null, parts: null };
  const executor =
    workers > 1 && canRunElsewhere(families)
      ? processExecutor(workers, places)
      : hereExecutor(places, async (request) => {
          // Lets signals through before every run.
          await new Promise((resolve) => setImmediate(resolve));
          return recordedRun(request, () => run(request.run.identity, around), around.nowS);
        });
  const { interrupted, interruptedTwice } = around;
  const limits = { timeS: null, memoryMiB: null };
  try {
    return await runStudy({ ...asked, executor, limits, retry: 'failed', interrupted, interruptedTwice, onRecord });
  } finally {
    await executor.close();
  }
}

/**
 * Returns true if child processes can execute runs of these families. Child processes know only Plenum's own families,
 * and need compiled modules.
 */
export function canRunElsewhere(families: readonly Family[] = FAMILIES): boolean {
  return families === FAMILIES && existsSync(fileURLToPath(TASK.module));
}

/** Returns the path of a run's plan in a study folder, by the run's key. */
export function planFile(folder: string, key: string): string {
  return join(folder, PLANS, shardOf(key), `${key}.json`);
}

/**
 * Returns the result of a run that could write its intermediate results.
 *
 * @throws PlaceTaken if it could not, which is no outcome of the run
 */
function orUnwritten(executed: Executed | Unwritten): Executed {
  if ('unwritten' in executed) throw new PlaceTaken(executed.unwritten);
  return executed;
}

function inputOf(run: StudyRun, { place, plans, parts }: RunPlaces): ExecuteRequest {
  return { run, place, plan: plans !== null, parts };
}

function tell(notes: readonly string[], { onNote }: RunPlaces): void {
  for (const note of notes) onNote?.(note);
}

/** Writes the plan of a run, before the run's record, so that no record lacks its plan. */
function keepPlan({ key }: StudyRun, plan: string | null, { plans }: RunPlaces): void {
  if (plan !== null && plans !== null) writeAtomically(join(plans.folder(shardOf(key)), `${key}.json`), plan);
}

/** Returns the record of a run whose child process failed or was killed. */
function brokenRecord(
  { key, identity }: StudyRun,
  { reason, message, use, stderr }: ProcessAnswer & { ok: false },
  limits: ProcessLimits,
): RunRecord {
  return {
    format: RECORD_FORMAT,
    formatVersion: RECORD_FORMAT_VERSION,
    key,
    run: identity,
    outcome: failed(reason, message).outcome,
    machine: {
      plenumVersion: identity.version,
      nodeVersion: process.version,
      host: hostname(),
      platform: `${platform()} ${arch()}`,
      // It would have taken longer.
      timeS: reason === 'time' && limits.timeS !== null ? { total: limits.timeS } : {},
      ...use,
      trajectoryTimeS: [],
      ...(stderr === undefined ? {} : { stderr }),
    },
  };
}
