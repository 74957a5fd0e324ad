import type { DesignPoint } from './design-point.js';

/**
 * Maximum number of tasks of a graph whose Pareto fronts can be computed exactly: a set of tasks is stored as the bits
 * of one number.
 */
export const MAX_EXACT_TASKS = 30;

/**
 * What is proven about a Pareto front. exact: it is complete. bounded: it was found by heuristic search, with a lower
 * bound on the least product of time and energy. none: nothing.
 */
export type FrontProof =
  | { readonly kind: 'exact' }
  /**
   * Lower bound on response time (s) x energy (J) of any design, s J. The gap is 1 - bound / least product of the
   * front's points.
   */
  | { readonly kind: 'bounded'; readonly productBoundSJ: number }
  | { readonly kind: 'none' };

/**
 * Pareto front of the designs with a given number of cores: response time ascending, energy descending, no point
 * dominated by another.
 */
export interface Front {
  readonly cores: number;
  readonly points: readonly DesignPoint[];
  readonly proof: FrontProof;
}

/**
 * Profile of a job type on a node type: a Pareto front for each number of cores, from 1 to min(tasks, cores of the
 * node). Singh et al. 2016, IV-A.
 */
export interface Profile {
  readonly fronts: readonly Front[];
}

/**
 * Largest relative gap at which a front's least product of time and energy counts as proven optimal. It covers the
 * tolerance of a completed search, 1e-9 in time and in energy, and rounding errors.
 */
const NO_GAP = 2.5e-9;

/**
 * Returns the relative gap of a front's least product of time and energy, 1 - bound / product. 0 for an exact front;
 * null if nothing is proven or an inexact front is empty.
 */
export function productGap({ points, proof }: Front): number | null {
  if (proof.kind === 'exact') return 0;
  if (proof.kind === 'none' || points.length === 0) return null;
  const { timeS, energyJ } = points[leastProduct(points)]!;
  const product = timeS * energyJ;
  return product === 0 ? 0 : Math.max(0, 1 - proof.productBoundSJ / product);
}

/**
 * Returns true if a front's least product of time and energy is proven optimal, to a relative 1e-9 in time and in
 * energy.
 */
export function isProductProven(front: Front): boolean {
  const gap = productGap(front);
  return gap !== null && gap <= NO_GAP;
}

/**
 * Returns the index of the design point with the least product of response time and energy; of equal ones, the fastest.
 *
 * @throws RangeError if there are no points.
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
