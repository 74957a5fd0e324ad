/**
 * A smooth nonlinear program, independent of any application:
 *
 * minimise f(x)   subject to   rowLower <= c(x) <= rowUpper,   lower <= x <= upper
 *
 * Bounds may be -Infinity / Infinity. A row with equal bounds is an equality, a variable with equal bounds is fixed.
 *
 * Lagrangian: f(x) + sum_i y[i] c_i(x) - lowerDual (x - lower) - upperDual (upper - x). Hence y[i] >= 0 at an active
 * upper bound of row i and <= 0 at an active lower bound. The dual values of the variables' bounds are >= 0.
 */
export interface NonlinearProgram {
  /** Lower bound of each variable. */
  readonly lower: Float64Array;
  /** Upper bound of each variable. */
  readonly upper: Float64Array;
  /** Lower bound of each constraint row. */
  readonly rowLower: Float64Array;
  /** Upper bound of each constraint row. */
  readonly rowUpper: Float64Array;
  /**
   * Positions at which the Jacobian of the rows may be non-zero. For row i, they are the columns column[start[i]] ..
   * column[start[i + 1] - 1], in ascending order.
   */
  readonly pattern: { readonly start: Int32Array; readonly column: Int32Array };
  /**
   * Index of the first variable of each block of consecutive variables; the additional last entry is the number of
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
   * Writes to `values` the second derivatives at x of this function. Each block of variables gives a dense square
   * matrix, row by row:
   *
   * objectiveWeight f + sum_i rowWeight[i] c_i
   */
  hessianInto(values: Float64Array, x: Float64Array, objectiveWeight: number, rowWeight: Float64Array): void;
}
