/**
 * Value that replaces a pivot of 0, which rounding errors cause. The solution is then 0 in the undetermined direction.
 */
const NO_STEP = 1e64;

/**
 * Replaces the lower half of a symmetric matrix, row by row, by its Cholesky factor. Returns false if the largest
 * diagonal element is not positive and finite.
 */
export function factorise(matrix: Float64Array, size: number): boolean {
  let largest = 0;
  for (let i = 0; i < size; i++) largest = Math.max(largest, matrix[i * size + i]!);
  if (!(largest > 0 && largest < Infinity)) return false;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      if (j < i) matrix[i * size + j] = sum / matrix[j * size + j]!;
      else matrix[i * size + i] = sum > 0 ? Math.sqrt(sum) : NO_STEP;
    }
  }
  return true;
}

/**
 * Solves a linear system, given the Cholesky factor of its matrix. The solution replaces the right-hand side in
 * `vector`.
 */
export function solveFactored(factor: Float64Array, size: number, vector: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = vector[i]!;
    for (let k = 0; k < i; k++) sum -= factor[i * size + k]! * vector[k]!;
    vector[i] = sum / factor[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = vector[i]!;
    for (let k = i + 1; k < size; k++) sum -= factor[k * size + i]! * vector[k]!;
    vector[i] = sum / factor[i * size + i]!;
  }
}
