/**
 * Adds a linear combination of rows of a row-major matrix to `target`: sign x sum over k >= `from` of factors[k] x row
 * rows[k]. It adds four rows at a time for speed, because a dual simplex step spends most of its time here.
 */
export function addRows(
  target: Float64Array,
  matrix: Float64Array,
  width: number,
  rows: Int32Array,
  factors: Float64Array,
  from: number,
  to: number,
  sign: 1 | -1,
): void {
  let k = from;
  for (; k + 3 < to; k += 4) {
    const one = sign * factors[k]!;
    const two = sign * factors[k + 1]!;
    const three = sign * factors[k + 2]!;
    const four = sign * factors[k + 3]!;
    const a = rows[k]! * width;
    const b = rows[k + 1]! * width;
    const c = rows[k + 2]! * width;
    const d = rows[k + 3]! * width;
    for (let j = 0; j < width; j += 1) {
      target[j]! += one * matrix[a + j]! + two * matrix[b + j]! + (three * matrix[c + j]! + four * matrix[d + j]!);
    }
  }
  for (; k < to; k += 1) addRow(target, matrix, width, rows[k]!, sign * factors[k]!);
}

/** Adds `factor` times one row of a row-major matrix to `target`. */
export function addRow(target: Float64Array, matrix: Float64Array, width: number, row: number, factor: number): void {
  if (factor === 0) return;
  const start = row * width;
  for (let j = 0; j < width; j += 1) target[j]! += factor * matrix[start + j]!;
}
