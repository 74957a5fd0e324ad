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

/** Called with the progress of a search or a bound, and the unit of its values; '' means the unit of the objective. */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** An AbortSignal, or any object that says whether to end. */
export interface Aborted {
  readonly aborted: boolean;
}

/**
 * Cache of what calls have read from files, so that later calls on the same files need not read them again; made by
 * `memory()`.
 */
export type Memory = Map<string, unknown>;

/** Options of every call that opens an instance. */
export interface OpenOptions {
  /** True if the instance may name files outside its own folder; false if absent. */
  readonly allowOutside?: boolean;
}

/** Options of calls that can be ended early, with the best found so far. */
interface EndedOptions {
  /** Signal to end. Once it is aborted, the call ends after its current step. */
  readonly signal?: Aborted;
}

/** Options of calls that may take long. */
export interface LimitOptions extends EndedOptions {
  /** Time after which the call ends with the best found so far, s, at least 0; no limit if absent. */
  readonly timeLimitS?: number;
  /** Called with the progress after every step. */
  readonly onProgress?: OnProgress;
}

/** Options of calls that continue interrupted work. */
interface TakenUpOptions {
  /** Called with sentences on what is taken from an earlier run. */
  readonly onNote?: (text: string) => void;
}

/** Options of a verb, as they are declared for all families and for some. */
type VerbOptions<Verb extends string> = CommonCallOptions<Verb> & FamilyOptions<Verb>;

/** Options of `solve`. */
export type SolveOptions = VerbOptions<'solve'> &
  LimitOptions & {
    /**
     * Cache of what earlier calls read in addition to the instance (profiles of jobs); if absent, every call reads its
     * files.
     */
    readonly memory?: Memory;
  };

/** Options of `check`. */
export type CheckOptions = VerbOptions<'check'>;

/** Options of `bound`. */
export type BoundOptions = VerbOptions<'bound'> & LimitOptions;

/** Options of `explain`. */
export type ExplainOptions = VerbOptions<'explain'> &
  LimitOptions & {
    /** Path of a plan.json, or the plan itself, to explain as well. Only for reward-rate instances. */
    readonly plan?: string | (NamesInstance & Readonly<Record<string, unknown>>);
  };

/** Options of `compare`; limits apply to each run (60 s if none is given). */
export type CompareOptions = VerbOptions<'compare'> & LimitOptions & TakenUpOptions;

/** Options of `sweep`; limits apply to each point. */
export type SweepOptions = VerbOptions<'sweep'> & LimitOptions & TakenUpOptions;

/** Options of `day`; limits apply to each epoch. */
export type DayOptions = VerbOptions<'day'> & LimitOptions & TakenUpOptions;

/** Options of `simulate`. */
export type SimulateOptions = VerbOptions<'simulate'> & EndedOptions & TakenUpOptions;

/** Options of `generate`. Those of a new instance cannot be used when an instance is varied. */
export type GenerateOptions = OpenOptions &
  CallOptions<typeof GENERATE_OPTIONS, never, 'out'> &
  FamilyOptions<'generate'> & {
    /** Directory for the instances; it is made if it does not exist. */
    readonly out: string;
  };

/** Options of the functions that read a study folder. */
export type FolderOptions = OpenOptions;

/** Options of `checkStudy`. */
export type CheckStudyOptions = CallOptions<typeof STUDY_CHECK_OPTIONS>;

/** Options of `runStudy`. */
export type RunStudyOptions = CallOptions<typeof STUDY_RUN_OPTIONS, never, 'runs' | 'list' | 'line'> &
  EndedOptions & {
    /**
     * Keys of the runs to make, or unique beginnings of keys with 6 digits or more; all runs of the study if absent.
     */
    readonly keys?: readonly string[];
    /** Called with the state of the study after each record was written to disk. */
    readonly onProgress?: (state: StudyState) => void;
  };

/** Options of `reportStudy`. */
export type ReportStudyOptions = CallOptions<typeof STUDY_REPORT_OPTIONS>;

/** Options of `exportStudy`. */
export type ExportStudyOptions = CallOptions<typeof STUDY_EXPORT_OPTIONS, never, 'out'>;
