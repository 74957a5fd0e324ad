import type { Interval } from '../../experiments/statistics.js';
import type { Anytime } from './analysis.js';
import type { Axis } from './advice-steps.js';

/**
 * Returns the range of efforts (seconds or steps) in which the gap curve of method `second` falls below that of
 * `first`. A method is ahead at a point if its upper quartile lies below the lower quartile of the other method. The
 * range begins at the last point in (from, to] at which `first` is ahead, or at `from`. It ends where `second` begins
 * to be ahead at all further points, or at `to`. Null if there are no curves over this kind of effort, or if the range
 * is the whole of from ... to.
 */
export function crossing(
  anytime: Anytime | null,
  axis: Axis,
  { first, second, from, to }: { first: string; second: string; from: number; to: number },
): Interval | null {
  if (anytime === null || (axis === 'time') !== (anytime.axis === 'seconds') || (axis !== 'time' && axis !== 'steps'))
    return null;
  const [a, b] = [first, second].map((method) => anytime.curves.find((curve) => curve.method === method));
  if (a === undefined || b === undefined) return null;
  const points = anytime.at.map((at, i) => ({
    at,
    firstIsAhead: gapAt(a.high, i) < gapAt(b.low, i),
    secondIsAhead: gapAt(b.high, i) < gapAt(a.low, i),
  }));
  const within = points.filter(({ at }) => at > from && at <= to);
  const low = within.findLast(({ firstIsAhead }) => firstIsAhead)?.at ?? from;
  // For good: after the last point at which it is not ahead.
  const lastNot = within.findLastIndex(({ secondIsAhead }) => !secondIsAhead);
  const high = within[lastNot + 1]?.at ?? to;
  return low === from && high === to ? null : { low, high };
}

/** Returns the gap at point `i` of a curve; Infinity if there is no plan yet at this point. */
function gapAt(curve: readonly (number | null)[], i: number): number {
  return curve[i] ?? Infinity;
}
