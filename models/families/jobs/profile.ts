import type { DesignPoint } from './design-point.js';

/** Maximum number of tasks for exact Pareto fronts: the search stores a set of tasks as the bits of a number. */
export const MAX_EXACT_TASKS = 30;

/**
 * What is proven about a Pareto front. exact: it contains every non-dominated point. bounded: found by heuristic
 * search, with a proven lower bound on time x energy. none: nothing is proven.
 */
export type FrontProof =
  | { readonly kind: 'exact' }
  /**
   * Lower bound on response time (s) x energy (J) that holds for any design. The relative gap of the front is 1 - bound
   * / least product of a point.
   */
  | { readonly kind: 'bounded'; readonly productBoundSJ: number }
  | { readonly kind: 'none' };

/**
 * Pareto front of the designs that use a given number of cores, by ascending response time and thus descending energy.
 * No point dominates another.
 */
export interface Front {
  readonly cores: number;
  readonly points: readonly DesignPoint[];
  readonly proof: FrontProof;
}

/**
 * Pareto fronts of a job type on a node type, by number of cores from 1 to min(tasks of the job, cores of the node).
 * Singh et al. 2016, IV-A.
 */
export interface Profile {
  readonly fronts: readonly Front[];
}

/**
 * Relative gap up to which the least time x energy of a front counts as proven optimal: the tolerance of a completed
 * search, 1e-9 in time and in energy, and rounding errors.
 */
const NO_GAP = 2.5e-9;

/**
 * Returns the relative gap of a front's least time x energy, 1 - proven lower bound / least product; 0 for an exact
 * front. Null if nothing is proven, or if an inexact front is empty.
 */
export function productGap({ points, proof }: Front): number | null {
  if (proof.kind === 'exact') return 0;
  if (proof.kind === 'none' || points.length === 0) return null;
  const { timeS, energyJ } = points[leastProduct(points)]!;
  const product = timeS * energyJ;
  return product === 0 ? 0 : Math.max(0, 1 - proof.productBoundSJ / product);
}

/** Returns true if no design has a smaller time x energy than the front, proven to a relative 1e-9 in each. */
export function isProductProven(front: Front): boolean {
  const gap = productGap(front);
  return gap !== null && gap <= NO_GAP;
}

/**
 * Returns the index of the point with the smallest time x energy; of equal ones, the fastest.
 *
 * @throws RangeError if there are no points
 */
export function leastProduct(points: readonly Pick<DesignPoint, 'timeS' | 'energyJ'>[]): number {
  if (points.length === 0) throw new RangeError('A front without points');
  let best = 0;
  points.forEach(({ timeS, energyJ }, place) => {
    const incumbent = points[best]!;
    const [product, least] = [timeS * energyJ, incumbent.timeS * incumbent.energyJ];
    if (product < least || (product === least && timeS < incumbent.timeS)) best = place;
  });
  return best;
}
