import type { SparseRows } from '../../models/physics/thermal/influence-matrix.js';

/** The dense row-major matrix; for small ones. */
export function denseOf({ start, column, value }: SparseRows, columns = start.length - 1): Float64Array {
  const rows = start.length - 1;
  const dense = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let n = start[row]!; n < start[row + 1]!; n++) dense[row * columns + column[n]!] = value[n]!;
  }
  return dense;
}
