/** Value of `runnerUp` before it is determined. Players are numbered from 0, and -1 means no player. */
const UNKNOWN = -2;

/**
 * Finds the best of n players whose keys change. An update takes at most time O(log n), reading the winner O(1).
 * `beats(a, b)` must be a strict order by the current keys. On a tie, the player with the lower number wins.
 */
export class Tournament {
  /** Winners of matches as a binary tree. The root is at index 1, player p at index leaves + p. -1 means no player. */
  private readonly winners: Int32Array;
  private readonly leaves: number;
  /** Best player except the winner; UNKNOWN until it is first needed. */
  private runnerUp = UNKNOWN;

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

  /** Number of the best player; -1 if there are no players. */
  get winner(): number {
    return this.winners[1]!;
  }

  /** Updates the tree after a change of the key of this player only. */
  update(player: number): void {
    const { winners } = this;
    this.runnerUp = UNKNOWN;
    for (let place = (this.leaves + player) >> 1; place >= 1; place >>= 1) {
      const before = winners[place]!;
      const after = this.better(winners[2 * place]!, winners[2 * place + 1]!);
      // Another's win over the player still stands: nothing further up depends on the player.
      if (after === before && after !== player) return;
      winners[place] = after;
    }
  }

  /** Updates the whole tree after the keys of any players have changed. */
  replay(): void {
    const { winners, leaves, count } = this;
    this.runnerUp = UNKNOWN;
    for (let player = 0; player < count; player++) winners[leaves + player] = player;
    for (let place = leaves - 1; place >= 1; place--) {
      winners[place] = this.better(winners[2 * place]!, winners[2 * place + 1]!);
    }
  }

  /**
   * Returns the best player except `first` and `second`, which may be the same player. Returns -1 if there is no such
   * player. It mostly takes time O(1).
   */
  winnerWithout(first: number, second: number): number {
    const champion = this.winners[1]!;
    if (champion !== first && champion !== second) return champion;
    if (this.runnerUp === UNKNOWN) this.runnerUp = this.replayWithout(champion, champion);
    const other = champion === first ? second : first;
    return this.runnerUp === other ? this.replayWithout(first, second) : this.runnerUp;
  }

  private replayWithout(first: number, second: number): number {
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

  /** Returns the number of the better of two players; on a tie, the lower number. */
  private earlier(a: number, b: number): number {
    return a >= 0 && b >= 0 && b < a ? this.better(b, a) : this.better(a, b);
  }
}
