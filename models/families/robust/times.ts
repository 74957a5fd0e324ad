// This file declares the means and variances of the times of all tasks in P-state 0. A column is a group of nodes with
// equal task times.

/**
 * Array of task times: in single precision if they were drawn at random (and rounded to it), in double precision if the
 * instance lists them.
 */
export type TimeArray = Float32Array | Float64Array;

export interface TaskTimes {
  readonly taskCount: number;
  readonly taskName: (task: number) => string;
  /** Type of each task, as index in workload.taskTypes. */
  readonly taskType: Uint8Array;
  readonly columnNames: readonly string[];
  /**
   * Index of the column (group of nodes with equal task times) of each node. Nodes are in the order of facility.nodes,
   * with one entry for each node of a group.
   */
  readonly columnOfNode: Int32Array;
  /**
   * Mean time of each task for each column (group of nodes with equal times), s: entry task * columns + column.
   * Infinity if the column's nodes cannot run the task.
   */
  readonly meanS: TimeArray;
  /**
   * Variance of each task's time for each column (group of nodes with equal times), s^2: entry task * columns + column.
   * 0 if the column's nodes cannot run the task.
   */
  readonly varianceS2: TimeArray;
}
