import type { LinearColumn, LinearProgram, LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';
import { InvalidModelError } from './engine.js';

/** Engines treat bounds and costs of at least this absolute value as infinite. Finite ones this large are rejected. */
export const INFINITE_BOUND = 1e20;
/** Engines reject matrix coefficients of at least this absolute value. */
export const MAX_COEFFICIENT = 1e15;

/** Detects column indices that occur twice in a row. One object serves all rows, so checking costs O(entries). */
export class DuplicateGuard {
  #stamps: Int32Array = new Int32Array(16);
  #current = 0;

  /** Starts a new row, whose column indices are 0 .. width - 1. */
  begin(width: number): void {
    if (this.#stamps.length < width) {
      this.#stamps = new Int32Array(Math.max(width, 2 * this.#stamps.length));
      this.#current = 0;
    }
    this.#current += 1;
  }

  /** Adds an index; returns false if it was already added to the current row. */
  add(index: number): boolean {
    if (this.#stamps[index] === this.#current) return false;
    this.#stamps[index] = this.#current;
    return true;
  }
}

/**
 * Checks that engines can solve a program. Lower bounds above upper bounds are allowed: such a model is reported as
 * infeasible.
 *
 * @throws InvalidModelError on NaN, infinite costs or coefficients, a lower bound of +Infinity or an upper bound of
 * -Infinity, finite bounds of 1e20 and more, and indices out of range or repeated.
 */
export function validateProgram(program: LinearProgram, guard: DuplicateGuard): void {
  if (!Number.isFinite(program.offset ?? 0)) {
    throw new InvalidModelError(`The objective offset must be a finite number, not ${program.offset ?? 0}.`);
  }
  for (const column of program.columns) validateColumn(column);
  validateRows(program.rows, program.columns.length, guard);
}

export function validateRows(rows: readonly LinearRow[], columnCount: number, guard: DuplicateGuard): void {
  for (const row of rows) {
    validateBounds('Row', row.name, row.lower, row.upper);
    validateEntries('Row', 'column', row.name, row.columnIndices, row.coefficients, columnCount, guard);
  }
}

export function validateColumns(columns: readonly SparseColumn[], rowCount: number, guard: DuplicateGuard): void {
  for (const column of columns) {
    validateColumn(column);
    validateEntries('Column', 'row', column.name, column.rowIndices, column.coefficients, rowCount, guard);
  }
}

export function validateBounds(kind: string, name: string, lower: number, upper: number): void {
  if (isBound(lower) && isBound(upper) && lower !== Infinity && upper !== -Infinity) return;
  throw new InvalidModelError(
    `${kind} "${name}" has the bounds [${lower}, ${upper}]. Bounds are numbers below 1e20 in size, -Infinity below or Infinity above.`,
  );
}

export function validateCost(name: string, cost: number): void {
  if (Math.abs(cost) < INFINITE_BOUND) return;
  throw new InvalidModelError(`Column "${name}" has the cost ${cost}. A cost is a finite number below 1e20 in size.`);
}

/**
 * Checks that the row or column with an index exists.
 *
 * @param kind what the index counts, for the message
 * @throws InvalidModelError unless `index` is an integer from 0 to count - 1.
 */
export function validateIndex(kind: string, index: number, count: number): void {
  if (isIndex(index, count)) return;
  throw new InvalidModelError(`${kind} ${index} does not exist: the model has ${count} of them.`);
}

function validateColumn(column: LinearColumn): void {
  validateBounds('Column', column.name, column.lower, column.upper);
  validateCost(column.name, column.cost);
}

function validateEntries(
  kind: string,
  otherKind: string,
  name: string,
  indices: readonly number[],
  coefficients: readonly number[],
  otherCount: number,
  guard: DuplicateGuard,
): void {
  if (indices.length !== coefficients.length) {
    throw new InvalidModelError(
      `${kind} "${name}" has ${indices.length} indices but ${coefficients.length} coefficients.`,
    );
  }
  guard.begin(otherCount);
  for (let k = 0; k < indices.length; k += 1) {
    const index = indices[k]!;
    if (!isIndex(index, otherCount)) {
      throw new InvalidModelError(`${kind} "${name}" refers to ${otherKind} ${index}, but there are ${otherCount}.`);
    }
    if (!guard.add(index)) throw new InvalidModelError(`${kind} "${name}" names ${otherKind} ${index} twice.`);
    if (!(Math.abs(coefficients[k]!) < MAX_COEFFICIENT)) {
      throw new InvalidModelError(
        `${kind} "${name}" has the coefficient ${coefficients[k]!} at ${otherKind} ${index}; it must be a number below 1e15 in size.`,
      );
    }
  }
}

function isBound(value: number): boolean {
  return Math.abs(value) < INFINITE_BOUND || value === Infinity || value === -Infinity;
}

function isIndex(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}
