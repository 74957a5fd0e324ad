/**
 * Statement of a smooth nonlinear program. It is independent of any application.
 *
 *   minimise f(x)   subject to   rowLower <= c(x) <= rowUpper,   lower <= x <= upper
 *
 * Bounds may be -Infinity / Infinity; a row with equal bounds is an equality, a variable with equal bounds is fixed.
 * Lagrangian: f(x) + sum_i y[i] c_i(x) - lowerDual (x - lower) - upperDual (upper - x); hence y[i] >= 0 at an active
 * upper bound of row i and <= 0 at an active lower one, and the duals of bounds are >= 0.
 */
export interface NonlinearProgram {
  /** Length variables. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Length rows. */
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  /**
   * Entries of the Jacobian that may differ from 0, row by row: columns[start[i]] .. columns[start[i + 1] - 1],
   * ascending.
   */
  readonly pattern: { readonly start: Int32Array; readonly column: Int32Array };
  /**
   * First variable of each block of consecutive variables, then the number of variables. Second derivatives of the
   * Lagrangian between blocks are 0. A single block is always valid.
   */
  readonly blockStart: Int32Array;
  objective(x: Float64Array): number;
  gradientInto(gradient: Float64Array, x: Float64Array): void;
  rowsInto(values: Float64Array, x: Float64Array): void;
  /** Values in the order of the pattern. */
  jacobianInto(values: Float64Array, x: Float64Array): void;
  /**
   * Second derivatives of objectiveWeight f + sum_i rowWeight[i] c_i: one dense square per block, row by row, one block
   * after the other.
   */
  hessianInto(values: Float64Array, x: Float64Array, objectiveWeight: number, rowWeight: Float64Array): void;
}
