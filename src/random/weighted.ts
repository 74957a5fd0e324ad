import { countUpTo } from '../../models/bisection.js';
/**
 * Returns a function from uniform numbers in [0, 1) to indices, for drawing each index with a probability proportional
 * to its weight. Weights are at least 0, and not all are 0.
 */
export function weighted(weights: readonly number[]): (uniform: number) => number {
  const upTo: number[] = [];
  let sum = 0;
  for (const weight of weights) upTo.push((sum += weight));
  return (uniform) => countUpTo(upTo, uniform * sum, upTo.length - 1);
}
