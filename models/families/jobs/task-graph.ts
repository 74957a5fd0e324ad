/**
 * Directed acyclic graph of a job's n tasks on one kind of core with L levels, and its data on E edges. Tasks are
 * numbered in a topological order: every edge leads from a lower to a higher number. Levels are numbered by ascending
 * frequency: 0 is the slowest, L - 1 the fastest, and no task takes longer at a higher level.
 */
export interface TaskGraph {
  /** Number of tasks n, at least 1. */
  readonly tasks: number;
  /** Number of levels L of the cores, at least 1. */
  readonly levels: number;
  /** Length n x L, by task, then level: execution time of a task on a core at a level, s, >= 0. */
  readonly timeS: Float64Array;
  /**
   * Length n + 1: first edge into each task; edges are sorted by the task they lead to, then by the task they come
   * from.
   */
  readonly firstEdge: Int32Array;
  /** Length E: task that an edge comes from, lower than the task it leads to. */
  readonly edgeFrom: Int32Array;
  /**
   * Length E: transfer time of an edge's data if its two tasks are on different cores, s, >= 0; on one core the
   * transfer takes no time.
   */
  readonly transferS: Float64Array;
}

/** Power of one kind of core. The paper, Eqs. 1 and 2. */
export interface CorePower {
  /** Length L: dynamic power of a core while it executes a task at a level, W, >= 0. */
  readonly dynamicPowerW: Float64Array;
  /** Static power of a core that a job uses, from the job's start to its end whether it executes or waits, W, >= 0. */
  readonly staticPowerW: number;
}
