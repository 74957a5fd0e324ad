import type { Fault, LocalFault, Refused } from '../instances/fault.js';
import type { ShownTrials } from '../reports/sweep/trials.js';
import type { CompareReport } from '../reports/compare/report.js';
import type { Figure } from '../reports/figures.js';
import type { DriverOptions, Limits } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { Certificates, Comparison } from '../studies/compare/comparison.js';
import type { Ended } from '../studies/plan/ended.js';
import type { SweepAxis, SweptName } from '../studies/sweep/axes.js';
import type { TrialsAsked } from '../studies/sweep/trials.js';
import type { RunIdentity } from '../studies/plan/run.js';
import type { Words } from './options.js';

/** A method with the options that its label sets, such as "price:energy@2". `compare` compares several contestants. */
export interface Contestant {
  readonly label: string;
  /** Option values of `solve` for this contestant: the method, the options in its label, and shared options. */
  readonly asked: Words;
  /** Option values of `asked` after the family has checked and converted them. */
  readonly words: Words;
}

/**
 * Settings that the method uses on this instance, derived from its options. Or the fault of an option that has no
 * effect on this instance.
 */
export type Choices = { readonly ok: true; readonly choices: unknown } | { readonly ok: false; readonly fault: Fault };

/** An instance on which methods are compared, with the request. A family computes its part of the report from it. */
export interface Contested<Instance> {
  readonly file: string;
  readonly opened: Instance;
  /** Option values that apply to all contestants. */
  readonly words: Words;
  /** True if each trial uses another seeded variant of the instance's workload. All methods get the same variants. */
  readonly variants: boolean;
  readonly contestants: readonly Contestant[];
}

/** A method that can be compared. `stochastic` is false if it draws no random numbers. */
export interface ComparedMethod {
  readonly name: string;
  readonly stochastic?: boolean;
}

/** Makes seeded variants of an instance. */
export interface Variants<Instance> {
  /** Maximum seed of a variant; if absent, any whole number is allowed. */
  readonly mostSeed?: number;
  /**
   * Returns a fault if all variants of this instance would be equal; null otherwise. Absent if variants always differ.
   */
  readonly fault?: (opened: Instance) => LocalFault | null;
  /** Returns the variant of `opened` for `seed`. */
  readonly drawn: (opened: Instance, seed: number, from: Contested<Instance>) => Instance | Refused;
}

/** Family-specific parts of the rules by which the runs of a comparison are rated (see `Comparison`). */
export type Rating = Partial<Pick<Comparison, 'scale' | 'boundOn' | 'against' | 'caveats' | 'facts'>>;

/** What a family declares for `compare`. The rest of the code is the same for all families. */
export interface ComparedFamily<Instance> {
  /** Methods that can be compared; if absent, all methods of the family. */
  readonly methods?: readonly ComparedMethod[];
  /** Names of options that must have an effect on every compared method. Other options need an effect on only one. */
  readonly strict?: readonly string[];
  /** Returns a refusal if methods cannot be compared on this instance. If absent, they always can. */
  readonly fits?: (opened: Instance, file: string) => { readonly ok: true } | Refused;
  readonly objectiveUnit: string;
  // The figures of families differ in what they are of; a comparison reads their declarations alone.
  readonly figures: readonly Figure<never>[];
  /**
   * Returns the option values of the run that proves the common bound, or a refusal of the shared options `words`. The
   * values may depend on the compared methods. If absent, `words` is used.
   */
  readonly boundWords?: (words: Words, contestants: readonly Contestant[]) => Words | Refused;
  /**
   * Returns the settings that a contestant uses on this instance. Two contestants with equal settings are refused. If
   * absent, the contestant's option values are its settings.
   */
  readonly choicesOf?: (opened: Instance, contestant: Contestant) => Choices;
  /** How seeded variants of an instance are made. If the family has none: advice for users who ask for variants. */
  readonly variants: Variants<Instance> | string;
  /**
   * Returns a copy of the instance without cached results, so that no run benefits from another. If absent, the same
   * instance is used.
   */
  readonly fresh?: (opened: Instance) => Instance;
  /**
   * True if figures in the report already state what the warnings of single runs say. These warnings are then left out.
   */
  readonly isWarnedByFigures?: true;
  /** Kinds of proven bounds besides the bound on the objective, and the value by which plans are ranked. */
  readonly certificates?: Partial<Certificates>;
  /** Returns the family-specific rating rules for this comparison. Absent if the family has none. */
  readonly rating?: (contested: Contested<Instance>) => Rating;
  /** How values of an option or a field are compared on seeded trials; absent if the family has no such sweep. */
  readonly sweep?: SweptTrials<Instance>;
  /** Loads the code of the family-specific report sections. Absent if there are none. */
  readonly report?: () => Promise<CompareReport>;
}

