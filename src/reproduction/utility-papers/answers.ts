import type { Interval } from '../../experiments/statistics.js';
import { type Answer, atLeast, type ByTrial, difference, type Part, POINTS } from '../rules.js';

/**
 * Returns a function that answers "is the quantity less than `bound`?" from its confidence interval. An equal quantity
 * is not less.
 */
export function less(bound: number): (interval: Interval | null) => Answer {
  return (interval) => {
    const answer = atLeast(interval, bound);
    return answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'open';
  };
}

/** Compares two series trial by trial: is `first` at least as great as `second` on average? */
export function atLeastZero(where: string, first: ByTrial, second: ByTrial): Part {
  return difference(where, first, second, (interval) => atLeast(interval, 0), POINTS);
}
