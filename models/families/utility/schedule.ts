/**
 * A schedule: what ran when. R runs, ascending by task (a task runs at most once, perhaps in several pieces), Q pieces.
 * Moments in s. All pieces of a run have the same pool and P-state.
 */
export interface Schedule {
  /** Length R: task, ascending. */
  readonly task: Int32Array;
  /** Length R: option of the task's kind (index into WorkOptions). */
  readonly option: Int32Array;
  /** Length R + 1: first piece of each run. */
  readonly firstPiece: Int32Array;
  /** Length Q: start of each piece, s; pieces of a run are in order and do not overlap. */
  readonly pieceStartS: Float64Array;
  /** Length Q: end of each piece, s. */
  readonly pieceEndS: Float64Array;
  /**
   * Length Q: first node of the piece in its pool if nodes are told apart (serial: the machine, from 0), -1 if only
   * their number counts.
   */
  readonly node: Int32Array;
  /** Tasks that were dropped, ascending. A task that neither ran nor was dropped was waiting at the end. */
  readonly dropped: Int32Array;
  /** Moments at which the tasks of `dropped` were dropped, s. */
  readonly droppedS: Float64Array;
  /**
   * Tasks that were preempted and did not run to their end, ascending: their pieces are in the schedule, but they earn
   * nothing.
   */
  readonly unfinished: Int32Array;
}
