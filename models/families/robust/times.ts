// This file declares the means and variances of the times of all tasks in P-state 0. A column is a group of nodes with
// equal task times.

/**
 * Array of task times. It is in single precision if the times were drawn (and rounded to it), otherwise in double
 * precision.
 */
export type TimeArray = Float32Array | Float64Array;

export interface TaskTimes {
  readonly taskCount: number;
  readonly taskName: (task: number) => string;
  readonly taskType: Uint8Array;
  readonly columnNames: readonly string[];
  /**
   * For each node, index of its column (group of nodes with equal task times). Nodes are in the order of
   * facility.nodes, with groups expanded to single nodes.
   */
  readonly columnOfNode: Int32Array;
  /**
   * Mean time of each task for each column, s, at index task * columns + column. The entry is Infinity if the column's
   * nodes cannot run the task.
   */
  readonly meanS: TimeArray;
  /**
   * Variance of the time of each task for each column, s^2, at index task * columns + column. It is 0 if the column's
   * nodes cannot run the task.
   */
  readonly varianceS2: TimeArray;
}
