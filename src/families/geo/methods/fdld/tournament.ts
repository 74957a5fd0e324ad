/** Finds the smallest of n values and its position, the first on ties. A changed value costs O(log n). */
export class Tournament {
  private readonly leaves: number;
  private readonly values: Float64Array;
  /** For each tree node, position of the smallest value below it. Node 1 is the root, `leaves` + n the leaf of n. */
  private readonly winner: Int32Array;

  constructor(count: number) {
    this.leaves = 1;
    while (this.leaves < count) this.leaves *= 2;
    this.values = new Float64Array(this.leaves).fill(Infinity);
    this.winner = new Int32Array(2 * this.leaves);
    for (let n = 0; n < this.leaves; n++) this.winner[this.leaves + n] = n;
    for (let node = this.leaves - 1; node >= 1; node--) this.winner[node] = this.winner[2 * node]!;
  }

  set(position: number, value: number): void {
    const { values, winner } = this;
    values[position] = value;
    for (let node = (this.leaves + position) >> 1; node >= 1; node >>= 1) {
      const left = winner[2 * node]!;
      const right = winner[2 * node + 1]!;
      winner[node] = values[right]! < values[left]! ? right : left;
    }
  }

  get least(): number {
    return this.winner[1]!;
  }

  get leastValue(): number {
    return this.values[this.least]!;
  }
}
