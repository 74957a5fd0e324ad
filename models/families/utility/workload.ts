/**
 * The N tasks and the task types of an instance with J pools, whether listed, read from a file or generated at random.
 */
export interface UtilityWorkload {
  readonly types: readonly WorkloadType[];
  readonly tasks: WorkloadTasks;
}

export interface WorkloadType {
  readonly name: string;
  /** Execution times and powers on each pool; null for a pool that cannot run the type. */
  readonly runs: readonly (PoolRuns | null)[];
}

/** Execution times and powers of one task type on one pool. */
export interface PoolRuns {
  readonly leastNodes: number;
  readonly mostNodes: number;
  readonly pStates: number;
  /** P-states that may be used, ascending from 0; absent if all may be used. */
  readonly usedPStates?: readonly number[];
  /** Returns the execution time on `nodes` nodes in a P-state, s. `nodes` must be from leastNodes to mostNodes. */
  readonly timeS: (nodes: number, pState: number) => number;
  /** Returns the power of all `nodes` nodes together, W. */
  readonly powerW: (nodes: number, pState: number) => number;
}

/** The tasks of an instance by ascending arrival time. Each array has one entry for each task. */
export interface WorkloadTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  readonly arrivalS: Float64Array;
  /** Index of each task's type. */
  readonly type: Int32Array;
  /** Number of cores that each task requests, at least 1. */
  readonly cores: Int32Array;
  /** Index of each task's utility class (shape of its utility over age). */
  readonly utilityClass: Int32Array;
  readonly startingUtility: Float64Array;
  /** Urgency of each task (decay rate of its utility), in units of 1 / urgencyUnitS. */
  readonly urgency: Float64Array;
  /** For each task, 1 if it may preempt others, else 0. */
  readonly mayPreempt: Uint8Array;
  /** For each task, 1 if it may be preempted, else 0. */
  readonly mayBePreempted: Uint8Array;
  /**
   * For tasks from a log, the execution time in P-state 0 on the first pool that can run the task, s; NaN for other
   * tasks. Null if no task comes from a log.
   */
  readonly runS: Float64Array | null;
}
