/** The N tasks and the task types of an instance with J pools, whether listed, read from a file or generated. */
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
  /** Usable P-states, ascending from 0; absent if all are usable. */
  readonly usedPStates?: readonly number[];
  /** Returns the execution time on `nodes` nodes, from leastNodes to mostNodes, s. */
  readonly timeS: (nodes: number, pState: number) => number;
  /** Returns the power of all `nodes` nodes together, W. */
  readonly powerW: (nodes: number, pState: number) => number;
}

/** The tasks of an instance by ascending arrival time. */
export interface WorkloadTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  readonly arrivalS: Float64Array;
  readonly type: Int32Array;
  /** Number of cores that each task requests, at least 1. */
  readonly cores: Int32Array;
  /** Index of each task's utility class (shape of utility over age). */
  readonly utilityClass: Int32Array;
  readonly startingUtility: Float64Array;
  /** Urgency of each task (decay rate of utility), in units of 1 / urgencyUnitS. */
  readonly urgency: Float64Array;
  /** 1 for each task that may preempt others, else 0. */
  readonly mayPreempt: Uint8Array;
  /** 1 for each task that may be preempted, else 0. */
  readonly mayBePreempted: Uint8Array;
  /**
   * Execution time in P-state 0 on the first pool that can run the task, s, for tasks with a time of their own (stated,
   * or that of a job in a log); NaN for other tasks. The field is null if no task has one.
   */
  readonly runS: Float64Array | null;
}
