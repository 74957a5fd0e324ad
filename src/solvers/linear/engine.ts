import type { LinearProgram, LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';

/** Abilities of an LP engine. The conformance tests require only the declared ones. */
export interface LpAbilities {
  readonly duals: boolean;
  /** True if a changed model is solved starting from the last basis. */
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
   * Opens a session with a model. The records given are kept, not copied: do not change them. Crossing bounds are no
   * error; such a model is infeasible.
   *
   * @throws InvalidModelError on NaN, indices out of range or repeated in a row, and similar faults
   * (validate-model.ts).
   */
  open(program: LinearProgram): LpSession;
}

/** A model that stays loaded in an engine. It must be disposed of, because native memory is not freed automatically. */
export interface LpSession {
  readonly columnCount: number;
  readonly rowCount: number;
  addRows(rows: readonly LinearRow[]): void;
  addColumns(columns: readonly SparseColumn[]): void;
  setCost(column: number, cost: number): void;
  setColumnBounds(column: number, lower: number, upper: number): void;
  setRowBounds(row: number, lower: number, upper: number): void;
  solve(options?: LpOptions): LpAnswer;
  /** Returns the current model, for writers and other engines. */
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

/** The engine's answer: why it stopped, whether it found a point, and what it proved. */
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
  /** Number of iterations; null if the engine does not report it. */
  readonly iterations: number | null;
  /** The engine's own word for the outcome, for logs. */
  readonly detail: string;
  /**
   * Proven bound on the objective of every feasible point, for models with integer columns, if the engine reports it.
   */
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
