import type { Value } from '../../experiments/record.js';
import type { Violation } from '../../../models/families/violation.js';
import type { Infeasibility, Termination } from '../../runs/result.js';
import type { RunIdentity } from './run.js';

/** Name of the file format of run records. */
export const RECORD_FORMAT = 'plenum.run';
/** Version of the file format of run records. */
export const RECORD_FORMAT_VERSION = 1;

/** Stored record of a run: canonical JSON in a file named by `key` (docs/studies/records.md). */
export interface RunRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly formatVersion: typeof RECORD_FORMAT_VERSION;
  readonly key: string;
  readonly run: RunIdentity;
  readonly outcome: RunOutcome;
  /** Facts that depend on the machine or the time; `--no-times` leaves them out. */
  readonly machine: MachineFacts;
}

/** Result of a run. With only a step limit, every repetition of the run gives the same result. */
export interface RunOutcome {
  readonly termination: Termination;
  /** Why the run has no result; null if it ended normally or at its budget. */
  readonly failure: RunFailure | null;
  readonly feasible: boolean | null;
  /** Objective of the plan by the checker, in `objectiveUnit`; null without a plan. */
  readonly objective: number | null;
  readonly objectiveUnit: string | null;
  /** "more" if the objective is maximized, "less" if minimized; null without an objective. */
  readonly better: 'more' | 'less' | null;
  /**
   * Rules that the plan obeys in addition to its instance's limits, such as "whole nodes". Absent without a plan, or if
   * the family has only one kind of plan.
   */
  readonly rules?: string;
  readonly bound: number | null;
  readonly boundScope: string | null;
  /** Relative gap, |bound - objective| / |bound|; null if there is none. */
  readonly gap: number | null;
  readonly gapReason: string | null;
  readonly violations: readonly Violation[];
  readonly infeasibility: Infeasibility | null;
  readonly warnings: readonly string[];
  /** Amounts of work, such as the number of steps, by name of the count. */
  readonly work: Readonly<Record<string, number>>;
  /**
   * Points at which best objective or bound improved, by ascending work: steps, best objective and bound so far (null
   * if none).
   */
  readonly trajectory: readonly (readonly [steps: number, incumbent: number | null, bound: number | null])[];
  /** Further values by name, for some kinds of runs only, such as trials of a published figure. */
  readonly values: Readonly<Record<string, Value>>;
  /** Results of a comparison's run that BESIDE_OBJECTIVE of ended.ts names; absent for other runs. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

export interface RunFailure {
  /**
   * Why the run failed. "crashed" means that its process ended or threw an error. "memory" and "time" mean that it was
   * killed at a limit of the study. "refused" means that its input was invalid.
   */
  readonly reason: 'crashed' | 'memory' | 'time' | 'refused';
  readonly message: string;
}

export interface MachineFacts {
  readonly plenumVersion: string;
  readonly nodeVersion: string;
  readonly host: string;
  readonly platform: string;
  /** Times of the run's phases, s; `total` is the whole run. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Processor time, s; null if unknown. */
  readonly cpuS: number | null;
  /** Maximum resident memory of the process during the run, MiB; null if unknown. */
  readonly peakMemoryMiB: number | null;
  /** Time of each point of `trajectory` since the start of the run, s. */
  readonly trajectoryTimeS: readonly number[];
  /** Last part of stderr of a run that crashed. */
  readonly stderr?: string;
}

/** Facts about the machine that are the same for all runs. */
export type MachineFrame = Omit<MachineFacts, 'timeS' | 'trajectoryTimeS'>;
