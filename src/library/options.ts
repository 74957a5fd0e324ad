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

/**
 * Called with each new point of a run: its best objective and bound so far.
 *
 * @param unit unit of the bound and the objective; '' for the unit of the record
 */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** An AbortSignal, or another object with the field `aborted`, which is true if the call should stop. */
export interface Aborted {
  readonly aborted: boolean;
}

/** Cache of data read from files, for later calls on the same files. `memory()` makes an empty one. */
export type Memory = Map<string, unknown>;

/** Options of every call that opens an instance. */
export interface OpenOptions {
  /** True if the instance may name files outside its own folder; default false. */
  readonly allowOutside?: boolean;
}

/** Options of calls that can be stopped early and then return the best result so far. */
interface EndedOptions {
  /** Signal to stop; the call then ends after its current step. */
  readonly signal?: Aborted;
}

/** Options of calls that may take long. */
export interface LimitOptions extends EndedOptions {
  /** Time limit, s, at least 0, after which the call ends with the best result so far; none by default. */
  readonly timeLimitS?: number;
  /** Called with the progress after every step. */
  readonly onProgress?: OnProgress;
}

/** Options of calls that reuse the results of an interrupted earlier call. */
interface TakenUpOptions {
  /** Called with sentences on what is reused from an earlier run. */
  readonly onNote?: (text: string) => void;
}

/** Options of a verb (e.g. `solve`) for library calls, both those of all families and those of some. */
type VerbOptions<Verb extends string> = CommonCallOptions<Verb> & FamilyOptions<Verb>;

/** Options of `solve`. */
export type SolveOptions = VerbOptions<'solve'> &
  LimitOptions & {
    /**
     * Cache of files other than the instance that earlier calls read, e.g. profiles of jobs. Without a cache, the call
     * reads all files.
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
    /** Path of a plan file, or the plan itself, to explain too; only for reward-rate instances. */
    readonly plan?: string | (NamesInstance & Readonly<Record<string, unknown>>);
  };

/** Options of `compare`. Limits apply to each run; if neither limit is given, the time limit is 60 s. */
export type CompareOptions = VerbOptions<'compare'> & LimitOptions & TakenUpOptions;

/** Options of `sweep`. Limits apply to each point of the grid. */
export type SweepOptions = VerbOptions<'sweep'> & LimitOptions & TakenUpOptions;

/** Options of `day`. Limits apply to each epoch (time span with a plan of its own). */
export type DayOptions = VerbOptions<'day'> & LimitOptions & TakenUpOptions;

/** Options of `simulate`. */
export type SimulateOptions = VerbOptions<'simulate'> & EndedOptions & TakenUpOptions;

/** Options of `generate`. Options for new instances cannot be used to vary an instance. */
export type GenerateOptions = CallOptions<typeof GENERATE_OPTIONS, never, 'out'> &
  FamilyOptions<'generate'> & {
    /** Folder for the instances, created if missing. */
    readonly out: string;
  };

/** Options of the library functions that read the folder of a study. */
export type FolderOptions = OpenOptions;

/** Options of `checkStudy`. */
export type CheckStudyOptions = CallOptions<typeof STUDY_CHECK_OPTIONS>;

/** Options of `runStudy`. */
export type RunStudyOptions = CallOptions<typeof STUDY_RUN_OPTIONS, never, 'runs' | 'list' | 'line'> &
  EndedOptions & {
    /** Keys of the runs to make, or unique beginnings with at least 6 digits; by default all runs of the study. */
    readonly keys?: readonly string[];
    /** Called with the state of the study after each record written to disk. */
    readonly onProgress?: (state: StudyState) => void;
  };

/** Options of `reportStudy`. */
export type ReportStudyOptions = CallOptions<typeof STUDY_REPORT_OPTIONS>;

/** Options of `exportStudy`. */
export type ExportStudyOptions = CallOptions<typeof STUDY_EXPORT_OPTIONS, never, 'out'>;
