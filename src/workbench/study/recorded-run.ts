import { dirname, resolve, sep } from 'node:path';
import { arch, hostname, platform } from 'node:os';
import { US_PER_S } from '../../../models/units.js';
import { formatFaults } from '../../instances/fault.js';
import { monotonicS } from '../../runs/clock.js';
import { ForeignFault, untilForeignFault } from '../../runs/foreign-code.js';
import { type WriteObstacle, writeFailureOf } from '../../runs/write-failure.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import {
  type MachineFacts,
  RECORD_FORMAT,
  RECORD_FORMAT_VERSION,
  type RunOutcome,
  type RunRecord,
} from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Request to execute one run, as plain data for another process. */
export interface ExecuteRequest {
  readonly run: StudyRun;
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  /** True to return the plan. */
  readonly plan: boolean;
  /** Absolute path of the folder for intermediate results of long runs; null or absent to save none. */
  readonly parts?: string | null;
}

/** Result of an executed run: its record, its plan and notes. */
export interface Executed {
  readonly record: RunRecord;
  /** Text of the plan; null if none was asked for or found. */
  readonly plan: string | null;
  /** Sentences for the user on events that do not affect the result. */
  readonly notes: readonly string[];
}

/**
 * Result of a run that could not save intermediate results. Such a run has no record, so that it is repeated once the
 * disk has space.
 */
export interface Unwritten {
  readonly unwritten: WriteObstacle;
}

/**
 * Makes one run and returns its record, which, except for `machine`, depends only on the request. If the run throws an
 * error, the record says that it crashed.
 *
 * @param make makes the run; its parameter is called with sentences for the user
 * @throws WriteFailure if intermediate results could not be written
 * @throws EngineUnavailableError if an LP engine is not installed, because other runs would fail alike
 */
export async function recordedRun(
  { run, place }: ExecuteRequest,
  make: (onNote: (text: string) => void) => Promise<Ended>,
  nowS = monotonicS,
): Promise<Executed> {
  const startS = nowS();
  const before = process.cpuUsage();
  const notes: string[] = [];
  const ended = await orFailed(() => untilForeignFault(() => make((text) => void notes.push(text))));
  const { user, system } = process.cpuUsage(before);
  const { timeS, trajectoryTimeS } = ended;
  const machine: MachineFacts = {
    plenumVersion: run.identity.version,
    nodeVersion: process.version,
    host: hostname(),
    platform: `${platform()} ${arch()}`,
    timeS: { ...timeS, total: nowS() - startS },
    cpuS: (user + system) / US_PER_S,
    peakMemoryMiB: null,
    trajectoryTimeS,
  };
  const outcome = withoutPaths(ended.outcome, [
    place,
    ...[run.file ?? [], Object.values(run.inputs ?? {})].flat().map((file) => dirname(resolve(place, file))),
  ]);
  const head = { format: RECORD_FORMAT, formatVersion: RECORD_FORMAT_VERSION } as const;
  return { record: { ...head, key: run.key, run: run.identity, outcome, machine }, plan: ended.plan, notes };
}

async function orFailed(work: () => Promise<Ended>): Promise<Ended> {
  try {
    return await work();
  } catch (error) {
    if (writeFailureOf(error) !== null || error instanceof EngineUnavailableError) throw error;
    if (error instanceof ForeignFault) return failed('refused', formatFaults([error.fault]));
    return failed('crashed', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns an outcome with relative instead of absolute paths below the given folders in its sentences, so that it is
 * the same on every machine.
 */
function withoutPaths(outcome: RunOutcome, folders: readonly string[]): RunOutcome {
  const longest = folders.toSorted((a, b) => b.length - a.length);
  const cut = (text: string): string => longest.reduce((rest, folder) => rest.replaceAll(`${folder}${sep}`, ''), text);
  const orNull = (text: string | null): string | null => (text === null ? null : cut(text));
  const { failure, infeasibility, warnings, gapReason, boundScope } = outcome;
  return {
    ...outcome,
    failure: failure === null ? null : { ...failure, message: cut(failure.message) },
    infeasibility: infeasibility === null ? null : { ...infeasibility, message: cut(infeasibility.message) },
    warnings: warnings.map(cut),
    gapReason: orNull(gapReason),
    boundScope: orNull(boundScope),
  };
}
