import { sortPlaces } from './place-sort.js';
import type { Individual, Score } from './problem.js';

/**
 * Ranks individuals with several objectives (Deb et al. 2002). Front 0 contains the individuals that no other
 * dominates. Each next front contains those that only members of earlier fronts dominate. Within a front, individuals
 * with a larger crowding distance come first.
 *
 * Individuals of lower `infeasibility` come first; dominance is compared only among individuals of equal infeasibility.
 * On ties, the individual at the lower position comes first.
 *
 * Buffers are reused; memory is only allocated when the number of individuals grows.
 */
export class CrowdedRanking {
  /** Positions of the individuals in the ranked array, best first. Only the first `count` entries are valid. */
  order = new Int32Array(0);
  /** Index of the front of the individual at each position; 0 is the best front. */
  front = new Int32Array(0);
  /** Crowding distance of the individual at each position; objectives are divided by their ranges in the front. */
  crowding = new Float64Array(0);
  /** Number of ranked individuals, after duplicates were dropped. */
  count = 0;

  private objectives = 0;
  private capacity = 0;
  /** Objective values, at index objective * capacity + position. */
  private values = new Float64Array(0);
  private infeasibility = new Float64Array(0);
  private preference = new Float64Array(0);
  /** Positions sorted by infeasibility, then by the objectives one after another, best first. */
  private sorted = new Int32Array(0);
  private members = new Int32Array(0);
  /** Index in `members` of the first member of each front; one more entry at the end is the end of the last front. */
  private firstMember = new Int32Array(0);
  private scratch = new Int32Array(0);
  private tails = new Int32Array(0);

  private readonly isBefore = (a: number, b: number): boolean => {
    if (this.infeasibility[a] !== this.infeasibility[b]) return this.infeasibility[a]! < this.infeasibility[b]!;
    for (let at = 0; at < this.objectives * this.capacity; at += this.capacity) {
      const x = this.values[at + a]!;
      const y = this.values[at + b]!;
      if (x !== y) return x > y;
    }
    if (this.preference[a] !== this.preference[b]) return this.preference[a]! > this.preference[b]!;
    return a < b;
  };

  private readonly isRoomier = (a: number, b: number): boolean =>
    this.crowding[a] === this.crowding[b] ? a < b : this.crowding[a]! > this.crowding[b]!;

  /**
   * Ranks all individuals. With duplicates = 'drop', only one of several with equal infeasibility and objectives stays:
   * the one of largest preference, on a tie at the lowest position.
   */
  rank(
    individuals: readonly Pick<Individual<unknown>, 'score'>[],
    infeasibility: (score: Score) => number,
    duplicates: 'keep' | 'drop',
  ): void {
    const given = individuals.length;
    this.read(individuals, infeasibility);
    sortPlaces(this.sorted, 0, given, this.isBefore, this.scratch);
    this.count = duplicates === 'drop' ? this.withoutEquals(given) : given;
    const fronts = this.assignFronts();
    this.gather(fronts);
    for (let front = 0; front < fronts; front++) this.crowd(this.firstMember[front]!, this.firstMember[front + 1]!);
  }

  /** Keeps the `size` best individuals. Crowding distances in the last front are recomputed. */
  cut(size: number): void {
    if (size >= this.count) return;
    const last = this.front[this.order[size]!]!;
    const from = this.firstMember[last]!;
    this.count = size;
    if (from === size) return;
    // Survivors of the front in its order by objectives.
    this.scratch.fill(0, 0, this.capacity);
    for (let n = from; n < size; n++) this.scratch[this.order[n]!] = 1;
    let to = from;
    for (let n = from; n < this.firstMember[last + 1]!; n++) {
      const place = this.members[n]!;
      if (this.scratch[place] === 1) this.members[to++] = place;
    }
    this.crowd(from, to);
  }

  private read(
    individuals: readonly Pick<Individual<unknown>, 'score'>[],
    infeasibility: (score: Score) => number,
  ): void {
    const given = individuals.length;
    const objectives = 1 + (individuals[0]?.score.further.length ?? 0);
    if (given > this.capacity || objectives !== this.objectives)
      this.reserve(Math.max(given, this.capacity), objectives);
    for (let place = 0; place < given; place++) {
      const { score } = individuals[place]!;
      this.sorted[place] = place;
      this.infeasibility[place] = infeasibility(score);
      this.preference[place] = score.preference;
      this.values[place] = score.objective;
      for (let m = 1; m < objectives; m++) this.values[m * this.capacity + place] = score.further[m - 1]!;
    }
  }

  private reserve(capacity: number, objectives: number): void {
    this.capacity = capacity;
    this.objectives = objectives;
    this.values = new Float64Array(objectives * capacity);
    this.crowding = new Float64Array(capacity);
    this.infeasibility = new Float64Array(capacity);
    this.preference = new Float64Array(capacity);
    this.order = new Int32Array(capacity);
    this.front = new Int32Array(capacity);
    this.sorted = new Int32Array(capacity);
    this.members = new Int32Array(capacity);
    this.scratch = new Int32Array(capacity);
    this.tails = new Int32Array(capacity);
    this.firstMember = new Int32Array(capacity + 1);
  }

