import type { Interval } from '../../experiments/statistics.js';
import type { Anytime } from './analysis.js';
import type { Axis } from './advice-steps.js';

/**
 * Returns the interval of efforts in which a method's gap curve falls below another's. It begins at the last point of
 * (from, to] at which the quartiles put the first method ahead, or at `from`, and ends at the first point from which
 * they put the second method ahead for good, or at `to`. Null if there is no curve on this axis, or it is no more
 * precise than the budgets.
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

/** Returns the gap at a point of a curve; Infinity while there is no plan. */
function gapAt(curve: readonly (number | null)[], i: number): number {
  return curve[i] ?? Infinity;
}
