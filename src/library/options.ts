import type { NamesInstance } from '../families/family.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { FamilyOptions } from './family-options.js';

/** Receiver of how far a search or a bound has come, and of the unit of its figures: '' for that of the objective. */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** Options of every verb that opens an instance. */
export interface OpenOptions {
  /** True if the instance may name files outside its own folder; false if absent. */
  readonly allowOutside?: boolean;
}

/** An AbortSignal, or whatever else says whether to end. */
export interface Aborted {
  readonly aborted: boolean;
}

/** What calls have read of files, so that later calls on the same files need not read them again: from `memory()`. */
export type Memory = Map<string, unknown>;

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
  /** True if a method that proves no bound of its own is followed by one; true if absent. */
  readonly bound?: boolean;
  /** Memory of earlier calls, of what is read beside the instance (profiles of jobs); every call reads its files if absent. */
  readonly memory?: Memory;
  /** Directory for plan.json, plan.csv, result.json, report.html and what the family adds; nothing is written if absent. */
  readonly out?: string;
  /** File of a plan that the plan is compared with, as the facility is run now; with `out` the family's simple method if absent. */
  readonly baseline?: string;
  /** True if files in `out` may be overwritten that Plenum did not write; false if absent. */
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
  /** True if every trial is a seeded variant of the workload, the same for all methods; false if absent. Not of geo instances. */
  readonly variants?: boolean;
  /** Number of runs at a time, 1 to 64, with `workLimit` alone; 1 if absent. What is found does not depend on it. */
  readonly workers?: number;
  /** Directory for compare.json, compare.csv and compare.html; a comparison cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** True if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Receiver of sentences on what is taken from an earlier comparison. */
  readonly onNote?: (text: string) => void;
}

/** Options of `generate`. */
export interface GenerateOptions extends OpenOptions {
  /** Directory to write the instances to; it is made where it is missing. */
  readonly out: string;
  /** First seed, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Number of variants, with consecutive seeds, 1 to 10,000; 1 if absent. */
  readonly count?: number;
  /** True if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Racks of a new room of 36 nodes each: 30 or a multiple of 60. Without an instance. */
  readonly racks?: number;
  /** Data centres of a new geo instance, 1 to 1,000: 4, 8 and 16 are the thesis', others are drawn. Without an instance. */
  readonly centres?: number;
  /** Tasks of a new room or of data centres: `memory`, `hybrid`, `cpu`, `all` or `mixed`, which is hybrid; `hybrid` if absent, all of data centres that are drawn. */
  readonly workload?: 'memory' | 'hybrid' | 'cpu' | 'all' | 'mixed';
  /** Number of task types of a new instance, 1 to 100; those of the workload if absent. */
  readonly taskTypes?: number;
  /** Fans of a new room, `balanced` or `nominal`; `balanced` if absent. */
  readonly airflow?: 'balanced' | 'nominal';
  /** Containment of a new room, `open` or `isolated`; `open` if absent, of larger rooms `isolated`. */
  readonly coldAisles?: 'open' | 'isolated';
  /** Power cap of a new room, W, at least 0; 190 kW per 30 racks if absent, 250 kW in larger rooms with open aisles. */
  readonly powerCap?: number;
  /** Red line of a new room, C, at least -50; 30 if absent. */
  readonly redLine?: number;
  /** Day of a new geo instance, `YYYY-MM-DD`; 2017-07-12 if absent. */
  readonly date?: string;
}

/** Options of `sweep`, `day` and `simulate`. */
interface StudyOptions extends OpenOptions {
  /** Seed, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Directory for the record and its tables and pages; what was cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** True if files in `out` may be overwritten that Plenum did not write; false if absent. */
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
  /** True if a method that proves no bound of its own is followed by one; true if absent. */
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