  /** Removes duplicates from `sorted`; of equal neighbours the first stays. Returns the number of individuals left. */
  private withoutEquals(given: number): number {
    let kept = Math.min(given, 1);
    for (let n = 1; n < given; n++) {
      if (!this.areEqual(this.sorted[n]!, this.sorted[kept - 1]!)) this.sorted[kept++] = this.sorted[n]!;
    }
    return kept;
  }

  private areEqual(a: number, b: number): boolean {
    if (this.infeasibility[a] !== this.infeasibility[b]) return false;
    for (let at = 0; at < this.objectives * this.capacity; at += this.capacity) {
      if (this.values[at + a] !== this.values[at + b]) return false;
    }
    return true;
  }

  /**
   * Assigns a front to every individual in sorted order, in which none is dominated by a later one. Returns the number
   * of fronts.
   *
   * With two objectives, a binary search finds the first front whose last member does not dominate the individual
   * (Jensen 2003, O(n log n) for n individuals). This works because the last member added to a front has the front's
   * largest second objective. With more objectives, all members are compared.
   */
  private assignFronts(): number {
    let [first, fronts] = [0, 0];
    for (let n = 0; n < this.count; n++) {
      const place = this.sorted[n]!;
      const before = n === 0 ? -1 : this.sorted[n - 1]!;
      if (before >= 0 && this.areEqual(before, place)) {
        const shared = this.front[before]!;
        this.front[place] = shared;
        this.tails[shared] = place;
        continue;
      }
      // A new amount of infeasibility: none of these dominates, or is dominated by, those before.
      if (before >= 0 && this.infeasibility[before] !== this.infeasibility[place]) first = fronts;
      const front = this.objectives === 2 ? this.frontBySweep(place, first, fronts) : this.frontByAll(n, first);
      this.front[place] = front;
      this.tails[front] = place;
      if (front === fronts) fronts++;
    }
    return fronts;
  }

  private frontBySweep(place: number, first: number, fronts: number): number {
    const second = this.values[this.capacity + place]!;
    let low = first;
    let high = fronts;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.values[this.capacity + this.tails[middle]!]! >= second) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private frontByAll(n: number, first: number): number {
    const place = this.sorted[n]!;
    let front = first;
    for (let other = n - 1; other >= 0 && this.front[this.sorted[other]!]! >= first; other--) {
      const dominator = this.sorted[other]!;
      if (this.front[dominator]! >= front && this.dominates(dominator, place)) front = this.front[dominator]! + 1;
    }
    return front;
  }

  /** Returns true if individual a dominates b; a must be sorted before b and differ from it. */
  private dominates(a: number, b: number): boolean {
    for (let at = 0; at < this.objectives * this.capacity; at += this.capacity) {
      if (this.values[at + a]! < this.values[at + b]!) return false;
    }
    return true;
  }

  /** Groups the individuals by front, in sorted order within each front. */
  private gather(fronts: number): void {
    const { firstMember } = this;
    firstMember.fill(0, 0, fronts + 1);
    for (let n = 0; n < this.count; n++) firstMember[this.front[this.sorted[n]!]! + 1]!++;
    for (let front = 0; front < fronts; front++) firstMember[front + 1]! += firstMember[front]!;
    for (let front = 0; front < fronts; front++) this.scratch[front] = firstMember[front]!;
    for (let n = 0; n < this.count; n++) {
      const place = this.sorted[n]!;
      this.members[this.scratch[this.front[place]!]!++] = place;
    }
  }

  /**
   * Computes the crowding distances in one front and sorts it by distance. The front is `members` from index `from` to
   * `to` - 1, sorted by the first objective.
   *
   * For each objective, the extreme individuals get an infinite distance. Every other one gets the difference between
   * its two neighbours, divided by the front's range. These distances are summed over the objectives.
   */
  private crowd(from: number, to: number): void {
    const { members, crowding, order } = this;
    for (let n = from; n < to; n++) {
      order[n] = members[n]!;
      crowding[order[n]!] = 0;
    }
    for (let m = 0; m < this.objectives; m++) {
      // Of two objectives the second rises where the first falls: its order is the one at hand.
      if (this.objectives > 2 && m > 0) this.sortByObjective(from, to, m);
      this.addDistances(from, to, m);
    }
    sortPlaces(order, from, to, this.isRoomier, this.scratch);
  }

  private addDistances(from: number, to: number, objective: number): void {
    const { crowding, order, values } = this;
    const at = objective * this.capacity;
    const range = Math.abs(values[at + order[to - 1]!]! - values[at + order[from]!]!);
    crowding[order[from]!] = Infinity;
    crowding[order[to - 1]!] = Infinity;
    if (!(range > 0 && range < Infinity)) return;
    for (let n = from + 1; n < to - 1; n++) {
      crowding[order[n]!]! += Math.abs(values[at + order[n + 1]!]! - values[at + order[n - 1]!]!) / range;
    }
  }

  private sortByObjective(from: number, to: number, objective: number): void {
    const at = objective * this.capacity;
    for (let n = from; n < to; n++) this.order[n] = this.members[n]!;
    sortPlaces(this.order, from, to, (a, b) => this.values[at + a]! < this.values[at + b]!, this.scratch);
  }
}
