/** Moments at which cores finish, earliest first. Entries of a core whose moment was changed stay: who takes them out looks. */
export interface FinishHeap {
  /** Infinity when empty. */
  readonly earliestS: () => number;
  readonly push: (timeS: number, core: number) => void;
  /** Takes the earliest out and returns its core. Must not be empty. */
  readonly pop: () => number;
}

export function finishHeap(capacity: number): FinishHeap {
  let times = new Float64Array(Math.max(16, capacity));
  let cores = new Int32Array(times.length);
  let size = 0;
  const grow = (): void => {
    const [moreTimes, moreCores] = [new Float64Array(2 * size), new Int32Array(2 * size)];
    moreTimes.set(times);
    moreCores.set(cores);
    [times, cores] = [moreTimes, moreCores];
  };
  return {
    earliestS: () => (size === 0 ? Infinity : times[0]!),
    push(timeS, core) {
      if (size === times.length) grow();
      let at = size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (times[parent]! <= timeS) break;
        times[at] = times[parent]!;
        cores[at] = cores[parent]!;
        at = parent;
      }
      times[at] = timeS;
      cores[at] = core;
    },
    pop() {
      const first = cores[0]!;
      size--;
      const timeS = times[size]!;
      const core = cores[size]!;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && times[child + 1]! < times[child]!) child++;
        if (times[child]! >= timeS) break;
        times[at] = times[child]!;
        cores[at] = cores[child]!;
        at = child;
      }
      times[at] = timeS;
      cores[at] = core;
      return first;
    },
  };
}
