import type { NamesInstance } from '../families/family.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { FamilyOptions } from './family-options.js';

/** Receiver of how far a search or a bound has come, and of the unit of its figures: '' for that of the objective. */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** Options of every verb that opens an instance. */
export interface OpenOptions {
  /** Flag, true if the instance may name files outside its own folder; false if absent. */
  readonly allowOutside?: boolean;
}

/** An AbortSignal, or whatever else says whether to end. */
export interface Aborted {
  readonly aborted: boolean;
}

/** Ways to end a search or a bound before its time. */
export interface LimitOptions {
  /** End after about this long with the best so far, s, at least 0; none if absent. */
  readonly timeLimitS?: number;
  /** Signal to end: once aborted, the run ends after its current step with the best so far. */
  readonly signal?: Aborted;
  /** Receiver of progress after every step. */
  readonly onProgress?: OnProgress;
}

/** Options of `solve`. */
export interface SolveOptions extends OpenOptions, LimitOptions, FamilyOptions<'solve'> {
  /** Name of a method, from `list().methods` for the instance's family; the family's first if absent. */
  readonly method?: string;
  /** Seed of stochastic methods, a whole number of at least 0; 1 if absent. The same seed and steps repeat the same plan. */
  readonly seed?: number;
  /** End after this many steps, a whole number of at least 1: repeats exactly, which a time limit does not. None if absent. */
  readonly workLimit?: number;
  /** Flag, true if a method that proves no bound of its own is followed by one; true if absent. */
  readonly bound?: boolean;
  /** Directory for plan.json, plan.csv, result.json, report.html and what the family adds; nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
}

/** Options of `check`. */
export interface CheckOptions extends OpenOptions, FamilyOptions<'check'> {}

/** Options of `bound`. */
export interface BoundOptions extends OpenOptions, LimitOptions, FamilyOptions<'bound'> {}

/** Options of `explain`. */
export interface ExplainOptions extends OpenOptions, LimitOptions, FamilyOptions<'explain'> {
  /** Path of a plan.json, or the plan itself, to explain too. Reward rate. */
  readonly plan?: string | (NamesInstance & Readonly<Record<string, unknown>>);
}

/** Options of `compare`. */
export interface CompareOptions extends OpenOptions, LimitOptions, FamilyOptions<'compare'> {
  /** End of each run after about this long, s, at least 0; 60 if neither this nor `workLimit` is given. */
  readonly timeLimitS?: number;
  /** End of each run after this many steps, a whole number of at least 1; none if absent. */
  readonly workLimit?: number;
  /** Method that the others are held against; the first if absent. */
  readonly reference?: string;
  /** Number of trials, with consecutive seeds, 1 to 1000; 5 if absent. */
  readonly trials?: number;
  /** Seed of the first trial, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Flag, true if every trial is a seeded variant of the workload, the same for all methods; false if absent. Not of geo instances. */
  readonly variants?: boolean;
  /** Number of runs at a time, 1 to 64, with `workLimit` alone; 1 if absent. What is found does not depend on it. */
  readonly workers?: number;
  /** Directory for compare.json, compare.csv and compare.html; a comparison cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Receiver of sentences on what is taken from an earlier comparison. */
  readonly onNote?: (text: string) => void;
}

/** Options of `sweep`, `day` and `simulate`. */
interface StudyOptions extends OpenOptions {
  /** Seed, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Directory for the record and its tables and pages; what was cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Receiver of sentences on what is taken from an earlier study. */
  readonly onNote?: (text: string) => void;
}

/** Options that `sweep` and `day` share. */
interface SeriesOptions extends StudyOptions, LimitOptions {
  /** Method of every run, one of `list().methods` for the instance's family; the family's first if absent. */
  readonly method?: string;
  /** End of each run after this many steps, a whole number of at least 1; none if absent. `timeLimitS` is of each run, too. */
  readonly workLimit?: number;
  /** Flag, true if a method that proves no bound of its own is followed by one; true if absent. */
  readonly bound?: boolean;
}

/** Options of `sweep`. */
export interface SweepOptions extends SeriesOptions, FamilyOptions<'sweep'> {}

/** Options of `day`. */
export interface DayOptions extends SeriesOptions, FamilyOptions<'day'> {}

/** Options of `simulate`. */
export interface SimulateOptions extends StudyOptions, FamilyOptions<'simulate'> {
  /** Signal to end: once aborted, the simulation ends with the samples there are. */
  readonly signal?: Aborted;
}
