import type { SparseRows } from '../thermal/influence-matrix.js';

/** Relative corrections of a matrix of flows. Entry (k, j) changes by the fraction u_k + v_j. */
export interface MarginCorrection {
  readonly ofRow: Float64Array;
  readonly ofColumn: Float64Array;
}

/** Relative residual to which the corrections are solved. The conservation of air is tested to 1e-9. */
const ACCURACY = 1e-13;
/** Maximum number of conjugate-gradient iterations for a correction of air flows. */
const MAX_ITERATIONS = 5000;

/**
 * Returns a function that finds corrections u and v with given row sums and column sums, which must have the same
 * total:
 *
 * sum_j flow_kj (u_k + v_j) = row sum k,   sum_k flow_kj (u_k + v_j) = column sum j
 *
 * If a matrix of flow changes has these sums, subtracting flow_kj (u_k + v_j) from it makes every row sum and column
 * sum 0. The total flow of every node and CRAC then stays the same.
 *
 * Every row and column of `flow` must sum to `airFlow`, m3/s.
 */
export function marginSolver(
  flow: SparseRows,
  airFlow: Float64Array,
): (rowSum: Float64Array, columnSum: Float64Array) => MarginCorrection {
  const solve = conjugateGradients(flow, airFlow);
  return (rowSum, columnSum) => {
    // u = (row sum - F v) / a is substituted: (D - F^T D^-1 F) v = column sum - F^T (row sum / a).
    const right = columnSum.slice();
    addTransposed(
      flow,
      rowSum.map((sum, k) => -sum / airFlow[k]!),
      right,
    );
    const ofColumn = solve(right);
    const ofRow = product(flow, ofColumn).map((drawn, k) => (rowSum[k]! - drawn) / airFlow[k]!);
    return { ofRow, ofColumn };
  };
}

/**
 * Returns a solver of the linear system by conjugate gradients with diagonal preconditioner. The system is singular,
 * because u = 1 with v = -1 changes nothing. Any solution suffices, and a solution exists for all right-hand sides used
 * here.
 */
function conjugateGradients(flow: SparseRows, airFlow: Float64Array): (right: Float64Array) => Float64Array {
  const applied = (v: Float64Array): Float64Array => {
    const through = product(flow, v).map((drawn, k) => -drawn / airFlow[k]!);
    const result = v.map((value, j) => value * airFlow[j]!);
    addTransposed(flow, through, result);
    return result;
  };
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return (right) => {
    const x = new Float64Array(right.length);
    const residual = right.slice();
    let scaled = residual.map((value, i) => value / airFlow[i]!);
    const direction = scaled.slice();
    let size = dot(residual, scaled);
    const goal = ACCURACY ** 2 * size;
    for (let n = 0; n < MAX_ITERATIONS && size > goal; n++) {
      const image = applied(direction);
      const step = size / dot(direction, image);
      for (let i = 0; i < x.length; i++) {
        x[i]! += step * direction[i]!;
        residual[i]! -= step * image[i]!;
      }
      scaled = residual.map((value, i) => value / airFlow[i]!);
      const next = dot(residual, scaled);
      for (let i = 0; i < x.length; i++) direction[i] = scaled[i]! + (next / size) * direction[i]!;
      size = next;
    }
    return x;
  };
}

function product({ start, column, value }: SparseRows, x: Float64Array): Float64Array {
  return x.map((_, k) => {
    let sum = 0;
    for (let n = start[k]!; n < start[k + 1]!; n++) sum += value[n]! * x[column[n]!]!;
    return sum;
  });
}

function addTransposed({ start, column, value }: SparseRows, x: Float64Array, to: Float64Array): void {
  for (let k = 0; k < x.length; k++) {
    for (let n = start[k]!; n < start[k + 1]!; n++) to[column[n]!]! += value[n]! * x[k]!;
  }
}
