/**
 * Number of free nodes of a pool as a step function of time, from now on. In the end all nodes are free. Moments are in
 * s.
 */
export interface StepProfile {
  /** Removes all steps before nowS, which becomes the present. */
  readonly trim: (nowS: number) => void;
  /**
   * Makes nodes busy during [startS, endS); startS must not be in the past.
   *
   * @throws RangeError if fewer than `nodes` nodes are free at some time of the interval
   */
  readonly take: (startS: number, endS: number, nodes: number) => void;
  /**
   * Returns the earliest moment at or after fromS from which `nodes` nodes, at most those of the pool, are free for
   * `timeS`.
   */
  readonly earliestS: (nodes: number, timeS: number, fromS: number) => number;
  readonly mostFree: (untilS: number) => number;
  /**
   * Returns the first moment after `afterS` at which the number of free nodes changes, s; Infinity if there is none.
   */
  readonly nextStepS: (afterS: number) => number;
  readonly copyFrom: (other: Steps) => void;
  readonly steps: Steps;
}

/**
 * Steps of a profile: `free[k]` nodes are free from `startS[k]` until the next step. Only the first `count` entries are
 * used.
 */
interface Steps {
  count: number;
  startS: Float64Array;
  free: Int32Array;
  /** Latest start of any busy interval, s. After it, the number of free nodes never falls. */
  latestTakenS: number;
}

/** Initial capacity of the arrays, in steps. */
const MIN_CAPACITY = 32;

/** Returns a profile in which all nodes are free from moment 0 on. */
export function stepProfile(nodes: number): StepProfile {
  const steps: Steps = {
    count: 1,
    startS: new Float64Array(MIN_CAPACITY),
    free: new Int32Array(MIN_CAPACITY).fill(nodes),
    latestTakenS: 0,
  };
  const makeRoom = (capacity: number): void => {
    const { startS, free } = steps;
    if (capacity <= startS.length) return;
    steps.startS = new Float64Array(2 * capacity);
    steps.free = new Int32Array(2 * capacity);
    steps.startS.set(startS);
    steps.free.set(free);
  };
  /** Returns the index of the last step that starts at or before a moment, which must not be in the past. */
  const stepAt = (atS: number): number => {
    const { startS } = steps;
    let [low, high] = [0, steps.count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (startS[middle]! <= atS) low = middle;
      else high = middle;
    }
    return low;
  };
  /** Returns the index of the step that starts at `atS`, which is added if missing. */
  const splitAt = (atS: number): number => {
    const at = stepAt(atS);
    if (steps.startS[at]! === atS) return at;
    makeRoom(steps.count + 1);
    steps.startS.copyWithin(at + 2, at + 1, steps.count);
    steps.free.copyWithin(at + 2, at + 1, steps.count);
    steps.startS[at + 1] = atS;
    steps.free[at + 1] = steps.free[at]!;
    steps.count++;
    return at + 1;
  };
  return {
    steps,
    trim(nowS) {
      const first = stepAt(nowS);
      if (first > 0) {
        steps.startS.copyWithin(0, first, steps.count);
        steps.free.copyWithin(0, first, steps.count);
        steps.count -= first;
      }
      steps.startS[0] = nowS;
    },
    take(startS, endS, nodes) {
      const first = splitAt(startS);
      const end = splitAt(endS);
      const { free } = steps;
      for (let k = first; k < end; k++) {
        free[k]! -= nodes;
        if (free[k]! < 0) throw new RangeError(`${-free[k]!} nodes too many at ${steps.startS[k]!} s`);
      }
      if (startS > steps.latestTakenS) steps.latestTakenS = startS;
    },
    earliestS(nodes, timeS, fromS) {
      const { startS, free, count } = steps;
      let k = fromS > startS[0]! ? stepAt(fromS) : 0;
      if (steps.latestTakenS <= startS[0]!) {
        // Only ends are ahead: free counts rise, and the first that suffices does so for ever.
        let [low, high] = [k - 1, count - 1];
        while (high - low > 1) {
          const middle = (low + high) >> 1;
          if (free[middle]! >= nodes) high = middle;
          else low = middle;
        }
        return Math.max(fromS, startS[high]!);
      }
      for (;;) {
        while (free[k]! < nodes) k++;
        const beginS = Math.max(fromS, startS[k]!);
        const endS = beginS + timeS;
        let next = k + 1;
        while (next < count && startS[next]! < endS && free[next]! >= nodes) next++;
        if (next >= count || startS[next]! >= endS) return beginS;
        k = next + 1;
      }
    },
    mostFree(untilS) {
      const { startS, free, count } = steps;
      let most = free[0]!;
      for (let k = 1; k < count && startS[k]! < untilS; k++) if (free[k]! > most) most = free[k]!;
      return most;
    },
    nextStepS(afterS) {
      const next = stepAt(afterS) + 1;
      return next < steps.count ? steps.startS[next]! : Infinity;
    },
    copyFrom({ count, startS, free, latestTakenS }) {
      makeRoom(count);
      steps.startS.set(startS.subarray(0, count));
      steps.free.set(free.subarray(0, count));
      steps.count = count;
      steps.latestTakenS = latestTakenS;
    },
  };
}
