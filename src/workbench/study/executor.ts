import { existsSync } from 'node:fs';
import { hostname, arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Family } from '../../families/family.js';
import { FAMILIES } from '../../families/registry.js';
import { writeAtomically } from '../../runs/files.js';
import type { OwnFolder } from '../../runs/own-folder.js';
import { PlaceTaken } from '../../runs/write-failure.js';
import { shardOf } from '../../runs/store/record-files.js';
import { openProcessPool, type ProcessAnswer, type ProcessLimits } from '../../runs/processes/pool.js';
import type { Executor } from '../../studies/engine/engine.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION, type RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import { type Executed, type ExecuteRequest, executeRun, type Unwritten } from './execute.js';
import { PLANS } from './own-places.js';

/** Folders and receivers that the runs of a study use. */
export interface RunPlaces {
  /** Absolute folder from which relative paths of the study count. */
  readonly place: string;
  /** Folder for the plans; null if plans are not kept. */
  readonly plans: OwnFolder | null;
  /** Absolute folder in which long runs save intermediate results; null if nothing is kept. */
  readonly parts: string | null;
  /** Called with sentences for people about events in runs, such as a damaged part. */
  readonly onNote?: (text: string) => void;
}

/** Module that other processes load, and its function that makes a run. */
const TASK = { module: new URL('execute.js', import.meta.url).href, exportName: 'executeElsewhere' };

/**
 * Returns an executor that makes runs in child processes, as many at a time as there are workers, and ends each at the
 * study's limits.
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
 * Returns an executor that makes runs in this process, one after another. Nothing ends them from outside.
 *
 * @param make makes a run in place of its family's verb
 */
export function hereExecutor(
  places: RunPlaces,
  families?: readonly Family[],
  make?: (run: StudyRun) => Promise<Ended>,
): Executor {
  return {
    workers: 1,
    execute: async (run) => {
      const { record, plan, notes } = await executeRun(inputOf(run, places), families, make);
      tell(notes, places);
      keepPlan(run, plan, places);
      return record;
    },
    abort: () => undefined,
    close: () => Promise.resolve(),
  };
}

/**
 * Returns true if other processes can make runs of these families. They know only Plenum's own families, and must have
 * been compiled.
 */
export function canRunElsewhere(families: readonly Family[] = FAMILIES): boolean {
  return families === FAMILIES && existsSync(fileURLToPath(TASK.module));
}

/** Returns the path of the plan of a run in a study folder. */
export function planFile(folder: string, key: string): string {
  return join(folder, PLANS, shardOf(key), `${key}.json`);
}

/**
 * Returns a run that was made.
 *
 * @throws PlaceTaken if it could not write intermediate results, which is no outcome of the run.
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

/** Writes the plan of a run; called before its record is written, so that no record lacks its plan. */
function keepPlan({ key }: StudyRun, plan: string | null, { plans }: RunPlaces): void {
  if (plan !== null && plans !== null) writeAtomically(join(plans.folder(shardOf(key)), `${key}.json`), plan);
}

/** Returns the record of a run whose process did not finish it. */
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
