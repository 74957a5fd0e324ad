import type { LikeNodes } from './like-nodes.js';

/** Finds the core of each group of nodes that is free first; on a tie, the core with the lowest index. */
export class ReadyCores {
  /**
   * Binary heaps of core indices, ordered by the time when the cores are free. There is one heap for each group of
   * nodes, stored one after the other.
   */
  private readonly heap: Int32Array;
  private readonly start: Int32Array;

  /**
   * Creates the heaps. `readyS` has the time when each core is free, s. The caller may increase it for the first core
   * of a group and must then call `delayed`.
   */
  constructor(
    groups: readonly LikeNodes[],
    private readonly readyS: Float64Array,
  ) {
    this.start = new Int32Array(groups.length + 1);
    for (const [g, { cores }] of groups.entries()) this.start[g + 1] = this.start[g]! + cores.length;
    this.heap = new Int32Array(this.start[groups.length]!);
    for (const [g, { cores }] of groups.entries()) {
      this.heap.set(cores, this.start[g]);
      for (let place = (cores.length >> 1) - 1; place >= 0; place--) this.sink(g, place);
    }
  }

  first(group: number): number {
    return this.heap[this.start[group]!]!;
  }

  /** Restores the heap of a group after the core that was free first has got another task. */
  delayed(group: number): void {
    this.sink(group, 0);
  }

  private sink(group: number, from: number): void {
    const { heap } = this;
    const start = this.start[group]!;
    const count = this.start[group + 1]! - start;
    const core = heap[start + from]!;
    let place = from;
    for (let child = 2 * place + 1; child < count; child = 2 * place + 1) {
      if (child + 1 < count && this.isSooner(heap[start + child + 1]!, heap[start + child]!)) child++;
      if (!this.isSooner(heap[start + child]!, core)) break;
      heap[start + place] = heap[start + child]!;
      place = child;
    }
    heap[start + place] = core;
  }

  private isSooner(a: number, b: number): boolean {
    const difference = this.readyS[a]! - this.readyS[b]!;
    return difference < 0 || (difference === 0 && a < b);
  }
}
