/**
 * Writes the inverse of `matrix` (size x size) to `inverse`, and overwrites `matrix`. Returns false if the matrix is
 * singular.
 */
export function invertInto(inverse: Float64Array, matrix: Float64Array, size: number): boolean {
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) inverse[i * size + j] = i === j ? 1 : 0;
  }
  for (let column = 0; column < size; column += 1) {
    let pivotRow = column;
    let largest = Math.abs(matrix[column * size + column]!);
    for (let i = column + 1; i < size; i += 1) {
      const value = Math.abs(matrix[i * size + column]!);
      if (value > largest) {
        largest = value;
        pivotRow = i;
      }
    }
    if (!(largest > 1e-13)) return false;
    if (pivotRow !== column) {
      swapRows(matrix, size, pivotRow, column);
      swapRows(inverse, size, pivotRow, column);
    }
    const scale = 1 / matrix[column * size + column]!;
    for (let j = 0; j < size; j += 1) {
      matrix[column * size + j]! *= scale;
      inverse[column * size + j]! *= scale;
    }
    for (let i = 0; i < size; i += 1) {
      const factor = matrix[i * size + column]!;
      if (i === column || factor === 0) continue;
      for (let j = column; j < size; j += 1) matrix[i * size + j]! -= factor * matrix[column * size + j]!;
      for (let j = 0; j < size; j += 1) inverse[i * size + j]! -= factor * inverse[column * size + j]!;
    }
  }
  return true;
}

function swapRows(matrix: Float64Array, size: number, one: number, other: number): void {
  for (let j = 0; j < size; j += 1) {
    const kept = matrix[one * size + j]!;
    matrix[one * size + j] = matrix[other * size + j]!;
    matrix[other * size + j] = kept;
  }
}
