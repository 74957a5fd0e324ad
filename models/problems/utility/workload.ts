/** The tasks of an instance and their types as listed, read or drawn, before anything is compiled. Types only. J pools, N tasks. */
export interface UtilityWorkload {
  readonly types: readonly WorkloadType[];
  readonly tasks: WorkloadTasks;
}

export interface WorkloadType {
  readonly name: string;
  /** Times and powers by pool, length J; null where the pool cannot run it. */
  readonly runs: readonly (PoolRuns | null)[];
}

/** Times and powers of one type on one pool. */
export interface PoolRuns {
  readonly leastNodes: number;
  readonly mostNodes: number;
  readonly pStates: number;
  /** P-states in use, ascending from 0; absent: all. */
  readonly usedPStates?: readonly number[];
  /** Execution time, s, on `nodes` nodes (leastNodes .. mostNodes). */
  readonly timeS: (nodes: number, pState: number) => number;
  /** Power of all of them, W. */
  readonly powerW: (nodes: number, pState: number) => number;
}

/** Tasks in the order of their arrival. All arrays of length N. */
export interface WorkloadTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  readonly arrivalS: Float64Array;
  /** Index of the type; cores asked for, from 1. */
  readonly type: Int32Array;
  readonly cores: Int32Array;
  /** Index of the utility class; starting utility; urgency, 1/urgencyUnitS. */
  readonly utilityClass: Int32Array;
  readonly startingUtility: Float64Array;
  readonly urgency: Float64Array;
  /** Flags, 0 or 1: the task may preempt others; it may be preempted. */
  readonly mayPreempt: Uint8Array;
  readonly mayBePreempted: Uint8Array;
  /** Run time on the first pool that can run it, P-state 0, s, where the task comes from a trace; NaN elsewhere, null where none does. */
  readonly runS: Float64Array | null;
}
