/**
 * A schedule of R runs, sorted by task, with Q pieces of execution. A task runs at most once, in several pieces if it
 * was preempted. All pieces of a run have the same pool and P-state. Times are in s from the start of the simulation.
 */
export interface Schedule {
  /** Task of each run, ascending. */
  readonly task: Int32Array;
  /** Index of each run's option (pool, P-state, number of nodes) in WorkOptions. */
  readonly option: Int32Array;
  /** For each run, index of its first piece. One more entry at the end is the number of pieces. */
  readonly firstPiece: Int32Array;
  /** Start of each piece, s. Pieces of a run are in order and do not overlap. */
  readonly pieceStartS: Float64Array;
  readonly pieceEndS: Float64Array;
  /**
   * For each piece, index of its first node in its pool (in the environment `serial`, of its machine); -1 if nodes are
   * not distinguished.
   */
  readonly node: Int32Array;
  /** Tasks that were dropped, ascending. A task that neither ran nor was dropped was still waiting at the end. */
  readonly dropped: Int32Array;
  /** Time at which each task of `dropped` was dropped, s. */
  readonly droppedS: Float64Array;
  /**
   * Tasks that were preempted and never completed, ascending. Their pieces are in the schedule, but they earn nothing.
   */
  readonly unfinished: Int32Array;
}
