import type { Fault, LocalFault, Refused } from '../instances/fault.js';
import type { ShownTrials } from '../reports/sweep/trials.js';
import type { CompareReport } from '../reports/compare/report.js';
import type { Figure } from '../reports/figures.js';
import type { DriverOptions } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { Comparison } from '../studies/compare/comparison.js';
import type { Ended } from '../studies/plan/ended.js';
import type { RunIdentity } from '../studies/plan/run.js';
import type { TrialsAsked } from '../studies/sweep/trials.js';
import type { OptionKind, Words } from './options.js';

/** A method with the options that its label sets, such as "price:energy@2". `compare` compares several contestants. */
export interface Contestant {
  readonly label: string;
  /** Option values of `solve`: the method, the options in its label, and the shared options that it heeds. */
  readonly asked: Words;
}

/** Settings that a method uses on an instance, or the fault of an option that has no effect there. */
export type Choices = { readonly ok: true; readonly choices: unknown } | { readonly ok: false; readonly fault: Fault };

/** An instance on which methods are compared, with the request. */
export interface Contested<Instance> {
  readonly file: string;
  readonly opened: Instance;
  /** Option values that apply to all contestants. */
  readonly words: Words;
  readonly contestants: readonly Contestant[];
}

/** What a family declares for `compare`. The rest of the code is the same for all families. */
export interface ComparedFamily<Instance> extends Partial<Pick<Comparison, 'certificates' | 'series'>> {
  /** Names of the methods that can be compared; if absent, all methods of the family. */
  readonly methods?: readonly string[];
  /** Names of options that must have an effect on every compared method. Other options need an effect on only one. */
  readonly strict?: readonly string[];
  /** Returns a refusal if methods cannot be compared on this instance. If absent, methods can always be compared. */
  readonly fits?: (opened: Instance, file: string) => { readonly ok: true } | Refused;
  readonly objectiveUnit: string;
  // The figures of families differ in what they are of; a comparison reads their declarations alone.
  readonly figures: readonly Figure<never>[];
  /** Returns the option values of the run that proves the common bound; if absent, the shared options `words`. */
  readonly boundWords?: (words: Words, contestants: readonly Contestant[]) => Words | Refused;
  /** Returns the settings that a method uses on this instance. `words` has the validated option values of `asked`. */
  readonly choicesOf?: (opened: Instance, contestant: { readonly asked: Words; readonly words: Words }) => Choices;
  /** How seeded variants of an instance are made or, if the family has none, advice for users who ask for them. */
  readonly variants: Variants<Instance> | string;
  /** Returns a copy of the instance without cached results; if absent, runs share the instance. */
  readonly fresh?: (opened: Instance) => Instance;
  /** True if warnings of single runs are left out, because figures in the report state the same. */
  readonly isWarnedByFigures?: true;
  /** Returns the family's part of the rules by which runs are rated, and of the texts of the report. */
  readonly rating?: (
    contested: Contested<Instance>,
  ) => Partial<Pick<Comparison, 'warnings' | 'scale' | 'boundOn' | 'against' | 'facts'>> & {
    readonly report?: CompareReport;
  };
  /** How values of an option or a field are compared on seeded trials; absent if the family has no such sweep. */
  readonly sweep?: SweptTrials<Instance>;
}

/** How seeded variants of an instance are made. */
export interface Variants<Instance> {
  /** Maximum seed of a variant; if absent, any whole number is allowed. */
  readonly mostSeed?: number;
  /** Returns a fault if all variants of this instance would be equal. Absent if variants always differ. */
  readonly fault?: (opened: Instance) => LocalFault | null;
  readonly drawn: (opened: Instance, seed: number, from: Contested<Instance>) => Instance | Refused;
}

/** Content of the field `more` in the identity of a run of a sweep over trials. */
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

/** What a family declares for sweeps whose values are compared on seeded trials of an instance. */
export interface SweptTrials<Instance> extends Pick<TrialsAsked, 'isHeldOut' | 'chosenBy'> {
  /** Allowed values of each swept name. `option` is the option of `solve` with this name; absent for a field. */
  readonly axes: Readonly<Record<string, OptionKind & { readonly option?: string }>>;
  readonly axisOf?: ShownTrials['axisOf'];
  /** Options that must be given, each with the remedy of the refusal. */
  readonly needed?: Readonly<Record<string, string>>;
  /** Returns the option values of further settings, by label. These are compared with the settings of swept values. */
  readonly beside?: (asked: Words) => Readonly<Record<string, Words>>;
  readonly warnings?: (opened: Instance) => readonly string[];
  /** Returns the instance with another value of the swept field; absent if only options are swept. */
  readonly withField?: (opened: Instance, field: Words, file: string) => Instance | Refused;
}

/** Makes one run of a method. The label "bound" stands for the run that proves the common bound. */
export type MakeRun = (run: RunIdentity, around: RunSurroundings) => Promise<Ended>;

/** Clock, interruption and progress callback of one run. */
export interface RunSurroundings extends Omit<DriverOptions, 'limits' | 'onProgress'> {
  readonly interruptedTwice: () => boolean;
  /** Called with each new bound or objective of the run, and with its unit; '' stands for the objective's unit. */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
}
