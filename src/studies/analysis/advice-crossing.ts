import type { Interval } from '../../experiments/statistics.js';
import type { Anytime } from './analysis.js';
import type { Axis } from './advice-steps.js';

/**
 * Returns the range of effort (seconds or steps) in which the median gap of method `second` falls below that of
 * `first`. A method is ahead at an effort if its upper quartile of gaps is below the other's lower quartile.
 *
 * The range begins at the last effort in (from, to] at which `first` is ahead, or at `from`. It ends at the first
 * effort from which `second` is always ahead, or at `to`. Null if the range is all of [from, to], or if there are no
 * curves over this unit of effort.
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

/** Returns the gap at position `i` of a curve; Infinity if there is no plan at this effort. */
function gapAt(curve: readonly (number | null)[], i: number): number {
  return curve[i] ?? Infinity;
}
