/** Value of "format" in a schedule file. */
export const UTILITY_PLAN_FORMAT = 'plenum.utility-schedule';
/** Version of that format, a count. */
export const UTILITY_PLAN_FORMAT_VERSION = 1;

/** A schedule as stored on disk: what ran where and when. Moments in s from the start of the simulation. */
export interface UtilityPlan {
  readonly format: typeof UTILITY_PLAN_FORMAT;
  readonly formatVersion: typeof UTILITY_PLAN_FORMAT_VERSION;
  /** Name of the instance that the schedule was made for, and SHA-256 of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Policy that made the schedule. */
  readonly method: string;
  /**
   * Results as computed by the policy itself: utility earned in the measured time, energy by day (J; the part of a day
   * before the first midnight counts as a day), and its cost (USD) if energy has a price.
   */
  readonly claimed: {
    readonly utility: number;
    readonly energyJ: readonly number[];
    readonly costUsd?: readonly number[] | undefined;
  };
  /** Tasks that ran, each once. A task that neither ran nor was dropped was still waiting at the end. */
  readonly runs: readonly PlannedRun[];
  readonly dropped: readonly DroppedTask[];
}

export interface PlannedRun {
  readonly task: string;
  readonly pool: string;
  /** Number of nodes of the pool that the run takes. */
  readonly nodes: number;
  /** P-state of all the run's nodes; 0 is the fastest. */
  readonly pState: number;
  /**
   * Number of the machine in its pool, from 0, in the serial environment. Other environments do not tell nodes apart.
   */
  readonly machine?: number | undefined;
  /** Start and end of each piece of execution, s, in order; several pieces if the task was preempted. */
  readonly pieces: readonly (readonly [startS: number, endS: number])[];
  /** False if the task was preempted and never ended, so that it earns nothing; absent if it ran to its end. */
  readonly finished?: false | undefined;
}

export interface DroppedTask {
  readonly task: string;
  readonly atS: number;
}
