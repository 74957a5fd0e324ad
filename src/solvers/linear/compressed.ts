import type { LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';

/** Sparse matrix by rows (or columns): entries p with starts[k] <= p < starts[k + 1] belong to row (column) k. */
export interface Compressed {
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** Returns the matrix in compressed row storage; indices are columns. O(entries). */
export function compressRows(rows: readonly LinearRow[]): Compressed {
  return compress(
    rows.length,
    (k) => rows[k]!.columnIndices,
    (k) => rows[k]!.coefficients,
  );
}

/** Returns the matrix in compressed column storage; indices are rows. O(entries). */
export function compressColumns(columns: readonly SparseColumn[]): Compressed {
  return compress(
    columns.length,
    (k) => columns[k]!.rowIndices,
    (k) => columns[k]!.coefficients,
  );
}

/**
 * Converts compressed row storage to compressed column storage, or the reverse. O(entries + otherCount).
 *
 * @param otherCount number of columns (or, in the reverse direction, rows) of the matrix
 */
export function transpose(matrix: Compressed, otherCount: number): Compressed {
  const starts = new Int32Array(otherCount + 1);
  for (const index of matrix.indices) starts[index + 1]! += 1;
  for (let k = 0; k < otherCount; k += 1) starts[k + 1]! += starts[k]!;
  const next = starts.slice();
  const indices = new Int32Array(matrix.indices.length);
  const values = new Float64Array(matrix.values.length);
  for (let k = 0; k + 1 < matrix.starts.length; k += 1) {
    for (let p = matrix.starts[k]!; p < matrix.starts[k + 1]!; p += 1) {
      const position = next[matrix.indices[p]!]!++;
      indices[position] = k;
      values[position] = matrix.values[p]!;
    }
  }
  return { starts, indices, values };
}

function compress(
  count: number,
  indicesOf: (k: number) => readonly number[],
  valuesOf: (k: number) => readonly number[],
): Compressed {
  const starts = new Int32Array(count + 1);
  for (let k = 0; k < count; k += 1) starts[k + 1] = starts[k]! + indicesOf(k).length;
  const indices = new Int32Array(starts[count]!);
  const values = new Float64Array(starts[count]!);
  for (let k = 0; k < count; k += 1) {
    indices.set(indicesOf(k), starts[k]);
    values.set(valuesOf(k), starts[k]);
  }
  return { starts, indices, values };
}
