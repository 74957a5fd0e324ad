import type { Fault, Refused } from '../instances/fault.js';
import type { Limits } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { PartStore } from '../runs/store/part-store.js';
import type { Words } from './options.js';

/** Paths by what is in them, as a record names them. */
export type FileNames = Readonly<Record<string, string>>;

/** A study: many runs or draws about one instance, one record of all of them. `Request` is what its verb is asked. */
export interface StudyOfFamily<Request> {
  /** Returns the reader of the family's own choices, before any file is read. */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Files that it may write, by their keys in the record: the record itself first. */
  readonly files: Readonly<Record<string, string>>;
  /** Preparation of a study: all there is to read is read and judged, nothing is run. */
  readonly prepare: (request: Request) => PreparedStudy | Refused;
}

/** Request for a sweep or a day: the same limits and choices for every run. */
export interface SeriesRequest {
  readonly file: string;
  /** Choices of the family, as it has read them. */
  readonly words: Words;
  readonly seed: number;
  /** Limits of every single run. */
  readonly limits: Limits;
  /** True if a method that gives no bound of its own is followed by one. */
  readonly withBound: boolean;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Test whether the user asked a second time to end. */
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
  /** Names for the plans, in their order, no two the same. */
  readonly names: readonly string[];
  /** Choices of the family, as it has read them. */
  readonly words: Words;
  readonly seed: number;
  /** Pause that lets signals through, taken now and then; true ends the simulation with the samples there are. */
  readonly pause: () => Promise<boolean>;
}

export type SweepOfFamily = StudyOfFamily<SweepRequest>;
export type DayOfFamily = StudyOfFamily<DayRequest>;
export type SimulateOfFamily = StudyOfFamily<SimulationRequest>;

/** A study that may begin. */
export interface PreparedStudy {
  readonly ok: true;
  /** Name of the instance, as it calls itself. */
  readonly instance: string;
  /** Parts that are kept as soon as they are made; absent where none are. */
  readonly parts?: StudyParts;
  /** Returns the run of the study, which takes the parts that are kept and keeps those that it makes. */
  readonly run: (parts: PartStore) => Promise<StudyFound>;
}

export interface StudyParts {
  readonly count: number;
  /** Name of the parts, in the plural: "points". */
  readonly called: string;
}

/** End of a study; 'failed' is a mistake in the program. */
export type StudyEnd = 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';

export interface StudyFound {
  readonly ended: StudyEnd;
  /** Reason why the first part broke down that did; absent where none did. */
  readonly failure?: string;
  readonly record: StudyRecord;
  /** Warnings for people, each said once; those of the record where absent. */
  readonly notes?: readonly string[];
  /** Returns the text for people, once it is known which files were written. */
  readonly text: (files: FileNames) => string;
  /** Returns the files beside the record, by their keys; one that could not be made is an error. */
  readonly texts: (files: FileNames) => Promise<Readonly<Record<string, string | Error>>>;
}

/** Record of a study in the form of every verb; `details` holds what only it has. */
export interface StudyRecord {
  readonly method: string | null;
  readonly seed: number;
  readonly termination: 'finished' | 'interrupted' | 'failed';
  /** True if all of its plans keep all limits; null where it has none to apply. */
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
 * Returns the end of many runs taken together: our fault if one broke down, or the checker refused its plan for a limit
 * that the method knows; solved if any has a plan; else that there is none, or that none was found in time.
 * `unknownToSome`: limits that some methods do not know.
 */
export function endOfRuns(runs: readonly RunEnd[], interrupted: boolean, unknownToSome: readonly string[]): StudyEnd {
  const isRefused = ({ feasible, objective, violations }: RunEnd): boolean =>
    !feasible && objective !== null && violations.some(({ constraint }) => !unknownToSome.includes(constraint));
  if (runs.some((run) => isRefused(run) || run.termination === 'failed')) return 'failed';
  if (runs.some(({ feasible }) => feasible)) return 'solved';
  const stopped = ['timeLimit', 'workLimit', 'interrupted'];
  return interrupted || runs.some(({ termination }) => stopped.includes(termination)) ? 'stopped' : 'noFeasiblePlan';
}

/** Termination of a series of runs: failed if one of them did, interrupted if some are left. */
export function terminationOf(runs: readonly RunEnd[], left: number): StudyRecord['termination'] {
  if (runs.some(({ termination }) => termination === 'failed')) return 'failed';
  return left > 0 ? 'interrupted' : 'finished';
}

/** Returns a text, or why it could not be made: a page that fails must not cost the answer. */
export function orError(make: () => string): string | Error {
  try {
    return make();
  } catch (error) {
    return errorOf(error);
  }
}

/** Returns what was thrown as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A refusal for these reasons. */
export function refusedFor(...faults: readonly Fault[]): Refused {
  return { ok: false, faults };
}
