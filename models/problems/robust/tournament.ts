/**
 * The winner among keys that change one at a time: O(log n) per change, O(1) to ask. Players are 0 .. n - 1; `beats(a, b)` must be
 * a strict order on the current keys. Ties go to the player named first.
 */
export class Tournament {
  /** winners[1] is the champion; the players' leaves begin at `leaves`; -1 where there is nobody. */
  private readonly winners: Int32Array;
  private readonly leaves: number;

  constructor(
    private readonly count: number,
    private readonly beats: (a: number, b: number) => boolean,
  ) {
    let leaves = 1;
    while (leaves < count) leaves *= 2;
    this.leaves = leaves;
    this.winners = new Int32Array(2 * leaves).fill(-1);
    this.replay();
  }

  /** -1 without players. */
  get winner(): number {
    return this.winners[1]!;
  }

  /** A player's key has changed. */
  update(player: number): void {
    const { winners } = this;
    for (let place = (this.leaves + player) >> 1; place >= 1; place >>= 1) {
      winners[place] = this.better(winners[2 * place]!, winners[2 * place + 1]!);
    }
  }

  /** All keys may have changed. */
  replay(): void {
    const { winners, leaves, count } = this;
    for (let player = 0; player < count; player++) winners[leaves + player] = player;
    for (let place = leaves - 1; place >= 1; place--) {
      winners[place] = this.better(winners[2 * place]!, winners[2 * place + 1]!);
    }
  }

  /** The winner were `first` and `second` not playing (they may be the same), or -1: O(log n). */
  winnerWithout(first: number, second: number): number {
    const { winners, leaves } = this;
    let a = leaves + first;
    let b = leaves + second;
    let best = -1;
    for (; a > 1; a >>= 1, b >>= 1) {
      // Siblings of each other have no third to ask; once the two paths have met there is one sibling only.
      if ((a ^ 1) === b) continue;
      best = this.earlier(best, winners[a ^ 1]!);
      if (b !== a) best = this.earlier(best, winners[b ^ 1]!);
    }
    return best;
  }

  private better(a: number, b: number): number {
    if (b < 0) return a;
    if (a < 0) return b;
    return this.beats(b, a) ? b : a;
  }

  /** As better, but the lower number wins a tie whichever side it is on. */
  private earlier(a: number, b: number): number {
    return a >= 0 && b >= 0 && b < a ? this.better(b, a) : this.better(a, b);
  }
}
