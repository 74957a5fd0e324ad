/** The tasks of an instance and their types, listed, read or drawn, before anything is compiled. J pools, N tasks. */
export interface UtilityWorkload {
  readonly types: readonly WorkloadType[];
  readonly tasks: WorkloadTasks;
}

export interface WorkloadType {
  readonly name: string;
  /** Times and powers by pool, length J; null if the pool cannot run the type. */
  readonly runs: readonly (PoolRuns | null)[];
}

/** Times and powers of one type on one pool. */
export interface PoolRuns {
  readonly leastNodes: number;
  readonly mostNodes: number;
  readonly pStates: number;
  /** P-states in use, ascending from 0; absent: all. */
  readonly usedPStates?: readonly number[];
  /** Execution time on `nodes` nodes (leastNodes .. mostNodes), s. */
  readonly timeS: (nodes: number, pState: number) => number;
  /** Returns the power of the nodes together, W. */
  readonly powerW: (nodes: number, pState: number) => number;
}

/** Tasks in the order of their arrival. All arrays of length N. */
export interface WorkloadTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  readonly arrivalS: Float64Array;
  /** Index of the task's type. */
  readonly type: Int32Array;
  /** Number of cores asked for, at least 1. */
  readonly cores: Int32Array;
  /** Index of the utility class. */
  readonly utilityClass: Int32Array;
  readonly startingUtility: Float64Array;
  /** Urgency, 1/urgencyUnitS. */
  readonly urgency: Float64Array;
  /** For each task, 1 if it may preempt others, else 0. */
  readonly mayPreempt: Uint8Array;
  /** For each task, 1 if it may be preempted, else 0. */
  readonly mayBePreempted: Uint8Array;
  /**
   * Execution time in P-state 0 on the first pool that can run the task, s, for tasks from a trace; NaN for others.
   * Null if no task comes from a trace.
   */
  readonly runS: Float64Array | null;
}
