import type { Value } from '../../experiments/record.js';
import type { Violation } from '../../../models/families/violation.js';
import type { Infeasibility, Termination } from '../../runs/result.js';
import type { RunIdentity } from './run.js';

/** Name of the file format of run records. */
export const RECORD_FORMAT = 'plenum.run';
/** Version of the file format of run records. */
export const RECORD_FORMAT_VERSION = 1;

/** Stored record of one run: canonical JSON in a file named by `key` (docs/studies/records.md). */
export interface RunRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly formatVersion: typeof RECORD_FORMAT_VERSION;
  readonly key: string;
  readonly run: RunIdentity;
  readonly outcome: RunOutcome;
  /** All facts that depend on the machine or the time. The option `--no-times` leaves them out. */
  readonly machine: MachineFacts;
}

/** Result of a run. With a step limit and no time limit, every repetition gives the same result. */
export interface RunOutcome {
  readonly termination: Termination;
  /** Reason why the run has no result; null if it ended normally or at its budget. */
  readonly failure: RunFailure | null;
  readonly feasible: boolean | null;
  /** Objective of the plan as computed by the checker, in `objectiveUnit`; null without a plan. */
  readonly objective: number | null;
  readonly objectiveUnit: string | null;
  /** "more" if the objective is maximized, "less" if it is minimized; null if the run has no objective. */
  readonly better: 'more' | 'less' | null;
  /**
   * Rules that the plan obeys in addition to the limits of its instance, such as "whole nodes". Absent without a plan,
   * or if the family has only one kind of plan.
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
  /** Amounts of work done, such as the number of steps, by the name of the count. */
  readonly work: Readonly<Record<string, number>>;
  /**
   * Points at which the best objective or the bound improved, by ascending work: number of steps so far, best objective
   * so far, best bound so far. The latter two are null if there is none yet.
   */
  readonly trajectory: readonly (readonly [steps: number, incumbent: number | null, bound: number | null])[];
  /** Further values by name, which only some kinds of runs have, such as trials of a published figure. */
  readonly values: Readonly<Record<string, Value>>;
}

export interface RunFailure {
  /**
   * Why the run failed. "crashed": its process ended or threw an error. "memory" and "time": it was killed at a limit
   * of the study. "refused": its input was invalid.
   */
  readonly reason: 'crashed' | 'memory' | 'time' | 'refused';
  readonly message: string;
}

export interface MachineFacts {
  readonly plenumVersion: string;
  readonly nodeVersion: string;
  readonly host: string;
  readonly platform: string;
  /** Times of the run's phases, s. The key `total` is the time of the whole run. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Processor time, s; null if unknown. */
  readonly cpuS: number | null;
  /** Maximum resident memory of the process during the run, MiB; null if unknown. */
  readonly peakMemoryMiB: number | null;
  /** Time of each point of the outcome's `trajectory` since the start of the run, s. */
  readonly trajectoryTimeS: readonly number[];
  /** Last part of the stderr output of a run that crashed. */
  readonly stderr?: string;
}

/** Facts about the machine that are the same for all runs. */
export type MachineFrame = Omit<MachineFacts, 'timeS' | 'trajectoryTimeS'>;
