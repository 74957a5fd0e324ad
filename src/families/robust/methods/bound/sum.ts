/**
 * Sum with Neumaier's compensation, whose rounding error does not grow with the number of terms. A sum that is Infinity
 * stays Infinity.
 */
export class Sum {
  private value = 0;
  private rest = 0;

  add(term: number): void {
    const next = this.value + term;
    if (Math.abs(this.value) >= Math.abs(term)) this.rest += this.value - next + term;
    else this.rest += term - next + this.value;
    this.value = next;
  }

  get total(): number {
    return Number.isFinite(this.value) ? this.value + this.rest : this.value;
  }
}
