import type { CoreWorth } from './core-worth.js';

/**
 * Upper bound on the value of all multisets of task types with `busy` busy cores and a mean memory intensity in [low,
 * high] (docs/reward-rate/pricing.md). A multiset with c_k cores on task type k has a value of at most
 *
 * bound - sum over k of c_k loss_k
 */
export interface RelaxedInterval {
  readonly busy: number;
  readonly low: number;
  readonly high: number;
  readonly depth: number;
  readonly bound: number;
  /** Local task types that a multiset may still contain, by increasing memory intensity. */
  readonly alive: Uint16Array;
  /**
   * By how much each core on a task type of `alive` lowers the upper bound, reward/s: distance of the type's largest
   * value from the line through the relaxed optimum.
   */
  readonly loss: Float64Array;
  /** First task type of the fractional mix that attains the bound: on 1 - `share` of the busy cores. */
  readonly lower: number;
  /** Second task type of the mix: on `share` of the busy cores. */
  readonly upper: number;
  readonly share: number;
}

/**
 * Returns a function that computes the upper bound for an interval of mean memory intensity.
 *
 * @param own memory intensity of each local task type
 * @param slack amount by which intervals are widened, larger than the rounding error of the mean memory intensity
 */
export function intervalBounds(worth: CoreWorth, own: Float64Array, slack: number) {
  const most = new Float64Array(own.length);
  const hull = new Uint16Array(own.length);

  /**
   * Computes the upper concave hull of the points (memory intensity, largest value) of the task types in `alive`.
   * Writes its vertices, as positions in `alive`, to `hull` and returns their number.
   */
  function hullOf(alive: Uint16Array): number {
    let size = 0;
    const e = (t: number): number => own[alive[t]!]!;
    for (let t = 0; t < alive.length; t++) {
      if (size > 0 && e(hull[size - 1]!) === e(t)) {
        if (most[hull[size - 1]!]! >= most[t]!) continue;
        size--;
      }
      while (size > 1) {
        const q = hull[size - 1]!;
        const p = hull[size - 2]!;
        if ((most[q]! - most[p]!) * (e(t) - e(p)) > (most[t]! - most[p]!) * (e(q) - e(p))) break;
        size--;
      }
      hull[size++] = t;
    }
    return size;
  }

  /**
   * Returns an interval's upper bound. Null if no multiset of the types in `alive` has its mean memory intensity in the
   * interval.
   */
  return function relax(
    busy: number,
    low: number,
    high: number,
    depth: number,
    alive: Uint16Array,
  ): RelaxedInterval | null {
    for (let t = 0; t < alive.length; t++) {
      const k = alive[t]!;
      // v_k is monotone in D: its best in the interval is at one end.
      most[t] = worth.most(k, worth.delayS(k, busy, low), worth.delayS(k, busy, high));
    }
    const size = hullOf(alive);
    const e = (h: number): number => own[alive[hull[h]!]!]!;
    const value = (h: number): number => most[hull[h]!]!;
    const from = Math.max(low - slack, e(0));
    const to = Math.min(high + slack, e(size - 1));
    if (from > to) return null;
    let peak = 0;
    while (peak + 1 < size && value(peak + 1) > value(peak)) peak++;
    // The supporting line at the best D within reach: level + slope (E - at).
    let [at, level, slope, left, right] = [e(peak), value(peak), 0, peak, peak];
    if (at < from || at > to) {
      const rising = at > to;
      at = rising ? to : from;
      left = rising ? peak - 1 : peak;
      while (rising ? e(left) > at : e(left + 1) < at) left += rising ? -1 : 1;
      right = left + 1;
      slope = (value(right) - value(left)) / (e(right) - e(left));
      level = Math.min(value(peak), value(left) + slope * (at - e(left)));
    }
    const loss = new Float64Array(alive.length);
    for (let t = 0; t < alive.length; t++) loss[t] = Math.max(0, level + slope * (own[alive[t]!]! - at) - most[t]!);
    return {
      busy,
      low,
      high,
      depth,
      bound: busy * level,
      alive,
      loss,
      lower: alive[hull[left]!]!,
      upper: alive[hull[right]!]!,
      share: right === left ? 0 : (at - e(left)) / (e(right) - e(left)),
    };
  };
}
