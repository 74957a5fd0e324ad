import { countUpTo } from '../../models/bisection.js';
/** Returns a function from uniform numbers in [0, 1) to indices, each as likely as its weight (>= 0, not all 0). */
export function weighted(weights: readonly number[]): (uniform: number) => number {
  const upTo: number[] = [];
  let sum = 0;
  for (const weight of weights) upTo.push((sum += weight));
  return (uniform) => countUpTo(upTo, uniform * sum, upTo.length - 1);
}
