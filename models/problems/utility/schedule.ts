/**
 * A schedule: what ran when. R runs, ascending by task (a task runs at most once, perhaps in several pieces), Q pieces. Moments in s. The pool
 * and P-state stay over all pieces of a run.
 */
export interface Schedule {
  /** Length R each: task, ascending; option of the task's kind (index into WorkOptions). */
  readonly task: Int32Array;
  readonly option: Int32Array;
  /** Length R + 1: first piece of each run. */
  readonly firstPiece: Int32Array;
  /** Length Q each: pieces of a run in order, none before the one before it has ended. */
  readonly pieceStartS: Float64Array;
  readonly pieceEndS: Float64Array;
  /**
   * Length Q: first node of the piece in its pool where nodes are told apart (serial: the machine, from 0), -1 where only their number counts.
   */
  readonly node: Int32Array;
  /** Tasks that were dropped, ascending, and when. What is in neither list was waiting at the end. */
  readonly dropped: Int32Array;
  readonly droppedS: Float64Array;
  /** Tasks preempted and not run to their end: their pieces stand above, they earn nothing. Ascending. */
  readonly unfinished: Int32Array;
}
