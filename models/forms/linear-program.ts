/**
 * A linear program and its sign conventions:
 *
 * optimise offset + sum_j cost[j] x[j]
 *
 * subject to rowLower[i] <= sum_j a[i,j] x[j] <= rowUpper[i] and columnLower[j] <= x[j] <= columnUpper[j]
 *
 * Bounds may be -Infinity / Infinity.
 *
 * Dual value of row i: derivative of the optimal objective with respect to the row's active bound. The objective is the
 * one given, not negated. So in a maximisation, the dual value of an active upper bound is >= 0. Reduced cost of column
 * j: cost[j] - sum_i dual[i] a[i,j].
 */
export type Sense = 'maximize' | 'minimize';

export interface LinearProgram {
  readonly sense: Sense;
  readonly offset?: number;
  readonly columns: readonly LinearColumn[];
  readonly rows: readonly LinearRow[];
}

export interface LinearColumn {
  readonly name: string;
  readonly cost: number;
  readonly lower: number;
  readonly upper: number;
  readonly integer?: boolean;
}

/** A row of a linear program. It has only the non-zero coefficients, of existing columns. */
export interface LinearRow {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  readonly columnIndices: readonly number[];
  readonly coefficients: readonly number[];
}

/** A new column for a loaded linear program, with coefficients in existing rows. */
export interface SparseColumn extends LinearColumn {
  readonly rowIndices: readonly number[];
  readonly coefficients: readonly number[];
}
