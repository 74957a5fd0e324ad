import type { LinearProgram, LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';

/** Features that an LP engine supports. The conformance tests require only the features that the engine declares. */
export interface LpAbilities {
  readonly duals: boolean;
  /** True if the engine solves a modified model starting from the last basis (warm start). */
  readonly warmStart: boolean;
  readonly interiorPoint: boolean;
  readonly integers: boolean;
  readonly timeLimit: boolean;
  readonly iterationLimit: boolean;
  /** True if the engine distinguishes infeasible from unbounded models. */
  readonly tellsInfeasibleFromUnbounded: boolean;
}

export interface LpEngine {
  readonly name: string;
  readonly abilities: LpAbilities;
  /**
   * Loads a model into a new session. Do not modify the row and column objects afterwards: the session refers to them.
   * A model with lower > upper bounds is no error, but infeasible.
   *
   * @throws InvalidModelError on NaN, indices out of range or repeated in a row, and similar faults
   * (validate-model.ts).
   */
  open(program: LinearProgram): LpSession;
}

/** A model that stays loaded in an engine between solves. Call `dispose` at the end, to free native memory. */
export interface LpSession {
  readonly columnCount: number;
  readonly rowCount: number;
  addRows(rows: readonly LinearRow[]): void;
  addColumns(columns: readonly SparseColumn[]): void;
  setCost(column: number, cost: number): void;
  setColumnBounds(column: number, lower: number, upper: number): void;
  setRowBounds(row: number, lower: number, upper: number): void;
  solve(options?: LpOptions): LpAnswer;
  /** Returns a copy of the model with all changes so far. */
  snapshot(): LinearProgram;
  dispose(): void;
}

export interface LpOptions {
  readonly timeLimitS?: number;
  readonly iterationLimit?: number;
  readonly algorithm?: 'automatic' | 'dualSimplex' | 'primalSimplex' | 'interiorPoint';
  readonly crossover?: boolean;
  readonly primalTolerance?: number;
  readonly dualTolerance?: number;
  /** Relative gap between best point and bound at which branch and bound ends. */
  readonly mipRelativeGap?: number;
  /** Maximum number of branch-and-bound nodes, for models with integer columns. */
  readonly mipNodeLimit?: number;
}

export interface LpAnswer {
  readonly stopped: 'finished' | 'timeLimit' | 'iterationLimit' | 'failed';
  readonly proven: 'optimal' | 'infeasible' | 'unbounded' | 'infeasibleOrUnbounded' | 'nothing';
  /** Primal feasible point (within the tolerance); null if none was found. */
  readonly point: LpPoint | null;
  /** Dual values of an optimal point, if known. Sign convention: models/forms/linear-program.ts. */
  readonly duals: LpDuals | null;
  /** Number of iterations; null if the engine does not report it. */
  readonly iterations: number | null;
  /** The engine's own name of the outcome, for logs. */
  readonly detail: string;
  /** Proven bound on the optimal objective of a model with integer columns; absent if the engine reports none. */
  readonly mipBound?: number;
}

export interface LpPoint {
  readonly objective: number;
  readonly columnValues: Float64Array;
  readonly rowActivities: Float64Array;
}

export interface LpDuals {
  readonly rows: Float64Array;
  readonly reducedCosts: Float64Array;
}

export class InvalidModelError extends Error {
  override readonly name = 'InvalidModelError';
}
