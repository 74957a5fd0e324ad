/** Means and variances of the times of all tasks on all columns in P-state 0. */

/** Single precision if the numbers were drawn (and rounded to it), double if a user gave them. */
export type TimeArray = Float32Array | Float64Array;

export interface TaskTimes {
  readonly taskCount: number;
  readonly taskName: (task: number) => string;
  /** Index into workload.taskTypes, by task. */
  readonly taskType: Uint8Array;
  readonly columnNames: readonly string[];
  /** Column by node, nodes in the order of facility.nodes with groups unrolled. */
  readonly columnOfNode: Int32Array;
  /** Mean times by [task * columns + column], s; Infinity where the column cannot run the task. */
  readonly meanS: TimeArray;
  /** Variances by [task * columns + column], s^2; 0 where the column cannot run the task. */
  readonly varianceS2: TimeArray;
}
