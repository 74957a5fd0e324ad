import type { LinearProgram } from '../../../models/forms/linear-program.js';

/** Allowance for rounding errors: a bound is lowered by this fraction of the sum of its terms' absolute values. */
const ROUNDING = 1e-12;

/**
 * Returns a proven lower bound on the objective of a minimisation from any dual values y of the rows, even inexact
 * ones:
 *
 * offset + sum_i (y_i > 0 ? y_i lower_i : y_i upper_i) + sum_j min over column j's bounds of (cost_j - sum_i y_i a_ij)
 * x_j
 *
 * A dual value y_i whose row bound is infinite counts as 0. The result is -Infinity if a minimum over a column's bounds
 * is.
 */
export function dualBound({ offset = 0, columns, rows }: LinearProgram, duals: ArrayLike<number>): number {
  const reduced = Float64Array.from(columns, ({ cost }) => cost);
  let sum = offset;
  let size = Math.abs(offset);
  const add = (term: number): void => {
    sum += term;
    size += Math.abs(term);
  };
  for (const [i, { lower, upper, columnIndices, coefficients }] of rows.entries()) {
    const dual = duals[i]!;
    const side = dual > 0 ? lower : upper;
    if (dual === 0 || !Number.isFinite(dual) || !Number.isFinite(side)) continue;
    add(dual * side);
    for (const [n, j] of columnIndices.entries()) reduced[j]! -= dual * coefficients[n]!;
  }
  for (const [j, { lower, upper }] of columns.entries()) {
    const cost = reduced[j]!;
    if (cost !== 0) add(cost * (cost > 0 ? lower : upper));
  }
  return Number.isFinite(size) ? sum - ROUNDING * size : -Infinity;
}
