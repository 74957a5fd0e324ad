import type { TrajectoryPoint } from '../runs/result.js';

/** How far a search or a bound has come, and the unit of its figures: '' for that of the objective. */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** What every verb takes that opens an instance. */
export interface OpenOptions {
  /** Whether the instance may name files outside its own folder; false if absent. */
  readonly allowOutside?: boolean;
}

/** An AbortSignal, or whatever else says whether to end. */
export interface Aborted {
  readonly aborted: boolean;
}

/** How a search or a bound is ended before its time. */
export interface LimitOptions {
  /** End after about this long with the best so far, s, at least 0; none if absent. */
  readonly timeLimitS?: number;
  /** Once aborted, the run ends after its current step with the best so far. */
  readonly signal?: Aborted;
  /** Told after every step. */
  readonly onProgress?: OnProgress;
}

/** Choices that only some families take; on an instance of another family they are refused. Values: `plenum solve --help`. */
export interface FamilyChoices {
  /** LP engine: one of `list().engines`; `highs` if absent. Reward rate. */
  readonly engine?: string;
  /** `mo-ec` (meet the deadline as surely as the energy limit allows) or `eo-mc` (keep the energy budget as surely as the deadline allows); `mo-ec` if absent, of `check` the plan's. Robust. */
  readonly problem?: string;
}

/** What `solve` takes. */
export interface SolveOptions extends OpenOptions, LimitOptions, FamilyChoices {
  /** One of `list().methods` for the instance's family; the family's first if absent. */
  readonly method?: string;
  /** Seed of stochastic methods, a whole number of at least 0; 1 if absent. The same seed and steps repeat the same plan. */
  readonly seed?: number;
  /** End after this many steps, a whole number of at least 1: repeats exactly, which a time limit does not. None if absent. */
  readonly workLimit?: number;
  /** Whether a method that proves no bound of its own is followed by one; true if absent. */
  readonly bound?: boolean;
  /** Longest time of that separate bound, s, at least 0; as `timeLimitS` if absent. Robust and geo. */
  readonly boundTimeLimitS?: number;
  /** Directory for plan.json, plan.csv, result.json, report.html and what the family adds; nothing is written if absent. */
  readonly out?: string;
  /** Whether files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Whether the method ignores co-location (NERR); the plan is judged with it. Reward rate. */
  readonly naive?: boolean;
  /** Path of a JavaScript module with limits of your own (docs/reward-rate/config-ls.md). Reward rate. */
  readonly constraints?: string;
  /** How a search weighs its limit: `dynamic`, `static`, `superiority` or `limit`. Robust. */
  readonly constraint?: string;
  /** Our changes to the printed searches, e.g. `z,ties`; `all` or `none`. Robust. */
  readonly improve?: string;
  /** Path of a plan to start from. Robust. */
  readonly start?: string;
  /** Points of a trade-off to trace beside the plan, 2 to 100; needs `out`. Robust and geo. */
  readonly front?: number;
}

/** What `check` takes. */
export interface CheckOptions extends OpenOptions, Pick<FamilyChoices, 'problem'> {
  /** Path of a JavaScript module with limits of your own. Reward rate. */
  readonly constraints?: string;
}

/** What `bound` takes. */
export interface BoundOptions extends OpenOptions, LimitOptions, FamilyChoices {}

/** What `compare` takes. */
export interface CompareOptions extends OpenOptions, LimitOptions, FamilyChoices {
  /** End of each run after about this long, s, at least 0; 60 if neither this nor `workLimit` is given. */
  readonly timeLimitS?: number;
  /** End of each run after this many steps, a whole number of at least 1; none if absent. */
  readonly workLimit?: number;
  /** Which of the methods the others are held against; the first if absent. */
  readonly reference?: string;
  /** How many trials, with consecutive seeds, 1 to 1000; 5 if absent. */
  readonly trials?: number;
  /** Seed of the first trial, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Whether every trial is a seeded variant of the workload, the same for all methods; false if absent. Not of geo instances. */
  readonly variants?: boolean;
  /** Runs at a time, 1 to 64, with `workLimit` alone; 1 if absent. What is found does not depend on it. */
  readonly workers?: number;
  /** Directory for compare.json, compare.csv and compare.html; a comparison cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** Whether files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** How searches whose label says no other weigh their limit: `dynamic`, `static`, `superiority` or `limit`. Robust. */
  readonly constraint?: string;
  /** Our changes to the printed searches whose label says no other. Robust. */
  readonly improve?: string;
  /** Told what is taken from an earlier comparison. */
  readonly onNote?: (text: string) => void;
}
