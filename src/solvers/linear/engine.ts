import type { LinearProgram, LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';

/** Abilities of an LP engine; the conformance suite asks only for what is declared. */
export interface LpAbilities {
  readonly duals: boolean;
  /** True if a changed model is solved from the last basis. */
  readonly warmStart: boolean;
  readonly interiorPoint: boolean;
  readonly integers: boolean;
  readonly timeLimit: boolean;
  readonly iterationLimit: boolean;
  /** True if infeasible and unbounded are told apart. */
  readonly tellsInfeasibleFromUnbounded: boolean;
}

export interface LpEngine {
  readonly name: string;
  readonly abilities: LpAbilities;
  /**
   * Opens a session with a model.
   * @throws InvalidModelError on NaN, indices out of range or repeated in a row, and the like (validate-model.ts).
   * Crossing bounds are no error: such a model is infeasible. The records given are kept, not copied: do not change
   * them.
   */
  open(program: LinearProgram): LpSession;
}

/** A persistent model. Dispose it: native memory is not collected. */
export interface LpSession {
  readonly columnCount: number;
  readonly rowCount: number;
  addRows(rows: readonly LinearRow[]): void;
  addColumns(columns: readonly SparseColumn[]): void;
  setCost(column: number, cost: number): void;
  setColumnBounds(column: number, lower: number, upper: number): void;
  setRowBounds(row: number, lower: number, upper: number): void;
  solve(options?: LpOptions): LpAnswer;
  /** Returns the model as it stands, for the writers and for other engines. */
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
  /** Relative gap at which the search for integer columns ends. */
  readonly mipRelativeGap?: number;
  /** Branch-and-bound nodes, for models with integer columns. */
  readonly mipNodeLimit?: number;
}

/** Answer to three separate questions: why the engine stopped, whether there is a point, what is proven. */
export interface LpAnswer {
  readonly stopped: 'finished' | 'timeLimit' | 'iterationLimit' | 'failed';
  readonly proven: 'optimal' | 'infeasible' | 'unbounded' | 'infeasibleOrUnbounded' | 'nothing';
  /** A primal feasible point (within tolerance), or null. */
  readonly point: LpPoint | null;
  /**
   * Duals of an optimal point; null if the engine gives none or the point is not optimal. Convention:
   * models/forms/linear-program.ts.
   */
  readonly duals: LpDuals | null;
  /** Number of iterations; null if the engine does not tell. */
  readonly iterations: number | null;
  /** The engine's own word for the outcome, for logs. */
  readonly detail: string;
  /** For models with integer columns, if the engine tells it: proven bound on the objective of every feasible point. */
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
