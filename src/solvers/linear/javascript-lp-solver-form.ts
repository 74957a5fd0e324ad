import type { Model } from 'javascript-lp-solver';
import type { LinearColumn, LinearProgram } from '../../../models/forms/linear-program.js';

/** Feasibility tolerance for a row whose columns are all fixed, relative to max(1, |bound|). */
const FIXED_ROW_TOLERANCE = 1e-9;

/**
 * Replacement of a column x by variables p, n >= 0: x = shift + scale * p, or x = shift + scale * p - n if x is free.
 */
interface Substitution {
  readonly shift: number;
  readonly scale: -1 | 0 | 1;
  readonly free: boolean;
}

/**
 * Returns the program with non-negative variables only; null if a row whose columns are all fixed is violated. The
 * engine handles nothing else reliably: free variables break its ratio test, and its presolve sets the costs of fixed
 * columns to 0.
 */
export function toStandardForm(program: LinearProgram): Model | null {
  const constraints: Model['constraints'] = {};
  const variables: Model['variables'] = {};
  const substitutions = program.columns.map(substitutionOf);
  program.columns.forEach((column, j) => {
    const { scale, free } = substitutions[j]!;
    if (scale === 0) return;
    const boxed = Number.isFinite(column.lower) && Number.isFinite(column.upper);
    variables[`p${j}`] = boxed ? { cost: scale * column.cost, [`b${j}`]: 1 } : { cost: scale * column.cost };
    if (boxed) constraints[`b${j}`] = { max: column.upper - column.lower };
    if (free) variables[`n${j}`] = { cost: -column.cost };
  });
  for (const [i, row] of program.rows.entries()) {
    let constant = 0;
    let live = 0;
    row.columnIndices.forEach((j, k) => {
      const { shift, scale, free } = substitutions[j]!;
      const coefficient = row.coefficients[k]!;
      constant += coefficient * shift;
      if (scale === 0 || coefficient === 0) return;
      live += 1;
      variables[`p${j}`]![`r${i}`] = scale * coefficient;
      if (free) variables[`n${j}`]![`r${i}`] = -coefficient;
    });
    if (live === 0) {
      const slack = FIXED_ROW_TOLERANCE * Math.max(1, Math.abs(constant));
      if (constant < row.lower - slack || constant > row.upper + slack) return null;
      continue;
    }
    const bounds: { min?: number; max?: number; equal?: number } = {};
    if (row.lower === row.upper) bounds.equal = row.lower - constant;
    else {
      if (row.lower !== -Infinity) bounds.min = row.lower - constant;
      if (row.upper !== Infinity) bounds.max = row.upper - constant;
    }
    constraints[`r${i}`] = bounds;
  }
  return {
    optimize: 'cost',
    opType: program.sense === 'maximize' ? 'max' : 'min',
    constraints,
    variables,
    options: { presolve: false, exitOnCycles: false },
  };
}

/** Returns the columns' values from the engine's answer, which may omit variables of value 0. */
export function columnValues(
  program: LinearProgram,
  values: Readonly<Record<string, number | boolean | undefined>>,
): Float64Array {
  return Float64Array.from(program.columns, (column, j) => {
    const { shift, scale } = substitutionOf(column);
    return shift + scale * Number(values[`p${j}`] ?? 0) - Number(values[`n${j}`] ?? 0);
  });
}

function substitutionOf(column: LinearColumn): Substitution {
  if (column.lower === column.upper) return { shift: column.lower, scale: 0, free: false };
  if (column.lower !== -Infinity) return { shift: column.lower, scale: 1, free: false };
  if (column.upper !== Infinity) return { shift: column.upper, scale: -1, free: false };
  return { shift: 0, scale: 1, free: true };
}
