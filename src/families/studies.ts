import type { Problem, Refused } from '../instances/problem.js';
import type { Limits } from '../runs/control.js';
import type { NumberedStore } from '../runs/numbered-store.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { Words } from './options.js';

/** Paths by what is in them, as a record names them. */
export type FileNames = Readonly<Record<string, string>>;

/** A study: many runs or draws about one instance, one record of all of them. `Request` is what its verb is asked. */
export interface StudyOfFamily<Request> {
  /** Judges the family's own choices before anything is read. */
  readonly readWords: (words: Words) => Words | Refused;
  /** Files that it may write, by their keys in the record: the record itself first. */
  readonly files: Readonly<Record<string, string>>;
  /** Reads and judges all there is to read; runs nothing. */
  readonly prepare: (request: Request) => PreparedStudy | Refused;
}

/** What a sweep or a day is asked: the same limits and choices for every run. */
export interface SeriesRequest {
  readonly file: string;
  /** As the family read them. */
  readonly words: Words;
  readonly seed: number;
  /** Of every run. */
  readonly limits: Limits;
  /** Whether a method that gives no bound of its own is followed by one. */
  readonly withBound: boolean;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Whether the user asked again to end. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface SweepRequest extends SeriesRequest {
  /** What to vary, one entry per axis: `field=start:end:step` or `field=a,b,c`. At least one. */
  readonly over: readonly string[];
}

export type DayRequest = SeriesRequest;

export interface SimulationRequest {
  readonly file: string;
  /** Plans to simulate; the first is the reference of the differences. */
  readonly planFiles: readonly string[];
  /** What to call each of them, no two the same. */
  readonly names: readonly string[];
  /** As the family read them. */
  readonly words: Words;
  readonly seed: number;
  /** Lets signals through now and then; true ends the simulation with the samples there are. */
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
  /** Present where runs are kept in a journal until all of them are done. */
  readonly journal?: StudyJournal;
  readonly run: (kept: KeptRuns) => Promise<StudyFound>;
}

export interface StudyJournal {
  /** Everything its runs depend on: the journal of another design is refused. */
  readonly design: string;
  /** What two studies must have in common to share one, for the refusal. */
  readonly common: string;
  /** What is taken from it, of a number of lines: "3 of 5 points". */
  readonly taken: (lines: number) => string;
}

/** Runs of an earlier study of the same design, and where to keep those of this one; keeps nothing where nothing is written. */
export interface KeptRuns {
  readonly lines: readonly string[];
  /** @throws WriteFailure */
  readonly append: (line: string) => void;
  /** Results by number, one file each, in a folder beside the record. */
  readonly numbered: (folder: string, name: string) => NumberedStore;
}

/** What became of a study; 'failed' is a fault of ours. */
export type StudyEnd = 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';

export interface StudyFound {
  readonly ended: StudyEnd;
  /** Whether nothing is left that the next one would take up. */
  readonly isDone: boolean;
  readonly record: StudyRecord;
  /** Warnings for people, each said once; those of the record where absent. */
  readonly notes?: readonly string[];
  /** For people, once it is known which files were written. */
  readonly text: (files: FileNames) => string;
  /** Files beside the record, by their keys; one that could not be made is an error. */
  readonly texts: (files: FileNames) => Promise<Readonly<Record<string, string | Error>>>;
}

/** What a study says in the form of every verb; `details` holds what only it has. */
export interface StudyRecord {
  readonly method: string | null;
  readonly seed: number;
  readonly termination: 'finished' | 'interrupted' | 'failed';
  /** Whether all of its plans keep all limits; null where it has none to apply. */
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
 * What many runs come to: our fault if one broke down, or the checker refused its plan for a limit that the method knows; solved if any
 * has a plan; else that there is none, or that none was found in time. `unknownToSome`: limits that some methods do not know.
 */
export function endOfRuns(runs: readonly RunEnd[], interrupted: boolean, unknownToSome: readonly string[]): StudyEnd {
  const isRefused = ({ feasible, objective, violations }: RunEnd): boolean =>
    !feasible && objective !== null && violations.some(({ constraint }) => !unknownToSome.includes(constraint));
  if (runs.some((run) => isRefused(run) || run.termination === 'failed')) return 'failed';
  if (runs.some(({ feasible }) => feasible)) return 'solved';
  const stopped = ['timeLimit', 'workLimit', 'interrupted'];
  return interrupted || runs.some(({ termination }) => stopped.includes(termination)) ? 'stopped' : 'noFeasiblePlan';
}

/** How a series of runs ended: broken down if one of them did, interrupted if some are left. */
export function terminationOf(runs: readonly RunEnd[], left: number): StudyRecord['termination'] {
  if (runs.some(({ termination }) => termination === 'failed')) return 'failed';
  return left > 0 ? 'interrupted' : 'finished';
}

/** A text, or why it could not be made: a page that fails must not cost the answer. */
export function orError(make: () => string): string | Error {
  try {
    return make();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A refusal for these reasons. */
export function refusedFor(...problems: readonly Problem[]): Refused {
  return { ok: false, problems };
}
