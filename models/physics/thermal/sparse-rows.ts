import type { SparseRows } from './influence-matrix.js';

/**
 * Maximum number of stored entries of a sparse matrix. Our choice: an entry takes 12 bytes, and another 12 in the
 * solver's transpose. More entries do not fit into a workstation.
 */
export const MAX_ENTRIES = 40_000_000;

export class TooManyEntries extends RangeError {
  constructor() {
    super(`the influence matrix has more than ${MAX_ENTRIES} entries that are not 0`);
    this.name = 'TooManyEntries';
  }
}

/**
 * Converts a dense row-major matrix to sparse rows.
 *
 * @param columns number of columns; by default that of a square matrix.
 */
export function sparseRows(dense: ArrayLike<number>, columns = Math.round(Math.sqrt(dense.length))): SparseRows {
  const rows = columns === 0 ? 0 : dense.length / columns;
  const start = new Int32Array(rows + 1);
  let count = 0;
  for (let i = 0; i < dense.length; i++) if (dense[i] !== 0) count++;
  const column = new Int32Array(count);
  const value = new Float64Array(count);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < columns; c++) {
      const entry = dense[row * columns + c]!;
      if (entry === 0) continue;
      column[next] = c;
      value[next++] = entry;
    }
    start[row + 1] = next;
  }
  return { start, column, value };
}

/** Returns the transpose of a matrix, with ascending columns in each row. */
export function transposedRows({ start, column, value }: SparseRows, columns = start.length - 1): SparseRows {
  const next = new Int32Array(columns + 1);
  for (const c of column) next[c + 1]!++;
  for (let c = 0; c < columns; c++) next[c + 1]! += next[c]!;
  const result = { start: next.slice(), column: new Int32Array(column.length), value: new Float64Array(value.length) };
  for (let row = 0; row + 1 < start.length; row++) {
    for (let n = start[row]!; n < start[row + 1]!; n++) {
      const at = next[column[n]!]!++;
      result.column[at] = row;
      result.value[at] = value[n]!;
    }
  }
  return result;
}

export function withoutZeros(matrix: SparseRows): SparseRows {
  if (!matrix.value.includes(0)) return matrix;
  const start = new Int32Array(matrix.start.length);
  let next = 0;
  const column = matrix.column.slice();
  const value = matrix.value.slice();
  for (let row = 0; row + 1 < start.length; row++) {
    for (let n = matrix.start[row]!; n < matrix.start[row + 1]!; n++) {
      if (matrix.value[n] === 0) continue;
      column[next] = matrix.column[n]!;
      value[next++] = matrix.value[n]!;
    }
    start[row + 1] = next;
  }
  return { start, column: column.slice(0, next), value: value.slice(0, next) };
}

/** Builder of a sparse matrix. Rows may be added in any order; within a row, columns must not descend. */
export interface RowCollector {
  /**
   * Adds an entry to the matrix.
   *
   * @throws TooManyEntries if the matrix would exceed MAX_ENTRIES.
   */
  add(row: number, column: number, value: number): void;
  rows(): SparseRows;
}

export function rowCollector(rowCount: number): RowCollector {
  let rowOf = new Int32Array(1024);
  let columnOf = new Int32Array(1024);
  let valueOf = new Float64Array(1024);
  let count = 0;
  const grow = (): void => {
    if (count >= MAX_ENTRIES) throw new TooManyEntries();
    const size = Math.min(MAX_ENTRIES, 2 * count);
    const [rows, columns, values] = [new Int32Array(size), new Int32Array(size), new Float64Array(size)];
    rows.set(rowOf);
    columns.set(columnOf);
    values.set(valueOf);
    [rowOf, columnOf, valueOf] = [rows, columns, values];
  };
  return {
    add(row, column, value) {
      if (value === 0) return;
      if (count === rowOf.length) grow();
      rowOf[count] = row;
      columnOf[count] = column;
      valueOf[count++] = value;
    },
    rows() {
      const next = new Int32Array(rowCount + 1);
      for (let n = 0; n < count; n++) next[rowOf[n]! + 1]!++;
      for (let row = 0; row < rowCount; row++) next[row + 1]! += next[row]!;
      const start = next.slice();
      const column = new Int32Array(count);
      const value = new Float64Array(count);
      for (let n = 0; n < count; n++) {
        const at = next[rowOf[n]!]!++;
        column[at] = columnOf[n]!;
        value[at] = valueOf[n]!;
      }
      return { start, column, value };
    },
  };
}

/** Returns an entry of a sparse matrix; 0 if none is stored. */
export function entryAt({ start, column, value }: SparseRows, row: number, wanted: number): number {
  let low = start[row]!;
  let high = start[row + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low < start[row + 1]! && column[low] === wanted ? value[low]! : 0;
}

export function denseRow({ start, column, value }: SparseRows, row: number, columns = start.length - 1): Float64Array {
  const dense = new Float64Array(columns);
  for (let n = start[row]!; n < start[row + 1]!; n++) dense[column[n]!] = value[n]!;
  return dense;
}
