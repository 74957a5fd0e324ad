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
import { failed } from './ended.js';
import { type Executed, type ExecuteRequest, executeRun, type Unwritten } from './execute.js';
import { PLANS } from './own-places.js';

/** Surroundings of the runs of a study. */
export interface RunPlaces {
  /** Absolute folder from which relative paths of the study count. */
  readonly place: string;
  /** Folder in which plans are kept; null if none are. */
  readonly plans: OwnFolder | null;
  /** Absolute folder in which long runs leave what they have so far; null if nothing is kept. */
  readonly parts: string | null;
  /** Receiver of sentences for people on what runs met, such as a part that was damaged; nobody if absent. */
  readonly onNote?: (text: string) => void;
}

/** Module of this room that other processes load, and the function in it that makes a run. */
const TASK = { module: new URL('execute.js', import.meta.url).href, exportName: 'executeElsewhere' };

/**
 * Returns the executor whose runs are made in child processes, as many at a time as there are workers, each ended at
 * the study's limits.
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

/** Returns the executor whose runs are made in this process, one after another; nothing ends them from outside. */
export function hereExecutor(places: RunPlaces, families?: readonly Family[]): Executor {
  return {
    workers: 1,
    execute: async (run) => {
      const { record, plan, notes } = await executeRun(inputOf(run, places), families);
      tell(notes, places);
      keepPlan(run, plan, places);
      return record;
    },
    abort: () => undefined,
    close: () => Promise.resolve(),
  };
}

/**
 * Returns true if other processes can make runs of these families: they know the program's own alone, and from sources
 * nothing.
 */
export function canRunElsewhere(families: readonly Family[] = FAMILIES): boolean {
  return families === FAMILIES && existsSync(fileURLToPath(TASK.module));
}

/** Returns the path of a run's plan in a study folder. */
export function planFile(folder: string, key: string): string {
  return join(folder, PLANS, shardOf(key), `${key}.json`);
}

/**
 * Returns a run that was made.
 * @throws PlaceTaken where what it keeps on the way could not be written: that says nothing of the run.
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

/** Writes the plan before its record, so that no record is without its plan. */
function keepPlan({ key }: StudyRun, plan: string | null, { plans }: RunPlaces): void {
  if (plan !== null && plans !== null) writeAtomically(join(plans.folder(shardOf(key)), `${key}.json`), plan);
}

/** Returns the record of a run that its process did not bring to an end. */
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
