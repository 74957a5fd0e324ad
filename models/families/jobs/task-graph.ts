/**
 * The n tasks of a job as a directed acyclic graph, on one type of core. The core has L frequency levels, numbered from
 * 0, the slowest. The E edges of the graph are data transfers. Every edge leads from a task with a lower number to a
 * task with a higher number. No task takes longer at a higher level.
 */
export interface TaskGraph {
  readonly tasks: number;
  readonly levels: number;
  /** Execution time of each task at each frequency level, s, >= 0, at index task * levels + level. */
  readonly timeS: Float64Array;
  /**
   * For each task, index of the first edge that leads to it. One more entry at the end is the number of edges. Edges
   * are sorted by the task to which they lead, then by the task from which they come.
   */
  readonly firstEdge: Int32Array;
  /**
   * For each edge, number of the task from which it comes. It is below the number of the task to which the edge leads.
   */
  readonly edgeFrom: Int32Array;
  /** For each edge, time that its data travel between different cores, s, >= 0. On the same core they take no time. */
  readonly transferS: Float64Array;
}

/** Power of one type of core (Singh et al. 2016, Eqs. 1 and 2). */
export interface CorePower {
  /** Power of a core above its static power while it executes a task, at each frequency level, W, >= 0. */
  readonly dynamicPowerW: Float64Array;
  /** Power of each core of a job from the job's start to its end, whether it executes or waits, W, >= 0. */
  readonly staticPowerW: number;
}
