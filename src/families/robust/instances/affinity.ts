/**
 * Constants by which generated times get a high or low task-machine affinity (docs/decisions/robust-affinity.md).
 * `high` and `low` are the powers to which the random factor of a task and a column (node or node type) is raised.
 * `columnEffect` is the coefficient of variation of the columns' time factors, as a fraction of the instance's
 * columnCoV.
 */
export const AFFINITY = { high: 1.5, low: 0.25, columnEffect: 0.25 } as const;

/**
 * Returns a factor on time for each column (node or node type). The factors are drawn with `factor` and scaled to mean
 * 1.
 */
export function columnEffects(factor: () => number, count: number): Float64Array {
  const effects = new Float64Array(count).map(() => factor());
  const sum = effects.reduce((total, effect) => total + effect, 0);
  return effects.map((effect) => (effect * count) / sum);
}

/** Maximum number of rounds in which rows and columns of the matrix of speeds are scaled to equal sums. */
const MAX_ROUNDS = 200;
/** Relative deviation of column sums from their common value at which the scaling of the matrix ends. */
const TOLERANCE = 1e-10;

/**
 * Returns the task-machine affinity of execution times (thesis 2.7, [47]). The matrix of speeds 1 / time is scaled to
 * equal row sums and equal column sums. The affinity is the mean of all its singular values except the largest, divided
 * by the largest.
 *
 * It is at most 1. It is 0 if columns differ by the same factor for all tasks.
 *
 * @param timeS times at index row * columns + column, finite and positive
 */
export function taskMachineAffinity(timeS: ArrayLike<number>, columns: number): number {
  const rows = timeS.length / columns;
  const speed = Float64Array.from(timeS, (time) => 1 / time);
  // Sinkhorn: rows and columns in turn. Row sums 1, so column sums rows / columns.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const columnSums = new Float64Array(columns);
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let c = 0; c < columns; c++) sum += speed[r * columns + c]!;
      for (let c = 0; c < columns; c++) columnSums[c]! += speed[r * columns + c]! /= sum;
    }
    const target = rows / columns;
    if (columnSums.every((sum) => Math.abs(sum / target - 1) < TOLERANCE)) break;
    for (let place = 0; place < speed.length; place++) speed[place]! *= target / columnSums[place % columns]!;
  }
  const values = singularValues(speed, columns);
  const least = Math.min(rows, columns);
  if (least < 2) return 0;
  return values.slice(1, least).reduce((sum, value) => sum + value, 0) / ((least - 1) * values[0]!);
}

/** Returns the singular values of a matrix (rows >= columns), largest first, by Jacobi rotations of its Gram matrix. */
function singularValues(matrix: Float64Array, columns: number): number[] {
  const gram = new Float64Array(columns * columns);
  for (let start = 0; start < matrix.length; start += columns) {
    for (let a = 0; a < columns; a++) {
      for (let b = 0; b < columns; b++) gram[a * columns + b]! += matrix[start + a]! * matrix[start + b]!;
    }
  }
  diagonalise(gram, columns);
  const values = Array.from({ length: columns }, (_, c) => Math.sqrt(Math.max(0, gram[c * columns + c]!)));
  return values.sort((a, b) => b - a);
}

/** Maximum number of sweeps of Jacobi rotations in the computation of eigenvalues. */
const MAX_SWEEPS = 60;

function diagonalise(a: Float64Array, n: number): void {
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let off = 0;
    let all = 0;
    for (let place = 0; place < a.length; place++) {
      all += a[place]! ** 2;
      if (place % (n + 1) !== 0) off += a[place]! ** 2;
    }
    if (off <= 1e-28 * all) return;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, n, p, q);
  }
}

/** Applies the plane rotation that makes entry (p, q) of a symmetric n x n matrix 0. */
function rotate(a: Float64Array, n: number, p: number, q: number): void {
  const entry = a[p * n + q]!;
  if (entry === 0) return;
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * entry);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const x = a[k * n + p]!;
    const y = a[k * n + q]!;
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const x = a[p * n + k]!;
    const y = a[q * n + k]!;
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
  }
}
