import type { LinearProgram } from '../../../models/forms/linear-program.js';
import type { LpAnswer, LpPoint } from './engine.js';
import type { ModelLedger } from './model-ledger.js';

export function emptyAnswer(
  stopped: LpAnswer['stopped'],
  proven: LpAnswer['proven'],
  detail: string,
  iterations: number | null = 0,
): LpAnswer {
  return { stopped, proven, point: null, duals: null, iterations, detail };
}

/**
 * Returns the answer for two kinds of models that engines reject or treat differently; null for every other model. A
 * model with a lower bound above its upper bound is infeasible. A model without columns is infeasible or has the empty
 * vector as its optimum.
 */
export function answerWithoutEngine(ledger: ModelLedger): LpAnswer | null {
  if (ledger.hasCrossingBounds) return emptyAnswer('finished', 'infeasible', 'a lower bound exceeds its upper bound');
  if (ledger.columnCount > 0) return null;
  const program = ledger.snapshot();
  if (program.rows.some((row) => row.lower > 0 || row.upper < 0)) {
    return emptyAnswer('finished', 'infeasible', 'a row without columns excludes zero');
  }
  return {
    stopped: 'finished',
    proven: 'optimal',
    point: pointAt(program, new Float64Array(0)),
    duals: { rows: new Float64Array(program.rows.length), reducedCosts: new Float64Array(0) },
    iterations: 0,
    detail: 'no columns',
  };
}

/** Returns the point with these column values, with its objective and row activities. */
export function pointAt(program: LinearProgram, columnValues: Float64Array): LpPoint {
  let objective = program.offset ?? 0;
  program.columns.forEach((column, j) => {
    objective += column.cost * columnValues[j]!;
  });
  const rowActivities = Float64Array.from(program.rows, (row) => {
    let activity = 0;
    for (let k = 0; k < row.columnIndices.length; k += 1) {
      activity += row.coefficients[k]! * columnValues[row.columnIndices[k]!]!;
    }
    return activity;
  });
  return { objective, columnValues, rowActivities };
}

/** Returns the reduced cost of each column: cost[j] - sum over rows i of dual[i] a[i,j]. */
export function reducedCosts(program: LinearProgram, rowDuals: Float64Array): Float64Array {
  const reduced = Float64Array.from(program.columns, (column) => column.cost);
  program.rows.forEach((row, i) => {
    const dual = rowDuals[i]!;
    if (dual === 0) return;
    row.columnIndices.forEach((j, k) => {
      reduced[j]! -= dual * row.coefficients[k]!;
    });
  });
  return reduced;
}

/** Returns the largest violation of a column or row bound, relative to max(1, |bound|). */
export function largestViolation(program: LinearProgram, point: LpPoint): number {
  let largest = 0;
  const consider = (value: number, lower: number, upper: number): void => {
    // An infinite bound contributes -Infinity / Infinity = NaN, which the comparison discards.
    const below = (lower - value) / Math.max(1, Math.abs(lower));
    const above = (value - upper) / Math.max(1, Math.abs(upper));
    if (below > largest) largest = below;
    if (above > largest) largest = above;
  };
  program.columns.forEach((column, j) => {
    consider(point.columnValues[j]!, column.lower, column.upper);
  });
  program.rows.forEach((row, i) => {
    consider(point.rowActivities[i]!, row.lower, row.upper);
  });
  return largest;
}
