/** LU decomposition P A = L U of a dense square matrix with row exchanges P. */
export class DenseLu {
  private readonly rowAt: Int32Array;

  private constructor(
    private readonly factors: Float64Array,
    readonly size: number,
  ) {
    this.rowAt = Int32Array.from({ length: size }, (_, row) => row);
  }

  /** Factorizes a matrix of size x size entries, row-major, and overwrites it. Returns null if it is singular. */
  static of(matrix: Float64Array, size: number): DenseLu | null {
    const lu = new DenseLu(matrix, size);
    return lu.factorise() ? lu : null;
  }

  private factorise(): boolean {
    const { factors: a, size, rowAt } = this;
    for (let k = 0; k < size; k += 1) {
      let pivot = k;
      for (let i = k + 1; i < size; i += 1) {
        if (Math.abs(a[i * size + k]!) > Math.abs(a[pivot * size + k]!)) pivot = i;
      }
      if (!(Math.abs(a[pivot * size + k]!) > 0)) return false;
      if (pivot !== k) {
        for (let j = 0; j < size; j += 1) {
          const held = a[k * size + j]!;
          a[k * size + j] = a[pivot * size + j]!;
          a[pivot * size + j] = held;
        }
        const held = rowAt[k]!;
        rowAt[k] = rowAt[pivot]!;
        rowAt[pivot] = held;
      }
      for (let i = k + 1; i < size; i += 1) {
        const factor = a[i * size + k]! / a[k * size + k]!;
        a[i * size + k] = factor;
        if (factor === 0) continue;
        for (let j = k + 1; j < size; j += 1) a[i * size + j]! -= factor * a[k * size + j]!;
      }
    }
    return true;
  }

  /** Returns the solution x of A x = right. */
  solve(right: ArrayLike<number>): Float64Array {
    const { factors: a, size, rowAt } = this;
    const x = Float64Array.from(rowAt, (row) => right[row]!);
    for (let i = 0; i < size; i += 1) {
      let sum = x[i]!;
      for (let j = 0; j < i; j += 1) sum -= a[i * size + j]! * x[j]!;
      x[i] = sum;
    }
    for (let i = size - 1; i >= 0; i -= 1) {
      let sum = x[i]!;
      for (let j = i + 1; j < size; j += 1) sum -= a[i * size + j]! * x[j]!;
      x[i] = sum / a[i * size + i]!;
    }
    return x;
  }
}
