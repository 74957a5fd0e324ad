/** Value of the field "format" in a utility schedule file. */
export const UTILITY_PLAN_FORMAT = 'plenum.utility-schedule';
/** Version of the utility schedule format. */
export const UTILITY_PLAN_FORMAT_VERSION = 1;

/**
 * A schedule as stored in a file. It says where and when each task ran. Times are in s from the start of the
 * simulation.
 */
export interface UtilityPlan {
  readonly format: typeof UTILITY_PLAN_FORMAT;
  readonly formatVersion: typeof UTILITY_PLAN_FORMAT_VERSION;
  /** Instance for which the schedule was made, with the SHA-256 hash of its file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Name of the scheduling policy. */
  readonly method: string;
  /**
   * Results as the policy computes them: utility in the measured time, energy on each day (J), and its cost (USD) if
   * energy has a price. The time before the first midnight counts as a day.
   */
  readonly claimed: {
    readonly utility: number;
    readonly energyJ: readonly number[];
    readonly costUsd?: readonly number[] | undefined;
  };
  /** Tasks that ran, each listed once. A task in neither `runs` nor `dropped` was still waiting at the end. */
  readonly runs: readonly PlannedRun[];
  readonly dropped: readonly DroppedTask[];
}

export interface PlannedRun {
  readonly task: string;
  readonly pool: string;
  readonly nodes: number;
  /** P-state of all nodes of the run; 0 is the fastest. */
  readonly pState: number;
  /**
   * Index of the machine in its pool, only in the environment `serial`. In all other environments, the nodes of a pool
   * are not distinguished.
   */
  readonly machine?: number | undefined;
  /**
   * Start and end of each piece of execution, s, in order of time. There are several pieces if the task was preempted.
   */
  readonly pieces: readonly (readonly [startS: number, endS: number])[];
  /** False if the task was preempted and never completed, so that it earned nothing. */
  readonly finished?: false | undefined;
}

export interface DroppedTask {
  readonly task: string;
  readonly atS: number;
}
