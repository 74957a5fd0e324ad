/**
 * A schedule: what ran when. R runs, ascending by task, and Q pieces of execution. A task runs at most once, possibly
 * in several pieces if it was preempted. All pieces of a run have the same pool and P-state. Times in s.
 */
export interface Schedule {
  /** Task of each run, ascending. */
  readonly task: Int32Array;
  /** Option of each run (way to run the task's kind of work), as index in WorkOptions. */
  readonly option: Int32Array;
  /** Index of the first piece of execution of each run; a last entry holds the number of pieces. */
  readonly firstPiece: Int32Array;
  /** Start of each piece of execution, s. Pieces of a run are in order and do not overlap. */
  readonly pieceStartS: Float64Array;
  /** End of each piece of execution, s. */
  readonly pieceEndS: Float64Array;
  /**
   * For each piece of execution, its first node in its pool (in the environment `serial` the machine, from 0); -1 if
   * nodes are not distinguished.
   */
  readonly node: Int32Array;
  /** Dropped tasks, ascending. A task that neither ran nor was dropped was still waiting at the end. */
  readonly dropped: Int32Array;
  /** Time at which each task of `dropped` was dropped, s. */
  readonly droppedS: Float64Array;
  /**
   * Tasks that were preempted and never completed, ascending. Their pieces of execution are in the schedule, but they
   * earn nothing.
   */
  readonly unfinished: Int32Array;
}
