/**
 * Sums without accumulated rounding errors, each stored as value and rounding remainder (Knuth's two-sum). A million
 * terms can be added and subtracted again without any remaining error, as long as the largest sum is below about 2^50
 * times the smallest term.
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
   * Returns the value that a sum would have without the term `leaves` and with the term `comes`. `leaves` is subtracted
   * first, so that it cancels exactly.
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

  /** Returns the rounding remainder of a sum, with which `restore` resets it exactly. */
  restFor(index: number): number {
    return this.rest[index]!;
  }

  restore(index: number, value: number, rest: number): void {
    this.value[index] = value;
    this.rest[index] = rest;
  }
}
