/** Value of "format" in a schedule file. Ours. */
export const UTILITY_PLAN_FORMAT = 'plenum.utility-schedule';
/** Version of that format, a count. Ours. */
export const UTILITY_PLAN_FORMAT_VERSION = 1;

/** A schedule as stored on disk: what ran where and when. Moments in s from the start of the simulation. */
export interface UtilityPlan {
  readonly format: typeof UTILITY_PLAN_FORMAT;
  readonly formatVersion: typeof UTILITY_PLAN_FORMAT_VERSION;
  /** Name of the instance it was made for, and SHA-256 of that file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Policy that made it. */
  readonly method: string;
  /**
   * Figures of the maker: utility earned in the measured time, and energy by day (J), the part of a day before the first midnight included; its cost
   * (USD) where energy has a price.
   */
  readonly claimed: {
    readonly utility: number;
    readonly energyJ: readonly number[];
    readonly costUsd?: readonly number[] | undefined;
  };
  /** Tasks that ran, each once. What is in neither list was still waiting at the end. */
  readonly runs: readonly PlannedRun[];
  readonly dropped: readonly DroppedTask[];
}

export interface PlannedRun {
  readonly task: string;
  readonly pool: string;
  /** Nodes of the pool that it takes. */
  readonly nodes: number;
  /** P-state of all of them; 0 the fastest. */
  readonly pState: number;
  /** Machine of the pool, from 0, in the serial environment; nodes are not told apart in the others. */
  readonly machine?: number | undefined;
  /** Start and end of each piece of execution, in order; more than one where it was preempted. */
  readonly pieces: readonly (readonly [startS: number, endS: number])[];
  /** Flag: ran to its end; absent: true. False where it was preempted and never ended: it earns nothing. */
  readonly finished?: false | undefined;
}

export interface DroppedTask {
  readonly task: string;
  readonly atS: number;
}
