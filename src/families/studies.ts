import type { Fault, Refused } from '../instances/fault.js';
import type { Limits } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { PartStore } from '../runs/store/part-store.js';
import type { EngineOutcome, EngineRequest } from '../studies/engine/engine.js';
import type { RunIdentity } from '../studies/plan/run.js';
import type { MakeRun } from './compare.js';
import type { Words } from './options.js';

/** Paths of files by content, such as "plan". */
export type FileNames = Readonly<Record<string, string>>;

/** A verb that makes many runs or samples for one instance and writes one record: sweep, day or simulate. */
export interface StudyOfFamily<Request> {
  /** Checks family-specific option values, before any file is read. Absent if the options' declarations suffice. */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Names of the files that the study may write, by key in the record; the first is the record. */
  readonly files: Readonly<Record<string, string>>;
  /** Reads and validates all input of the study; runs nothing yet. */
  readonly prepare: (request: Request) => PreparedStudy | Refused;
}

/** Request for a sweep or a day, with the same limits and options for all its runs. */
export interface SeriesRequest {
  readonly file: string;
  /** Option values, from `readWords`. */
  readonly words: Words;
  readonly seed: number;
  /** Limits of each single run. */
  readonly limits: Limits;
  /** True to compute a separate bound if the method proves none. */
  readonly withBound: boolean;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true if the user interrupted the command twice. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface SweepRequest extends SeriesRequest {
  /** Instance fields to vary, at least one, each an axis of the grid: `field=start:end:step` or `field=a,b,c`. */
  readonly over: readonly string[];
  /** Makes the runs of a sweep over trials that have no record in `parts` yet. */
  readonly makeRuns: (asked: SweptRuns, parts: PartStore) => Promise<EngineOutcome>;
}

/** The fields of a run in which it differs from the other runs of a sweep over trials. */
export type SweptRun = Pick<RunIdentity, 'method' | 'seed' | 'more'>;

/** The runs of a sweep over trials, and how they are made in this process. */
export interface SweptRuns extends Pick<EngineRequest, 'onRecord'> {
  readonly run: MakeRun;
  readonly runs: readonly SweptRun[];
  /** Name of the instance. */
  readonly instance: string;
  /** Number of runs made at the same time. */
  readonly workers: number;
}

export type DayRequest = SeriesRequest;

export interface SimulationRequest {
  readonly file: string;
  /** Paths of the plan files to simulate. Further plans are compared with the first. */
  readonly planFiles: readonly string[];
  /** Distinct names of the plans, in the order of `planFiles`. */
  readonly names: readonly string[];
  /** Option values, from `readWords`. */
  readonly words: Words;
  readonly seed: number;
  /** Called between samples so that signals can be handled. Resolves to true to end the simulation early. */
  readonly pause: () => Promise<boolean>;
}

export type SweepOfFamily = StudyOfFamily<SweepRequest>;
export type DayOfFamily = StudyOfFamily<DayRequest>;
export type SimulateOfFamily = StudyOfFamily<SimulationRequest>;

/** A study with valid input. */
export interface PreparedStudy {
  readonly ok: true;
  /** Name stated in the instance file. */
  readonly instance: string;
  /** Parts of the study whose results are stored one by one, so that it can resume; absent if it has none. */
  readonly parts?: StudyParts;
  /** Makes the runs of the study. Results in the store `parts` are reused, and new ones are added to it. */
  readonly run: (parts: PartStore) => Promise<StudyFound>;
}

export interface StudyParts {
  readonly count: number;
  /** Plural noun for the parts, such as "points". */
  readonly called: string;
}

/** How a study ended; 'failed' means a mistake in Plenum. */
export type StudyEnd = 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';

export interface StudyFound {
  readonly ended: StudyEnd;
  /** Message of the first failed part; absent if none failed. */
  readonly failure?: string | undefined;
  readonly record: StudyRecord;
  /** Warnings for people, without duplicates; by default those of the record. */
  readonly notes?: readonly string[];
  /** Summary as text for a terminal, ending with a newline. */
  readonly text: string;
  /**
   * Returns functions that make the texts of the files, by the files' keys in the record. The file of the record itself
   * is left out.
   */
  readonly texts: (files: FileNames) => Readonly<Record<string, () => string | Promise<string>>>;
}

/** Record of a study, with the same keys for every command. Values that only this study has are in `details`. */
export interface StudyRecord {
  readonly method: string | null;
  /** Method that found the plan, if not `method`. */
  readonly planFrom?: string | null;
  readonly seed: number;
  readonly termination: 'finished' | 'interrupted' | 'failed';
  /** True if every plan meets all limits; null without a plan. */
  readonly feasible: boolean | null;
  readonly objective: number | null;
  readonly objectiveUnit: string;
  readonly bound: number | null;
  readonly boundScope: string | null;
  readonly gap: number | null;
  readonly gapReason: string | null;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of the work done, such as runs and steps. */
  readonly work?: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
}

interface RunEnd {
  readonly termination: string;
  readonly feasible: boolean;
  readonly objective: number | null;
  readonly violations?: readonly { readonly constraint: string }[];
}

/**
 * Returns how a series of runs ended: 'failed' if a run crashed, or if a plan breaks a limit that no method ignores;
 * else 'solved' if some run found a feasible plan; else 'stopped' if a run was stopped early; else 'noFeasiblePlan'.
 *
 * @param unknownToSome names of limits that some methods ignore
 */
export function endOfRuns(runs: readonly RunEnd[], interrupted: boolean, unknownToSome: readonly string[]): StudyEnd {
  const isRefused = ({ feasible, objective, violations = [] }: RunEnd): boolean =>
    !feasible && objective !== null && violations.some(({ constraint }) => !unknownToSome.includes(constraint));
  if (runs.some((run) => isRefused(run) || run.termination === 'failed')) return 'failed';
  if (runs.some(({ feasible }) => feasible)) return 'solved';
  const stopped = ['timeLimit', 'workLimit', 'interrupted'];
  return interrupted || runs.some(({ termination }) => stopped.includes(termination)) ? 'stopped' : 'noFeasiblePlan';
}

/**
 * Returns the `termination` of a series of runs: failed if a run failed, otherwise interrupted if some were not made.
 *
 * @param left number of runs not made
 */
export function terminationOf(runs: readonly RunEnd[], left: number): StudyRecord['termination'] {
  if (runs.some(({ termination }) => termination === 'failed')) return 'failed';
  return left > 0 ? 'interrupted' : 'finished';
}

/** Returns the result of `make`, or the error that it threw, so that a failing report does not prevent other output. */
export function orError(make: () => string): string | Error {
  try {
    return make();
  } catch (error) {
    return errorOf(error);
  }
}

export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

export function refusedFor(...faults: readonly Fault[]): Refused {
  return { ok: false, faults };
}
