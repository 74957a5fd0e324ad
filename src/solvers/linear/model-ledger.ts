import type {
  LinearColumn,
  LinearProgram,
  LinearRow,
  Sense,
  SparseColumn,
} from '../../../models/forms/linear-program.js';
import {
  DuplicateGuard,
  validateBounds,
  validateColumns,
  validateCost,
  validateIndex,
  validateProgram,
  validateRows,
} from './validate-model.js';

/**
 * An LP model with all changes since it was loaded. Every change is validated first; a rejected change leaves the model
 * as it was. Do not modify row and column objects after passing them to the ledger, which keeps references to them.
 */
export class ModelLedger {
  readonly sense: Sense;
  readonly offset: number;
  readonly #columns: LinearColumn[];
  readonly #rows: LinearRow[];
  /** Added columns whose coefficients have not yet been put into the rows. */
  #pending: SparseColumn[] = [];
  #pendingFrom: number;
  readonly #guard = new DuplicateGuard();
  #crossings = 0;
  #integers = 0;

  constructor(program: LinearProgram) {
    validateProgram(program, this.#guard);
    this.sense = program.sense;
    this.offset = program.offset ?? 0;
    this.#columns = program.columns.slice();
    this.#rows = program.rows.slice();
    this.#pendingFrom = this.#columns.length;
    for (const column of this.#columns) this.#count(column);
    for (const row of this.#rows) this.#crossings += crossing(row);
  }

  get columnCount(): number {
    return this.#columns.length;
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  /** Returns true if some lower bound exceeds its upper bound, so that the model is infeasible. */
  get hasCrossingBounds(): boolean {
    return this.#crossings > 0;
  }

  get hasIntegers(): boolean {
    return this.#integers > 0;
  }

  addRows(rows: readonly LinearRow[]): void {
    validateRows(rows, this.columnCount, this.#guard);
    for (const row of rows) {
      this.#rows.push(row);
      this.#crossings += crossing(row);
    }
  }

  addColumns(columns: readonly SparseColumn[]): void {
    validateColumns(columns, this.rowCount, this.#guard);
    for (const column of columns) {
      this.#pending.push(column);
      this.#columns.push(plainColumn(column));
      this.#count(column);
    }
  }

  setCost(column: number, cost: number): void {
    validateIndex('Column', column, this.columnCount);
    const old = this.#columns[column]!;
    validateCost(old.name, cost);
    this.#columns[column] = { ...old, cost };
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    validateIndex('Column', column, this.columnCount);
    const old = this.#columns[column]!;
    validateBounds('Column', old.name, lower, upper);
    this.#columns[column] = { ...old, lower, upper };
    this.#crossings += crossing({ lower, upper }) - crossing(old);
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    validateIndex('Row', row, this.rowCount);
    const old = this.#rows[row]!;
    validateBounds('Row', old.name, lower, upper);
    this.#rows[row] = { ...old, lower, upper };
    this.#crossings += crossing({ lower, upper }) - crossing(old);
  }

  /** Returns a copy of the current model. O(rows + columns + entries added since the last call). */
  snapshot(): LinearProgram {
    this.#mergePending();
    return { sense: this.sense, offset: this.offset, columns: this.#columns.slice(), rows: this.#rows.slice() };
  }

  #mergePending(): void {
    if (this.#pending.length > 0) {
      const extended = new Map<number, { columnIndices: number[]; coefficients: number[] }>();
      this.#pending.forEach((column, k) => {
        column.rowIndices.forEach((row, position) => {
          let entries = extended.get(row);
          if (entries === undefined) {
            const old = this.#rows[row]!;
            entries = { columnIndices: old.columnIndices.slice(), coefficients: old.coefficients.slice() };
            extended.set(row, entries);
          }
          entries.columnIndices.push(this.#pendingFrom + k);
          entries.coefficients.push(column.coefficients[position]!);
        });
      });
      for (const [row, entries] of extended) this.#rows[row] = { ...this.#rows[row]!, ...entries };
    }
    this.#pending = [];
    this.#pendingFrom = this.#columns.length;
  }

  #count(column: LinearColumn): void {
    this.#crossings += crossing(column);
    if (column.integer === true) this.#integers += 1;
  }
}

function crossing(bounds: { readonly lower: number; readonly upper: number }): number {
  return bounds.lower > bounds.upper ? 1 : 0;
}

function plainColumn(column: SparseColumn): LinearColumn {
  const { name, cost, lower, upper, integer } = column;
  return integer === undefined ? { name, cost, lower, upper } : { name, cost, lower, upper, integer };
}