/** What a run of a sweep over trials has in `more` of its identity. */
export interface SweptMore {
  readonly variants: true;
  /** Number of the trial, from 0. */
  readonly trial: number;
  /** Seed of the trial's variant of the instance. */
  readonly variant: number;
  /** Option values of the run, set by the axis in place of a label. */
  readonly words: Words;
  /** Value of a swept field of the instance; absent if an option is swept. */
  readonly field?: Words;
}

/** A contestant of a sweep over trials: a value of the axis, or another setting, with the options of its runs. */
export interface Setting extends Pick<Contestant, 'label' | 'asked'> {
  /** Value of the swept option or field; null for a setting without one. */
  readonly at: number | null;
  readonly field?: Words;
}

/** What a family declares for sweeps whose values are compared on seeded trials of an instance. */
export interface SweptTrials<Instance> extends Pick<TrialsAsked, 'isHeldOut' | 'chosenBy'> {
  /** Returns the options that all runs share, without the swept one. */
  readonly readWords: (words: Words) => Words | Refused;
  /** Allowed range of values for each option or field that may be swept, by its name. */
  readonly ranges: Readonly<Record<string, NonNullable<SweptName['range']>>>;
  readonly shownAxis: ShownTrials['axisOf'];
  readonly settings: (asked: Words, axis: SweepAxis) => readonly Setting[];
  /** Returns a fault if options or axis do not fit the instance; null otherwise. */
  readonly fault: (opened: Instance, settings: readonly Setting[], trials: number) => Fault | null;
  readonly warnings?: (opened: Instance) => readonly string[];
  /** Returns the instance with another value of the swept field; absent if only options are swept. */
  readonly withField?: (opened: Instance, field: Words, file: string) => Instance | Refused;
}

/** Request for a comparison: methods, trials on one instance, and limits of the runs. */
export interface ComparisonAsked extends Pick<Contested<unknown>, 'file' | 'words' | 'variants'> {
  /** Labels of the methods. A label is a method's name, optionally followed by ":" and short forms of options. */
  readonly methods: readonly string[];
  readonly trials: number;
  /** Seed of the first trial. Trial t, counted from 0, has the seed `seed + t`. */
  readonly seed: number;
  /** Label of the method with which the others are compared; the first if absent. */
  readonly reference?: string | undefined;
  /** Time and step limits of each run. */
  readonly limits: Limits;
  /** Number of runs made at the same time. */
  readonly workers: number;
}

/** A comparison whose methods and options are valid. No file has been read yet. */
export interface JudgedContest {
  readonly ok: true;
  /** Option values that apply to all contestants. */
  readonly words: Words;
  /** Option values of the run that proves the common bound. */
  readonly boundWords: Words;
  /**
   * Returns true if one run of the method with this label is enough for all trials, because it draws no random numbers.
   */
  readonly isRunOnce: (label: string) => boolean;
}

/** What `compare` needs from a family in order to run several methods on the same trials. */
export interface CompareOfFamily extends Pick<ComparedFamily<never>, 'figures' | 'report'> {
  /** Validates the methods and the family-specific options, before any file is read. */
  readonly readWords: (asked: Omit<ComparisonAsked, 'file' | 'limits' | 'workers'>) => JudgedContest | Refused;
  /**
   * Reads the instance and prepares its runs. If `methods` is empty, the runs are not compared. The same request gives
   * the same runs on any computer.
   */
  readonly open: (
    asked: Pick<ComparisonAsked, 'file' | 'words' | 'variants' | 'methods'>,
    shouldStop: () => boolean,
  ) => OpenedComparison | Refused;
}

/** An instance that was read for a comparison. */
export interface OpenedComparison {
  readonly ok: true;
  /** Rules by which the runs of the methods are compared and ranked. */
  readonly comparison: Comparison;
  /** Makes one run: of a method, or (with the label "bound") the run that proves the common bound. */
  readonly run: (run: RunIdentity, around: RunSurroundings) => Promise<Ended>;
}

/** Clock, interruption and progress callback of one run. */
export interface RunSurroundings extends Omit<DriverOptions, 'limits' | 'onProgress'> {
  readonly interruptedTwice: () => boolean;
  /** Called with each new bound or objective of the run, and with its unit; '' stands for the objective's unit. */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
}
