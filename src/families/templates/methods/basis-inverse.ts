import { invertInto } from './dense-inverse.js';

/** Maximum number of updates of an inverse. It is then recomputed, so that rounding errors do not accumulate. */
const MAX_UPDATES = 50;
/** Smallest absolute pivot of an update; the largest is 1 / MIN_PIVOT. Otherwise the inverse is recomputed. */
const MIN_PIVOT = 1e-6;

/**
 * Inverse of a small simplex basis matrix. The entry of basic column p and row r is at p x stride + r. An update takes
 * a number of steps proportional to size^2. It is refused (returns false) if the pivot is too small, or after many
 * updates; `refresh` must then be called.
 */
export class BasisInverse {
  size = 0;
  stride = 16;
  values = new Float64Array(16 * 16);
  private matrix = new Float64Array(0);
  private fresh = new Float64Array(0);
  private work = new Float64Array(16);
  private updates = 0;

  /** Recomputes the inverse of a size x size matrix. Returns false if it is singular to working precision. */
  refresh(size: number, entry: (row: number, column: number) => number): boolean {
    this.size = size;
    this.reserve(size);
    this.updates = 0;
    if (this.matrix.length < size * size) {
      this.matrix = new Float64Array(4 * size * size);
      this.fresh = new Float64Array(4 * size * size);
    }
    const { matrix, fresh, values, stride } = this;
    for (let r = 0; r < size; r += 1) for (let p = 0; p < size; p += 1) matrix[r * size + p] = entry(r, p);
    if (!invertInto(fresh, matrix, size)) return false;
    for (let p = 0; p < size; p += 1) {
      for (let r = 0; r < size; r += 1) values[p * stride + r] = fresh[p * size + r]!;
    }
    return true;
  }

  /** Replaces basic column p by `column`, which is indexed by row. Returns false if the update is refused. */
  replaceColumn(p: number, column: Float64Array): boolean {
    const { size, stride, values, work } = this;
    this.solve(column);
    const pivot = work[p]!;
    if (!this.allows(pivot)) return false;
    const row = p * stride;
    for (let r = 0; r < size; r += 1) values[row + r]! /= pivot;
    for (let other = 0; other < size; other += 1) {
      const factor = work[other]!;
      if (other === p || factor === 0) continue;
      const start = other * stride;
      for (let r = 0; r < size; r += 1) values[start + r]! -= factor * values[row + r]!;
    }
    return true;
  }

  /**
   * Replaces row r by a combination of the rows, with coefficients `multiplier`. Returns false if the update is
   * refused.
   */
  replaceRow(r: number, multiplier: Float64Array): boolean {
    const { size, stride, values } = this;
    const pivot = multiplier[r]!;
    if (!this.allows(pivot)) return false;
    for (let p = 0; p < size; p += 1) {
      const start = p * stride;
      const scaled = values[start + r]! / pivot;
      for (let other = 0; other < size; other += 1) values[start + other]! -= multiplier[other]! * scaled;
      values[start + r] = scaled;
    }
    return true;
  }

  /**
   * Appends a row and a column to the basis matrix. `column` has the new column's entries in the old rows. `multiplier`
   * gives the new row as a combination of the old rows. `corner` is the entry where the new row and column meet.
   * Returns false if the update is refused.
   */
  add(column: Float64Array, multiplier: Float64Array, corner: number): boolean {
    this.reserve(this.size + 1);
    const { size, stride, values, work } = this;
    this.solve(column);
    let pivot = corner;
    for (let r = 0; r < size; r += 1) pivot -= multiplier[r]! * column[r]!;
    this.size += 1;
    if (!this.allows(pivot)) return false;
    const last = size * stride;
    for (let r = 0; r < size; r += 1) values[last + r] = -multiplier[r]! / pivot;
    values[last + size] = 1 / pivot;
    for (let p = 0; p < size; p += 1) {
      const factor = work[p]!;
      const start = p * stride;
      for (let r = 0; r < size; r += 1) values[start + r]! -= factor * values[last + r]!;
      values[start + size] = -factor / pivot;
    }
    return true;
  }

  /** Removes column p and row r; the last column and row take their places. Returns false if the update is refused. */
  remove(p: number, r: number): boolean {
    const { stride, values } = this;
    const last = this.size - 1;
    this.size = last;
    const pivot = values[p * stride + r]!;
    if (!this.allows(1 / pivot)) return false;
    const row = p * stride;
    for (let other = 0; other <= last; other += 1) {
      if (other === p) continue;
      const start = other * stride;
      const factor = values[start + r]! / pivot;
      if (factor === 0) continue;
      for (let k = 0; k <= last; k += 1) values[start + k]! -= factor * values[row + k]!;
    }
    if (p !== last) values.copyWithin(row, last * stride, last * stride + last + 1);
    if (r !== last) for (let k = 0; k < last; k += 1) values[k * stride + r] = values[k * stride + last]!;
    return true;
  }

  private allows(pivot: number): boolean {
    this.updates += 1;
    return this.updates <= MAX_UPDATES && Math.abs(pivot) >= MIN_PIVOT && Math.abs(pivot) <= 1 / MIN_PIVOT;
  }

  /** Multiplies the inverse by a column vector and stores the product in `work`. */
  private solve(column: Float64Array): void {
    const { size, stride, values, work } = this;
    for (let p = 0; p < size; p += 1) {
      let sum = 0;
      const start = p * stride;
      for (let r = 0; r < size; r += 1) sum += values[start + r]! * column[r]!;
      work[p] = sum;
    }
  }

  private reserve(size: number): void {
    const { stride, values } = this;
    if (size <= stride) return;
    const wider = Math.max(size, 2 * stride);
    const grown = new Float64Array(wider * wider);
    for (let p = 0; p < stride; p += 1) grown.set(values.subarray(p * stride, (p + 1) * stride), p * wider);
    this.values = grown;
    this.stride = wider;
    this.work = new Float64Array(wider);
  }
}
