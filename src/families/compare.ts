import type { Fault, LocalFault, Refused } from '../instances/fault.js';
import type { CompareReport } from '../reports/compare/report.js';
import type { Figure } from '../reports/figures.js';
import type { DriverOptions, Limits } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { Certificates, Comparison } from '../studies/compare/comparison.js';
import type { Ended } from '../studies/plan/ended.js';
import type { RunIdentity } from '../studies/plan/run.js';
import type { Words } from './options.js';

/** One method in the form that its label names, to be compared with others. */
export interface Contestant {
  readonly label: string;
  /** Options of `solve` that the label and the comparison set, including the method. */
  readonly asked: Words;
  /** The options as the family reads them. */
  readonly words: Words;
}

/** Choices that follow from a method's options on an instance, or the fault of an option that has no effect there. */
export type Choices = { readonly ok: true; readonly choices: unknown } | { readonly ok: false; readonly fault: Fault };

/** An instance whose methods are compared. The family derives its own facts and report sections from it. */
export interface Contested<Instance> {
  readonly file: string;
  readonly opened: Instance;
  /** Options that all methods share. */
  readonly words: Words;
  /** True if every trial is a seeded variant of the workload, the same for all methods. */
  readonly variants: boolean;
  readonly contestants: readonly Contestant[];
}

/** A method that is compared. `stochastic` is false if it draws no random numbers. */
export interface ComparedMethod {
  readonly name: string;
  readonly stochastic?: boolean;
}

/** Makes seeded variants of an instance. */
export interface Variants<Instance> {
  /** Maximum seed; if absent, any whole number. */
  readonly mostSeed?: number;
  /** Returns a fault if the seed changes nothing in the instance; otherwise null. If absent, it always changes it. */
  readonly fault?: (opened: Instance) => LocalFault | null;
  /** Returns the variant that is drawn with a seed. */
  readonly drawn: (opened: Instance, seed: number, from: Contested<Instance>) => Instance | Refused;
}

/** What a family decides on how the runs of a comparison are rated. */
export type Rating = Partial<Pick<Comparison, 'scale' | 'boundOn' | 'against' | 'caveats' | 'facts'>>;

/** What a family declares about its comparisons. Everything else follows from its solve, its bound and its figures. */
export interface ComparedFamily<Instance> {
  /** Methods that are compared; all of the family if absent. */
  readonly methods?: readonly ComparedMethod[];
  /** Options that must have an effect on every method. Any other option must have an effect on at least one method. */
  readonly strict?: readonly string[];
  /** Refuses an instance that cannot be compared. If absent, every instance can. */
  readonly fits?: (opened: Instance, file: string) => { readonly ok: true } | Refused;
  readonly objectiveUnit: string;
  // The figures of families differ in what they are of; a comparison reads their declarations alone.
  readonly figures: readonly Figure<never>[];
  /**
   * Judges the options that all methods share. Returns those of the bound's own run, which may depend on the compared
   * methods. If absent, they are the same.
   */
  readonly boundWords?: (words: Words, contestants: readonly Contestant[]) => Words | Refused;
  /** Returns the choices that an instance derives from the options. If absent, the label alone determines them. */
  readonly choicesOf?: (opened: Instance, contestant: Contestant) => Choices;
  /** How seeded variants are made; or, if the family has none, the advice to give to the user. */
  readonly variants: Variants<Instance> | string;
  /**
   * Returns a copy of the instance without cached results, so that no run benefits from another. If absent, the same
   * instance is used.
   */
  readonly fresh?: (opened: Instance) => Instance;
  /** True if figures say what the runs' own warnings say, so that these are left out. */
  readonly isWarnedByFigures?: true;
  /** Certificates other than those on the objective, and the value by which plans are ranked. */
  readonly certificates?: Partial<Certificates>;
  /** Returns what the family decides on how the runs of the contestants are rated; if absent, nothing. */
  readonly rating?: (contested: Contested<Instance>) => Rating;
  /** Loads what the family reports besides its figures. If absent, there is nothing more. */
  readonly report?: () => Promise<CompareReport>;
}

/** What a comparison compares: methods on the trials of one instance. */
export interface ComparisonAsked extends Pick<Contested<unknown>, 'file' | 'words' | 'variants'> {
  /** Labels of methods: each is a name, followed by ":" and its form if it has one. */
  readonly methods: readonly string[];
  readonly trials: number;
  /** Seed of the first trial; trial t has `seed + t`. */
  readonly seed: number;
  /** Label of the method with which the others are compared; the first if absent. */
  readonly reference?: string | undefined;
  /** Limits of each run. */
  readonly limits: Limits;
  /** Number of runs made at the same time. */
  readonly workers: number;
}

/** A comparison whose methods and options were judged before any file was read. */
export interface JudgedContest {
  readonly ok: true;
  /** Options that all runs share. */
  readonly words: Words;
  /** Options of the bound's own run. */
  readonly boundWords: Words;
  /** Returns true if a method draws no random numbers, so that one run stands for all trials. */
  readonly isRunOnce: (label: string) => boolean;
}

/** What `compare` needs from a family in order to run several methods on the same trials. */
export interface CompareOfFamily extends Pick<ComparedFamily<never>, 'figures' | 'report'> {
  /** Judges the methods and the family's own options before any file is read. */
  readonly readWords: (asked: Omit<ComparisonAsked, 'file' | 'limits' | 'workers'>) => JudgedContest | Refused;
  /** Reads the instance. Without methods no runs are rated. The same request gives the same runs on any computer. */
  readonly open: (
    asked: Pick<ComparisonAsked, 'file' | 'words' | 'variants' | 'methods'>,
    shouldStop: () => boolean,
  ) => OpenedComparison | Refused;
}

/** An instance that was read for a comparison. */
export interface OpenedComparison {
  readonly ok: true;
  /** How the runs of the methods are rated. */
  readonly comparison: Comparison;
  /** Makes one run afresh: of a method, or of the proof of the bound (label "bound"). */
  readonly run: (run: RunIdentity, around: RunSurroundings) => Promise<Ended>;
}

/** Clock and interruption of a run. */
export interface RunSurroundings extends Omit<DriverOptions, 'limits' | 'onProgress'> {
  readonly interruptedTwice: () => boolean;
  /** Called with bounds and objectives, and with their unit; '' stands for the objective's unit. */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
}
