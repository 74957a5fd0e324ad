import type { NonlinearProgram } from '../../../models/forms/nonlinear-program.js';

/** Errors in the KKT conditions, all 0 at a local optimum that meets a constraint qualification. */
export interface KktResidual {
  /**
   * Largest absolute entry of grad f + J^T y - lowerDual + upperDual over the variables that are not fixed, divided by
   * `scale`. J is the Jacobian of the rows and y their multipliers.
   */
  readonly stationarity: number;
  /** Largest violation of a row or bound, in its own unit. */
  readonly feasibility: number;
  /** Largest product of a bound's or row's multiplier and the distance to its bound, divided by `scale`. */
  readonly complementarity: number;
}

export interface Multipliers {
  readonly rows: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Mean absolute multiplier above which residuals are scaled. They are then divided by the mean multiplier / this
 * constant. Our choice: the usual one.
 */
const ORDINARY_MULTIPLIER = 100;

/** Returns the KKT residuals with scale = max(100, mean |multiplier|) / 100, from the program alone. */
export function kktResidual(program: NonlinearProgram, x: Float64Array, duals: Multipliers): KktResidual {
  const { lower, upper, rowLower, rowUpper, pattern } = program;
  const gradient = new Float64Array(lower.length);
  const rows = new Float64Array(rowLower.length);
  const jacobian = new Float64Array(pattern.column.length);
  program.gradientInto(gradient, x);
  program.rowsInto(rows, x);
  program.jacobianInto(jacobian, x);
  let feasibility = 0;
  let complementarity = 0;
  let stationarity = 0;
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const y = duals.rows[i]!;
    sum += Math.abs(y);
    for (let e = pattern.start[i]!; e < pattern.start[i + 1]!; e++) gradient[pattern.column[e]!]! += jacobian[e]! * y;
    feasibility = Math.max(feasibility, rows[i]! - rowUpper[i]!, rowLower[i]! - rows[i]!);
    if (rowLower[i] === rowUpper[i]) continue;
    const distance = y > 0 ? rowUpper[i]! - rows[i]! : rows[i]! - rowLower[i]!;
    // A multiplier of a side that has no bound balances nothing: it is an error of stationarity.
    if (distance === Infinity) stationarity = Math.max(stationarity, Math.abs(y));
    else complementarity = Math.max(complementarity, product(y, distance));
  }
  for (let j = 0; j < lower.length; j++) {
    feasibility = Math.max(feasibility, lower[j]! - x[j]!, x[j]! - upper[j]!);
    if (lower[j] === upper[j]) continue;
    sum += duals.lower[j]! + duals.upper[j]!;
    stationarity = Math.max(stationarity, Math.abs(gradient[j]! - duals.lower[j]! + duals.upper[j]!));
    complementarity = Math.max(
      complementarity,
      product(duals.lower[j]!, x[j]! - lower[j]!),
      product(duals.upper[j]!, upper[j]! - x[j]!),
    );
  }
  const mean = sum / Math.max(1, rows.length + 2 * lower.length);
  const scale = Math.max(ORDINARY_MULTIPLIER, mean) / ORDINARY_MULTIPLIER;
  return { stationarity: stationarity / scale, feasibility, complementarity: complementarity / scale };
}

function product(dual: number, distance: number): number {
  return dual === 0 ? 0 : Math.abs(dual * distance);
}

export function largest({ stationarity, feasibility, complementarity }: KktResidual): number {
  return Math.max(stationarity, feasibility, complementarity);
}
