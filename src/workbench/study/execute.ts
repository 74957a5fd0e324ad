import { US_PER_S } from '../../../models/units.js';
import { dirname, join, resolve, sep } from 'node:path';
import { arch, hostname, platform } from 'node:os';
import { isRefused } from '../../families/family.js';
import type { Family, SolveOfFamily } from '../../families/family.js';
import { FAMILIES } from '../../families/registry.js';
import { formatFaults, type Fault } from '../../instances/fault.js';
import { monotonicS } from '../../runs/clock.js';
import type { Kept } from '../../runs/kept.js';
import { ForeignFault, untilForeignFault } from '../../runs/foreign-code.js';
import { errorObstacle, type WriteObstacle, writeFailureOf } from '../../runs/write-failure.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import { type Ended, endOfSearch, failed } from '../../studies/plan/ended.js';
import {
  type MachineFacts,
  RECORD_FORMAT,
  RECORD_FORMAT_VERSION,
  type RunOutcome,
  type RunRecord,
} from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { loadExperiments } from './experiments.js';
import type { ChainPlaces } from './execute-chain.js';
import { judgedWords } from '../judged-words.js';
import { wordsOfRun } from './run-words.js';
import { UNATTENDED } from './unattended.js';

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
 * Result of a run that could not save intermediate results. It has no record, so that it is repeated once the disk has
 * space.
 */
export interface Unwritten {
  readonly unwritten: WriteObstacle;
}

/** Executes one run as `executeRun` does, for a parent process that can only receive plain data. */
export async function executeElsewhere(input: ExecuteRequest, kept: Kept): Promise<Executed | Unwritten> {
  try {
    return await executeRun(input, FAMILIES, { kept });
  } catch (error) {
    const failure = writeFailureOf(error);
    if (failure === null) throw error;
    return { unwritten: errorObstacle(failure.path, failure) };
  }
}

/** Makes a run of a study. */
export type MakeRun = (run: StudyRun) => Promise<Ended>;

/**
 * Makes one run in this process and returns its record, which, except for `machine`, depends only on the request. If
 * the run throws an error, the record says that it crashed.
 *
 * @param families families whose code makes the run
 * @param kept what earlier runs have read, for later runs of the same executor
 * @param make makes the run instead of the family's code
 * @throws WriteFailure if intermediate results could not be written
 * @throws EngineUnavailableError because it ends every run
 */
export async function executeRun(
  { run, place, plan, parts = null }: ExecuteRequest,
  families: readonly Family[] = FAMILIES,
  { kept = new Map(), make }: { readonly kept?: Kept; readonly make?: MakeRun | undefined } = {},
): Promise<Executed> {
  const startS = monotonicS();
  const before = process.cpuUsage();
  const notes: string[] = [];
  const onNote = (text: string): void => void notes.push(text);
  const ended = await orFailed(() =>
    untilForeignFault(() => make?.(run) ?? executeVerb({ run, plan, place, parts, onNote, kept }, families)),
  );
  const { user, system } = process.cpuUsage(before);
  const { timeS, trajectoryTimeS } = ended;
  const machine: MachineFacts = {
    plenumVersion: run.identity.version,
    nodeVersion: process.version,
    host: hostname(),
    platform: `${platform()} ${arch()}`,
    timeS: { ...timeS, total: monotonicS() - startS },
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

/** Executes a run with the command that its identity names. */
async function executeVerb(
  input: ExecuteRequest & ChainPlaces & { readonly kept: Kept },
  families: readonly Family[],
): Promise<Ended> {
  const { run, parts } = input;
  const family = families.find(({ name }) => name === run.identity.family);
  if (family === undefined) return failed('refused', `there is no family "${run.identity.family}"`);
  switch (run.identity.verb) {
    case 'solve':
      return solveRun(input, family);
    case 'compare':
      return (await import('./execute-compared.js')).comparedRun(run, family, input);
    case 'reproduce':
      return (await loadExperiments()).ended(run, parts === null ? null : partFile(parts, run));
    case 'sweep':
    case 'day':
      return (await import('./execute-chain.js')).chainRun(run.identity.verb, run, family, input);
    default:
      return failed('refused', 'no run is made for its verb');
  }
}

/** Returns the path of the file for a long run's intermediate results, in case it is killed. */
export function partFile(parts: string, { key }: Pick<StudyRun, 'key'>): string {
  return join(parts, `${key}.jsonl`);
}

async function solveRun({ run, plan, place }: ExecuteRequest, family: Family): Promise<Ended> {
  const { identity, file } = run;
  const parts = await family.load();
  const own = parts.use(({ solve, studyRun }): SolveOfFamily | undefined => solve ?? studyRun);
  if (own === undefined) return failed('refused', `${family.kind} is not solved`);
  if (file === null) return failed('refused', 'the run has no instance');
  const words = judgedWords(family, 'solve', wordsOfRun(run, place), own);
  if (isRefused(words)) return refused(words.faults);
  const points: TrajectoryPoint[] = [];
  const answer = await own.solve({
    file,
    words,
    seed: identity.seed,
    limits: identity.budget,
    withBound: identity.options['bound'] !== false,
    ...UNATTENDED,
    onProgress: (point) => {
      points.push(point);
    },
  });
  if (!answer.ok) return refused(answer.faults);
  const { result, rules, trajectory } = answer;
  const text = plan && answer.plan !== null ? (await answer.texts()).plan?.json : undefined;
  return endOfSearch({ result, better: family.better, rules, points: trajectory ?? points, plan: text ?? null });
}

function refused(faults: readonly Fault[]): Ended {
  return failed('refused', formatFaults(faults));
}

async function orFailed(work: () => Promise<Ended>): Promise<Ended> {
  try {
    return await work();
  } catch (error) {
    if (writeFailureOf(error) !== null || error instanceof EngineUnavailableError) throw error;
    if (error instanceof ForeignFault) return refused([error.fault]);
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
