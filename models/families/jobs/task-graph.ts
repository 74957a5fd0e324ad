/**
 * The n tasks of a job as a directed acyclic graph, on one type of core with L frequency levels. Its E edges are data
 * transfers. Every edge leads from a task with a lower number to one with a higher number.
 *
 * Levels are numbered by ascending frequency, from 0 (slowest) to L - 1. No task takes longer at a higher level.
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
  /**
   * For each edge, the number of the task from which it comes. That number is below the number of the task to which the
   * edge leads.
   */
  readonly edgeFrom: Int32Array;
  /**
   * For each edge, how long its data travel if its two tasks are on different cores, s, >= 0. On the same core, the
   * transfer takes no time.
   */
  readonly transferS: Float64Array;
}

/** Power of one type of core (Singh et al. 2016, Eqs. 1 and 2). */
export interface CorePower {
  /** Power that a core draws while it executes a task, above its static power, at each frequency level, W, >= 0. */
  readonly dynamicPowerW: Float64Array;
  /** Power that each core of a job draws from the job's start to its end, whether it executes or waits, W, >= 0. */
  readonly staticPowerW: number;
}
