import type { Value } from '../../experiments/record.js';
import type { Violation } from '../../../models/families/violation.js';
import type { Infeasibility, Termination } from '../../runs/result.js';
import type { RunIdentity } from './run.js';

/** Name of the format of a record file. */
export const RECORD_FORMAT = 'plenum.run';
/** Version of the format. */
export const RECORD_FORMAT_VERSION = 1;

/** Everything that is stored about one run: canonical JSON in a file named by `key` (docs/studies/records.md). */
export interface RunRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly formatVersion: typeof RECORD_FORMAT_VERSION;
  readonly key: string;
  readonly run: RunIdentity;
  readonly outcome: RunOutcome;
  /** Everything that depends on the machine or the time, and only that; `--no-times` leaves it out. */
  readonly machine: MachineFacts;
}

/** Answer of a run. If work limits the run, its answer is the same in every repetition. */
export interface RunOutcome {
  readonly termination: Termination;
  /** Reason why there is no answer; null for a run that ended by itself or at its own limits. */
  readonly failure: RunFailure | null;
  readonly feasible: boolean | null;
  /** The checker's value of the plan, in `objectiveUnit`; null without a plan. */
  readonly objective: number | null;
  readonly objectiveUnit: string | null;
  /** Whether more or less of the objective is better; null if the run has no objective. */
  readonly better: 'more' | 'less' | null;
  /**
   * Rules that the plan keeps in addition to the limits of its instance, such as "whole nodes". Absent without a plan,
   * or if the family has only one kind of plan.
   */
  readonly rules?: string;
  readonly bound: number | null;
  readonly boundScope: string | null;
  /** Relative gap, |bound - objective| / |bound|. */
  readonly gap: number | null;
  readonly gapReason: string | null;
  readonly violations: readonly Violation[];
  readonly infeasibility: Infeasibility | null;
  readonly warnings: readonly string[];
  /** Counts of work, by name. */
  readonly work: Readonly<Record<string, number>>;
  /**
   * Improvements of plan or bound, by rising work: number of steps, best value so far or null, best bound so far or
   * null.
   */
  readonly trajectory: readonly (readonly [steps: number, incumbent: number | null, bound: number | null])[];
  /** Values by name that not every run has, such as those of a figure's trial. */
  readonly values: Readonly<Record<string, Value>>;
}

export interface RunFailure {
  /**
   * "crashed": the process ended or threw an error; "memory", "time": ended from outside at the study's limit;
   * "refused": bad input.
   */
  readonly reason: 'crashed' | 'memory' | 'time' | 'refused';
  readonly message: string;
}

export interface MachineFacts {
  readonly plenumVersion: string;
  readonly nodeVersion: string;
  readonly host: string;
  readonly platform: string;
  /** Times by phase, s, including `total`. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Processor time, s; null if it is not known. */
  readonly cpuS: number | null;
  /** Largest resident memory of the process while it ran, MiB; null if it is not known. */
  readonly peakMemoryMiB: number | null;
  /** Time of each point of the trajectory, s. */
  readonly trajectoryTimeS: readonly number[];
  /** Last text that the process of a crashed run wrote to stderr. */
  readonly stderr?: string;
}
