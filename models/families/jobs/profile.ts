import type { DesignPoint } from './design-point.js';

/**
 * Maximum number of tasks for exact Pareto fronts. It is limited because the search stores a set of tasks as the bits
 * of a number.
 */
export const MAX_EXACT_TASKS = 30;

/**
 * Proof about a Pareto front. An exact front contains every non-dominated point. A bounded front was found by heuristic
 * search, with a proven lower bound on time x energy. With "none", nothing is proven.
 */
export type FrontProof =
  | { readonly kind: 'exact' }
  /**
   * Lower bound on response time (s) x energy (J) of any design. The relative gap of the front is 1 - bound / least
   * product of a point.
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
 * Relative gap up to which a front's least time x energy counts as proven optimal. The value allows for rounding errors
 * and for the tolerance of a completed search, which is 1e-9 in time and in energy.
 */
const NO_GAP = 2.5e-9;

/**
 * Returns the relative gap of a front's least time x energy: 1 - proven lower bound / least product. It is 0 for an
 * exact front. Returns null if nothing is proven, or if an inexact front is empty.
 */
export function productGap({ points, proof }: Front): number | null {
  if (proof.kind === 'exact') return 0;
  if (proof.kind === 'none' || points.length === 0) return null;
  const { timeS, energyJ } = points[leastProduct(points)]!;
  const product = timeS * energyJ;
  return product === 0 ? 0 : Math.max(0, 1 - proof.productBoundSJ / product);
}

/**
 * Returns true if it is proven that no design has a smaller time x energy than the front's best point. The proof allows
 * a relative tolerance of 1e-9 in time and in energy.
 */
export function isProductProven(front: Front): boolean {
  const gap = productGap(front);
  return gap !== null && gap <= NO_GAP;
}

/**
 * Returns the index of the point with the smallest time x energy. Of points with equal products, it is the fastest.
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
