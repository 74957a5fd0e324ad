import type { LinearColumn, LinearProgram, LinearRow, Sense } from '../../models/forms/linear-program.js';

/** A column, non-negative unless told. */
export function column(cost: number, lower = 0, upper = Infinity): LinearColumn {
  return { name: 'x', cost, lower, upper };
}

/** A row from its coefficients in column order. */
export function row(lower: number, upper: number, dense: readonly number[]): LinearRow {
  const columnIndices = dense.flatMap((value, j) => (value === 0 ? [] : [j]));
  return { name: 'r', lower, upper, columnIndices, coefficients: columnIndices.map((j) => dense[j]!) };
}

export function program(sense: Sense, columns: readonly LinearColumn[], rows: readonly LinearRow[]): LinearProgram {
  return { sense, columns, rows };
}
