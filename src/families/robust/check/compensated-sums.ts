/** Array of sums. A second number per sum collects the rounding error of that sum (Neumaier 1974). */
export class CompensatedSums {
  readonly #sum: Float64Array;
  readonly #lost: Float64Array;

  constructor(count: number) {
    this.#sum = new Float64Array(count);
    this.#lost = new Float64Array(count);
  }

  add(index: number, term: number): void {
    const before = this.#sum[index]!;
    const after = before + term;
    const larger = Math.abs(before) >= Math.abs(term) ? before : term;
    const smaller = larger === before ? term : before;
    this.#sum[index] = after;
    this.#lost[index]! += larger - after + smaller;
  }

  of(index: number): number {
    return this.#sum[index]! + this.#lost[index]!;
  }
}
