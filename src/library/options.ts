import type {
  GENERATE_OPTIONS,
  STUDY_CHECK_OPTIONS,
  STUDY_EXPORT_OPTIONS,
  STUDY_REPORT_OPTIONS,
  STUDY_RUN_OPTIONS,
} from '../families/command-options.js';
import type { NamesInstance } from '../families/family.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { StudyState } from '../workbench/study/run.js';
import type { CallOptions, CommonCallOptions, FamilyOptions } from './family-options.js';

// Options of calls follow from their declaration for the command line (docs/options.md); here stands what only calls have.

/** Receiver of how far a search or a bound has come, and of the unit of its figures: '' for that of the objective. */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** An AbortSignal, or whatever else says whether to end. */
export interface Aborted {
  readonly aborted: boolean;
}

/** Options of every call that opens an instance. */
export interface OpenOptions {
  /** True if the instance may name files outside its own folder; false if absent. */
  readonly allowOutside?: boolean;
}

/** Options of a call that may be ended before its time, with the best so far. */
interface EndedOptions {
  /** Signal to end: once aborted, the call ends after its current step. */
  readonly signal?: Aborted;
}

/** Options of calls that may take long. */
export interface LimitOptions extends EndedOptions {
  /** End after about this long with the best so far, s, at least 0; none if absent. */
  readonly timeLimitS?: number;
  /** Receiver of progress after every step. */
  readonly onProgress?: OnProgress;
}

/** Options of calls that take up what was cut short. */
interface TakenUpOptions {
  /** Receiver of sentences on what is taken from an earlier run. */
  readonly onNote?: (text: string) => void;
}

/** Options of a verb, as they are declared for all families and for some. */
type VerbOptions<Verb extends string> = CommonCallOptions<Verb> & FamilyOptions<Verb>;

/** Options of `solve`. */
export type SolveOptions = VerbOptions<'solve'> & LimitOptions;

/** Options of `check`. */
export type CheckOptions = VerbOptions<'check'>;

/** Options of `bound`. */
export type BoundOptions = VerbOptions<'bound'> & LimitOptions;

/** Options of `explain`. */
export type ExplainOptions = VerbOptions<'explain'> &
  LimitOptions & {
    /** Path of a plan.json, or the plan itself, to explain too. Reward rate. */
    readonly plan?: string | (NamesInstance & Readonly<Record<string, unknown>>);
  };

/** Options of `compare`; limits are of each run, 60 s if none is given. */
export type CompareOptions = VerbOptions<'compare'> & LimitOptions & TakenUpOptions;

/** Options of `sweep`; limits are of each point. */
export type SweepOptions = VerbOptions<'sweep'> & LimitOptions & TakenUpOptions;

/** Options of `day`; limits are of each epoch. */
export type DayOptions = VerbOptions<'day'> & LimitOptions & TakenUpOptions;

/** Options of `simulate`. */
export type SimulateOptions = VerbOptions<'simulate'> & EndedOptions & TakenUpOptions;

/** Options of `generate`; those of a new instance go without an instance to vary. */
export type GenerateOptions = OpenOptions &
  CallOptions<typeof GENERATE_OPTIONS, never, 'out'> &
  FamilyOptions<'generate'> & {
    /** Directory to write the instances to; it is made where it is missing. */
    readonly out: string;
  };

/** Options of the functions that read a study folder. */
export type FolderOptions = OpenOptions;

/** Options of `checkStudy`. */
export type CheckStudyOptions = CallOptions<typeof STUDY_CHECK_OPTIONS>;

/** Options of `runStudy`. */
export type RunStudyOptions = CallOptions<typeof STUDY_RUN_OPTIONS, never, 'runs' | 'list' | 'line'> &
  EndedOptions & {
    /** Keys of the runs to make, or unique beginnings of them, 6 digits or more; all of the study if absent. */
    readonly keys?: readonly string[];
    /** Receiver of the state of the study after each record that is on disk. */
    readonly onProgress?: (state: StudyState) => void;
  };

/** Options of `reportStudy`. */
export type ReportStudyOptions = CallOptions<typeof STUDY_REPORT_OPTIONS>;

/** Options of `exportStudy`. */
export type ExportStudyOptions = CallOptions<typeof STUDY_EXPORT_OPTIONS, never, 'out'>;
