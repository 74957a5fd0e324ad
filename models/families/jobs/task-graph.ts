/**
 * Directed acyclic graph of a job's n tasks on one type of core with L frequency levels, with data transfers on E
 * edges. Tasks are numbered in topological order: every edge leads from a lower to a higher number. Levels are numbered
 * by ascending frequency, from 0 (slowest) to L - 1. No task takes longer at a higher level.
 */
export interface TaskGraph {
  /** Number of tasks, at least 1. */
  readonly tasks: number;
  /** Number of frequency levels of the cores, at least 1. */
  readonly levels: number;
  /** Execution time of each task at each frequency level, s, >= 0: entry task * levels + level. */
  readonly timeS: Float64Array;
  /**
   * Index of the first edge into each task; a last entry holds the number of edges. Edges are sorted by the task to
   * which they lead, then by the task from which they come.
   */
  readonly firstEdge: Int32Array;
  /** For each edge, the task from which it comes. It has a lower number than the task to which the edge leads. */
  readonly edgeFrom: Int32Array;
  /**
   * For each edge, the transfer time of its data if its two tasks are on different cores, s, >= 0. On the same core,
   * the transfer takes no time.
   */
  readonly transferS: Float64Array;
}

/** Power of one type of core (Singh et al. 2016, Eqs. 1 and 2). */
export interface CorePower {
  /** Dynamic power of a core that executes a task, for each frequency level, W, >= 0. */
  readonly dynamicPowerW: Float64Array;
  /**
   * Static power of a core that a job uses, W, >= 0. It is drawn from the job's start to its end, whether the core
   * executes or waits.
   */
  readonly staticPowerW: number;
}
