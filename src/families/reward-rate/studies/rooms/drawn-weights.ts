import type { InfluenceMatrix, SparseRows } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { FactorRange } from '../../../../../models/families/reward-rate/instance.js';
import type { RandomStream } from '../../../../random/stream.js';
import { marginSolver } from '../../../../../models/physics/airflow/margins.js';

export type WeightDrawer = (random: RandomStream) => SparseRows;

/**
 * Returns a function that draws influence matrices W' around the given matrix W. Each weight is multiplied by a factor
 * in the given range. Rows of W' sum to 1, and W' conserves air as W does:
 *
 * 1. d = x - u_sink - v_source, where 1 + x is uniform in the range. 2. u and v are such that row and column sums of
 * the air flows do not change. 3. W' = W (1 + t d), with the largest t <= 1 that keeps every factor in the range.
 */
export function weightDrawer({ weights, airFlowM3PerS }: InfluenceMatrix, { least, most }: FactorRange): WeightDrawer {
  const { start, column, value } = weights;
  const size = airFlowM3PerS.length;
  const flow = value.slice();
  for (let k = 0; k < size; k++) for (let n = start[k]!; n < start[k + 1]!; n++) flow[n]! *= airFlowM3PerS[k]!;
  const balanced = marginSolver({ start, column, value: flow }, airFlowM3PerS);
  const change = new Float64Array(value.length);
  const rowSum = new Float64Array(size);
  const columnSum = new Float64Array(size);
  return (random) => {
    rowSum.fill(0);
    columnSum.fill(0);
    for (let k = 0; k < size; k++) {
      for (let n = start[k]!; n < start[k + 1]!; n++) {
        change[n] = random.uniform(least, most) - 1;
        const moved = change[n]! * flow[n]!;
        rowSum[k]! += moved;
        columnSum[column[n]!]! += moved;
      }
    }
    const { ofRow, ofColumn } = balanced(rowSum, columnSum);
    let share = 1;
    for (let k = 0; k < size; k++) {
      for (let n = start[k]!; n < start[k + 1]!; n++) {
        change[n]! -= ofRow[k]! + ofColumn[column[n]!]!;
        const d = change[n]!;
        if (share * d > most - 1) share = (most - 1) / d;
        else if (share * d < least - 1) share = (least - 1) / d;
      }
    }
    return { start, column, value: value.map((weight, n) => weight * (1 + share * change[n]!)) };
  };
}
