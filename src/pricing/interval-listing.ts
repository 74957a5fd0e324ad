import type { RelaxedInterval } from './interval-bound.js';

export interface Listing {
  readonly own: Float64Array;
  /** Amount by which intervals are widened, larger than the rounding error of the mean memory intensity. */
  readonly slack: number;
  /** Cores of the current multiset by local task type, while `leaf` is called; all are 0 before and after. */
  readonly counts: Uint16Array;
  readonly leaf: () => void;
  /** Returns the value, reward/s, up to which multisets are skipped. It may only rise while `leaf` is called. */
  readonly floor: () => number;
}

/**
 * Calls `leaf`, depth first, for all multisets of an interval whose value can exceed the floor. Returns the number of
 * steps. Returns null if more than `allowed` steps would be needed; then some multisets may be missing.
 */
export function listMultisets(listing: Listing, interval: RelaxedInterval, allowed: number): number | null {
  const { own, slack, counts, leaf, floor } = listing;
  const { busy, low, high, bound, alive, loss } = interval;
  const last = alive.length - 1;
  // Dear task types first: few of them fit, and the cheap ones fill up.
  const order = [...alive.keys()].sort((a, b) => loss[b]! - loss[a]! || a - b);
  const task = order.map((t) => alive[t]!);
  const each = order.map((t) => loss[t]!);
  const intensity = task.map((k) => own[k]!);
  const least = intensity.map((_, t) => Math.min(...intensity.slice(t)));
  const greatest = intensity.map((_, t) => Math.max(...intensity.slice(t)));
  const from = busy * (low - slack);
  const to = busy * (high + slack);
  let left = allowed;
  let mostLost = bound - floor();

  const fill = (t: number, cores: number, moment: number, lost: number): boolean => {
    if (--left < 0) return false;
    const k = task[t]!;
    let complete = true;
    for (let c = t === last ? cores : 0; complete && c <= cores; c++) {
      const nowLost = lost + c * each[t]!;
      if (nowLost >= mostLost) break;
      const now = moment + c * intensity[t]!;
      const rest = cores - c;
      if (rest === 0) {
        if (now < from || now > to) continue;
        counts[k] = c;
        leaf();
        mostLost = bound - floor();
      } else {
        if (now + rest * greatest[t + 1]! < from || now + rest * least[t + 1]! > to) continue;
        counts[k] = c;
        complete = fill(t + 1, rest, now, nowLost);
      }
    }
    counts[k] = 0;
    return complete;
  };
  return fill(0, busy, 0, 0) ? allowed - left : null;
}
