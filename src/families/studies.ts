import type { Fault, Refused } from '../instances/fault.js';
import type { Limits } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { PartStore } from '../runs/store/part-store.js';
import type { Words } from './options.js';

/** Paths of files, by content. */
export type FileNames = Readonly<Record<string, string>>;

/** A study: many runs or draws about one instance, with one record. `Request` is the type of its verb's request. */
export interface StudyOfFamily<Request> {
  /** Reads the family's own options, before any file is read. */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Files that the study may write, by their keys in the record; the record itself comes first. */
  readonly files: Readonly<Record<string, string>>;
  /** Prepares a study: everything that it reads is read and judged; nothing is run. */
  readonly prepare: (request: Request) => PreparedStudy | Refused;
}

/** Request for a sweep or a day, with the same limits and options for every run. */
export interface SeriesRequest {
  readonly file: string;
  /** Options of the family, as it has read them. */
  readonly words: Words;
  readonly seed: number;
  /** Limits of every single run. */
  readonly limits: Limits;
  /** True if a separate bound is computed after a method that proves none. */
  readonly withBound: boolean;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true if the user asked a second time to end. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface SweepRequest extends SeriesRequest {
  /** Fields to vary, one entry per axis: `field=start:end:step` or `field=a,b,c`. At least one. */
  readonly over: readonly string[];
}

export type DayRequest = SeriesRequest;

export interface SimulationRequest {
  readonly file: string;
  /** Plans to simulate; the first is the reference of the differences. */
  readonly planFiles: readonly string[];
  /** Names of the plans, in their order, all different. */
  readonly names: readonly string[];
  /** Options of the family, as it has read them. */
  readonly words: Words;
  readonly seed: number;
  /**
   * Called from time to time so that signals can be handled; true ends the simulation with the samples drawn so far.
   */
  readonly pause: () => Promise<boolean>;
}

export type SweepOfFamily = StudyOfFamily<SweepRequest>;
export type DayOfFamily = StudyOfFamily<DayRequest>;
export type SimulateOfFamily = StudyOfFamily<SimulationRequest>;

/** A study that is ready to run. */
export interface PreparedStudy {
  readonly ok: true;
  /** Name that the instance file states. */
  readonly instance: string;
  /** Parts that are stored as soon as they are made; absent if there are none. */
  readonly parts?: StudyParts;
  /** Runs the study. It takes stored parts, and stores those that it makes. */
  readonly run: (parts: PartStore) => Promise<StudyFound>;
}

export interface StudyParts {
  readonly count: number;
  /** Name of the parts in the plural, such as "points". */
  readonly called: string;
}

/** How a study ended; 'failed' means a mistake in the program. */
export type StudyEnd = 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';

export interface StudyFound {
  readonly ended: StudyEnd;
  /** Reason why the first failed part failed; absent if none failed. */
  readonly failure?: string;
  readonly record: StudyRecord;
  /** Warnings for people, each once; if absent, those of the record. */
  readonly notes?: readonly string[];
  /** Returns the text for people, after it is known which files were written. */
  readonly text: (files: FileNames) => string;
  /** Returns the files besides the record, by their keys. A file that could not be made is an Error. */
  readonly texts: (files: FileNames) => Promise<Readonly<Record<string, string | Error>>>;
}

/** Record of a study with the keys of all verbs; `details` holds what only it has. */
export interface StudyRecord {
  readonly method: string | null;
  readonly seed: number;
  readonly termination: 'finished' | 'interrupted' | 'failed';
  /** True if all plans keep all limits; null if there are no plans to apply. */
  readonly feasible: boolean | null;
  readonly objective: number | null;
  readonly objectiveUnit: string;
  readonly bound: number | null;
  readonly boundScope: string | null;
  readonly gap: number | null;
  readonly gapReason: string | null;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
}

interface RunEnd {
  readonly termination: string;
  readonly feasible: boolean;
  readonly objective: number | null;
  readonly violations: readonly { readonly constraint: string }[];
}

/**
 * Returns how many runs ended taken together: failed if one crashed, or the checker refused a plan for a limit that its
 * method knows; solved if any has a plan; otherwise, whether there is no plan or none was found in time.
 *
 * @param unknownToSome limits that some methods do not know
 */
export function endOfRuns(runs: readonly RunEnd[], interrupted: boolean, unknownToSome: readonly string[]): StudyEnd {
  const isRefused = ({ feasible, objective, violations }: RunEnd): boolean =>
    !feasible && objective !== null && violations.some(({ constraint }) => !unknownToSome.includes(constraint));
  if (runs.some((run) => isRefused(run) || run.termination === 'failed')) return 'failed';
  if (runs.some(({ feasible }) => feasible)) return 'solved';
  const stopped = ['timeLimit', 'workLimit', 'interrupted'];
  return interrupted || runs.some(({ termination }) => stopped.includes(termination)) ? 'stopped' : 'noFeasiblePlan';
}

/** Returns the termination of a series of runs: failed if one of them failed, interrupted if some are left. */
export function terminationOf(runs: readonly RunEnd[], left: number): StudyRecord['termination'] {
  if (runs.some(({ termination }) => termination === 'failed')) return 'failed';
  return left > 0 ? 'interrupted' : 'finished';
}

/** Returns a text, or the error if it could not be made, so that a failing page does not cost the answer. */
export function orError(make: () => string): string | Error {
  try {
    return make();
  } catch (error) {
    return errorOf(error);
  }
}

/** Returns a thrown value as an Error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns a refusal with these faults. */
export function refusedFor(...faults: readonly Fault[]): Refused {
  return { ok: false, faults };
}
