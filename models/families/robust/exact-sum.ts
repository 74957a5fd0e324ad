/**
 * Sums kept as pairs of doubles (the value and its rounding remainder), so that a million terms added and taken away
 * again leave nothing behind. Exact while the largest sum is less than about 2^50 times the smallest term. Sums are
 * addressed by index; addition is Knuth's two-sum.
 */
export class ExactSums {
  readonly value: Float64Array;
  private readonly rest: Float64Array;

  constructor(count: number) {
    this.value = new Float64Array(count);
    this.rest = new Float64Array(count);
  }

  add(index: number, term: number): void {
    const before = this.value[index]!;
    const sum = before + term;
    const virtual = sum - before;
    const rest = this.rest[index]! + (before - (sum - virtual) + (term - virtual));
    const total = sum + rest;
    this.value[index] = total;
    this.rest[index] = rest - (total - sum);
  }

  /**
   * Returns the value of a sum with one term taken away and another added, rounded once. The term that leaves is taken
   * away first, so that it cancels exactly.
   */
  after(index: number, leaves: number, comes: number): number {
    return this.value[index]! - leaves + this.rest[index]! + comes;
  }

  clear(): void {
    this.value.fill(0);
    this.rest.fill(0);
  }

  copyFrom(other: ExactSums): void {
    this.value.set(other.value);
    this.rest.set(other.rest);
  }

  /** Returns the rounding remainder of a sum; `restore`, given it and the value, puts the sum back bit for bit. */
  restFor(index: number): number {
    return this.rest[index]!;
  }

  restore(index: number, value: number, rest: number): void {
    this.value[index] = value;
    this.rest[index] = rest;
  }
}
