import type { RelaxedInterval } from './interval-bound.js';

/** Queue of intervals of mean memory intensity, by descending upper bound; of equal bounds, first in first out. */
export interface IntervalQueue {
  push(interval: RelaxedInterval): void;
  pop(): RelaxedInterval | null;
}

interface Entry {
  readonly interval: RelaxedInterval;
  readonly number: number;
}

const before = (a: Entry, b: Entry): boolean =>
  a.interval.bound > b.interval.bound || (a.interval.bound === b.interval.bound && a.number < b.number);

export function intervalQueue(): IntervalQueue {
  const heap: Entry[] = [];
  let pushed = 0;
  return {
    push(interval) {
      const entry = { interval, number: pushed++ };
      let at = heap.length;
      heap.push(entry);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(entry, heap[parent]!)) break;
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = entry;
    },
    pop() {
      const top = heap[0];
      const last = heap.pop();
      if (top === undefined || last === undefined) return null;
      if (heap.length === 0) return top.interval;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
        if (!before(heap[child]!, last)) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = last;
      return top.interval;
    },
  };
}
