// This file declares the means and variances of the times of all tasks in P-state 0. A column is a group of nodes with
// equal task times.

/** Array of task times: in single precision if they were drawn (and rounded to it), otherwise in double. */
export type TimeArray = Float32Array | Float64Array;

export interface TaskTimes {
  readonly taskCount: number;
  readonly taskName: (task: number) => string;
  readonly taskType: Uint8Array;
  readonly columnNames: readonly string[];
  /**
   * Index of each node's column (group of nodes with equal task times). Nodes are in the order of facility.nodes, each
   * node of a group for itself.
   */
  readonly columnOfNode: Int32Array;
  /** Mean time, s: entry task * columns + column; Infinity if the column's nodes cannot run the task. */
  readonly meanS: TimeArray;
  /** Variance of that time, s^2; 0 if the column's nodes cannot run the task. */
  readonly varianceS2: TimeArray;
}
