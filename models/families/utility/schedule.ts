/**
 * A schedule of R runs, sorted by task, which consist of Q pieces of execution. A task runs at most once, possibly in
 * several pieces if it was preempted. All pieces of a run have the same pool and P-state. Times are in s from the start
 * of the simulation.
 */
export interface Schedule {
  /** Index of the task of each run, ascending. */
  readonly task: Int32Array;
  /** How each run executes its task (pool, P-state, number of nodes), as index in WorkOptions. */
  readonly option: Int32Array;
  /** Index of the first piece of each run; the additional last entry is the number of pieces. */
  readonly firstPiece: Int32Array;
  /** Start of each piece of execution, s. Pieces of a run are in order and do not overlap. */
  readonly pieceStartS: Float64Array;
  /** End of each piece of execution, s. */
  readonly pieceEndS: Float64Array;
  /**
   * Number in its pool, from 0, of the first node that each piece occupies; in the environment `serial`, of the
   * machine. -1 if nodes are not distinguished.
   */
  readonly node: Int32Array;
  /**
   * Indices of the tasks that were dropped, ascending. A task that neither ran nor was dropped was still waiting at the
   * end.
   */
  readonly dropped: Int32Array;
  /** Time at which each task of `dropped` was dropped, s. */
  readonly droppedS: Float64Array;
  /**
   * Indices of the tasks that were preempted and never completed, ascending. Their pieces of execution are in the
   * schedule, but they earn nothing.
   */
  readonly unfinished: Int32Array;
}
