/**
 * LU factors of a square matrix, with partial pivoting: of A with rows in the order of the pivots, A = L U. Columns are
 * factorised one after another (Crout), and sums run over ascending indices.
 */
export class LuFactors {
  private readonly count: number;
  /** Index of the row of A that is the i-th row of L U. */
  private readonly order: Int32Array;

  /** @param columns the columns of A; they are replaced by those of L, below the diagonal, and U */
  constructor(private readonly columns: readonly Float64Array[]) {
    const { length: count } = columns;
    this.count = count;
    this.order = Int32Array.from({ length: count }, (_, row) => row);
    const sum = new Float64Array(count);
    for (let j = 0; j < count; j++) {
      const column = columns[j]!;
      sum.fill(0);
      for (let k = 0; k < j; k++) {
        const value = column[k]! - sum[k]!;
        column[k] = value;
        // A sparse matrix has many of these, and they change no sum.
        if (value === 0) continue;
        const lower = columns[k]!;
        for (let i = k + 1; i < count; i++) sum[i]! += lower[i]! * value;
      }
      for (let i = j; i < count; i++) column[i]! -= sum[i]!;
      this.pivot(j);
      const pivot = column[j]!;
      if (pivot !== 0) for (let i = j + 1; i < count; i++) column[i]! /= pivot;
    }
  }

  get isSingular(): boolean {
    return this.columns.some((column, j) => column[j] === 0);
  }

  /**
   * Returns x with A x = right.
   *
   * @throws RangeError if A is singular
   */
  solve(right: Float64Array): Float64Array {
    const { count, columns } = this;
    if (this.isSingular) throw new RangeError('The matrix is singular.');
    const x = Float64Array.from(this.order, (row) => right[row]!);
    for (let k = 0; k < count; k++) {
      const value = x[k]!;
      if (value === 0) continue;
      const column = columns[k]!;
      for (let i = k + 1; i < count; i++) x[i]! -= value * column[i]!;
    }
    for (let k = count - 1; k >= 0; k--) {
      const column = columns[k]!;
      const value = x[k]! / column[k]!;
      x[k] = value;
      if (value === 0) continue;
      for (let i = 0; i < k; i++) x[i]! -= value * column[i]!;
    }
    return x;
  }

  /** Swaps row j with the later row that has the greatest entry in column j, if that is greater. */
  private pivot(j: number): void {
    const { count, columns, order } = this;
    const column = columns[j]!;
    let row = j;
    for (let i = j + 1; i < count; i++) if (Math.abs(column[i]!) > Math.abs(column[row]!)) row = i;
    if (row === j) return;
    for (const one of columns) [one[row], one[j]] = [one[j]!, one[row]!];
    [order[row], order[j]] = [order[j]!, order[row]!];
  }
}

/** Returns the columns of a square matrix of zeros. */
export function zeroColumns(count: number): Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(count));
}
