/**
 * A smooth nonlinear program:
 *
 * minimise f(x)   subject to   rowLower <= c(x) <= rowUpper,   lower <= x <= upper
 *
 * Bounds may be -Infinity / Infinity. A row with equal bounds is an equality, a variable with equal bounds is fixed.
 *
 * Lagrangian: f(x) + sum_i y[i] c_i(x) - lowerDual (x - lower) - upperDual (upper - x). Hence y[i] >= 0 at an active
 * upper bound of row i and <= 0 at an active lower bound. The dual values of the variables' bounds are >= 0.
 */
export interface NonlinearProgram {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  /**
   * Sparsity pattern of the Jacobian. Row i has entries in the columns column[start[i]] .. column[start[i + 1] - 1],
   * ascending.
   */
  readonly pattern: { readonly start: Int32Array; readonly column: Int32Array };
  /**
   * For each block of consecutive variables, index of its first variable. One more entry at the end is the number of
   * variables. Second derivatives of the Lagrangian between variables of different blocks must be 0. A single block is
   * always valid.
   */
  readonly blockStart: Int32Array;
  objective(x: Float64Array): number;
  gradientInto(gradient: Float64Array, x: Float64Array): void;
  rowsInto(values: Float64Array, x: Float64Array): void;
  /** Writes to `values` the Jacobian's entries at x, in the order of the sparsity pattern. */
  jacobianInto(values: Float64Array, x: Float64Array): void;
  /**
   * Writes to `values` the second derivatives at x of the following function. Each block of variables gives a dense
   * square matrix, row by row:
   *
   * objectiveWeight f + sum_i rowWeight[i] c_i
   */
  hessianInto(values: Float64Array, x: Float64Array, objectiveWeight: number, rowWeight: Float64Array): void;
}
