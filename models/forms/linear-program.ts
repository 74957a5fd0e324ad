/**
 * Statement of a linear program, and its sign conventions. It is independent of any application.
 *
 *   optimise  offset + sum_j cost[j] x[j]
 *   subject to  rowLower[i] <= sum_j a[i,j] x[j] <= rowUpper[i],  columnLower[j] <= x[j] <= columnUpper[j]
 *
 * Bounds may be -Infinity / Infinity. Dual of row i: rate of change of the optimal objective (in the stated sense, not
 * negated) per unit increase of the row's active bound. Hence, maximising, the dual of an active upper bound is >= 0.
 * Reduced cost of column j: cost[j] - sum_i dual[i] a[i,j].
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

/** A sparse row over columns that already exist. */
export interface LinearRow {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  readonly columnIndices: readonly number[];
  readonly coefficients: readonly number[];
}

/** A new column for an open model, with its entries in rows that already exist. */
export interface SparseColumn extends LinearColumn {
  readonly rowIndices: readonly number[];
  readonly coefficients: readonly number[];
}
