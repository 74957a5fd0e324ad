/** Binary heap of tasks with the first in order on top. A task's rank may change only outside the heap or on top. */
export interface TaskHeap {
  readonly size: () => number;
  readonly top: () => number;
  readonly push: (task: number) => void;
  readonly pop: () => number;
  /** Restores the order after the rank of the top has fallen. */
  readonly sinkTop: () => void;
  /** Replaces the content by the first `count` of these tasks, in O(count). */
  readonly fill: (tasks: Int32Array, count: number) => void;
}

/** Returns an empty heap. @param capacity maximum number of tasks in it */
export function taskHeap(capacity: number, precedes: (task: number, other: number) => boolean): TaskHeap {
  const heap = new Int32Array(capacity);
  let size = 0;
  const sink = (from: number): void => {
    const task = heap[from]!;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && precedes(heap[child + 1]!, heap[child]!)) child++;
      if (!precedes(heap[child]!, task)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = task;
  };
  return {
    size: () => size,
    top: () => heap[0]!,
    push(task) {
      let at = size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!precedes(task, heap[parent]!)) break;
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = task;
    },
    pop() {
      const task = heap[0]!;
      heap[0] = heap[--size]!;
      if (size > 0) sink(0);
      return task;
    },
    sinkTop: () => {
      sink(0);
    },
    fill(tasks, count) {
      heap.set(tasks.subarray(0, count));
      size = count;
      for (let at = (count >> 1) - 1; at >= 0; at--) sink(at);
    },
  };
}
