import { countUpTo } from '../../models/bisection.js';
/**
 * Returns a function from a uniform number in [0, 1) to an index, whose probability is proportional to its weight (>=
 * 0, not all 0).
 */
export function weighted(weights: readonly number[]): (uniform: number) => number {
  const upTo: number[] = [];
  let sum = 0;
  for (const weight of weights) upTo.push((sum += weight));
  return (uniform) => countUpTo(upTo, uniform * sum, upTo.length - 1);
}
