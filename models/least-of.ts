/**
 * Finds the smallest of n values and its position, the first of equal ones, by a tournament. A changed value costs O(log n).
 * All values are Infinity at first; none may be NaN.
 */
export class LeastOf {
  private readonly leaves: number;
  private readonly values: Float64Array;
  /** For each tree node, position of the smallest value below it. Node 1 is the root, `leaves` + n the leaf of n. */
  private readonly winner: Int32Array;

  constructor(private readonly count: number) {
    this.leaves = 1;
    while (this.leaves < count) this.leaves *= 2;
    this.values = new Float64Array(this.leaves).fill(Infinity);
    this.winner = Int32Array.from({ length: 2 * this.leaves }, (_, node) => node - this.leaves);
    this.replay();
  }

  set(position: number, value: number): void {
    const { winner } = this;
    this.values[position] = value;
    for (let node = (this.leaves + position) >> 1; node >= 1; node >>= 1) {
      const before = winner[node]!;
      this.play(node);
      // Neither was the winner nor is it: later matches are between the same as ever.
      if (before !== position && winner[node] !== position) break;
    }
  }

  /** Replaces all values, in O(n). */
  setAll(valueOf: (position: number) => number): void {
    for (let n = 0; n < this.count; n++) this.values[n] = valueOf(n);
    this.replay();
  }

  /** Position of the smallest value; some position if all are Infinity. */
  get position(): number {
    return this.winner[1]!;
  }

  get value(): number {
    return this.values[this.position]!;
  }

  private play(node: number): void {
    const left = this.winner[2 * node]!;
    const right = this.winner[2 * node + 1]!;
    this.winner[node] = this.values[right]! < this.values[left]! ? right : left;
  }

  private replay(): void {
    for (let node = this.leaves - 1; node >= 1; node--) this.play(node);
  }
}
