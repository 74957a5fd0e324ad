import type { DesignPoint } from './design-point.js';

/** Maximum number of tasks of a graph whose fronts can be proven: sets of tasks are the bits of one number. */
export const MAX_EXACT_TASKS = 30;

/**
 * How certain a front is: proven to be the whole exact front, or found by search, with a bound on what may have been
 * missed.
 */
export type FrontProof =
  | { readonly kind: 'exact' }
  /**
   * A number that response time (s) times energy (J) of any design is not below, s J; gap = 1 - bound / product of the
   * best point.
   */
  | { readonly kind: 'bounded'; readonly productBoundSJ: number }
  | { readonly kind: 'none' };

/**
 * Front of the designs that use exactly k cores: response time ascending, energy descending, none dominated by another.
 */
export interface Front {
  readonly cores: number;
  readonly points: readonly DesignPoint[];
  readonly proof: FrontProof;
}

/**
 * Profile of a job type on a node type: a front by number of cores, k = 1 .. min(tasks, cores of the node). The paper,
 * IV-A.
 */
export interface Profile {
  readonly fronts: readonly Front[];
}

/**
 * Relative gap of a least product that counts as none: that of a completed search, 1e-9 in time and again in energy,
 * and rounding.
 */
const NO_GAP = 2.5e-9;

/**
 * Returns the gap of a front's least product, 1 - bound / product: 0 of an exact front, null where nothing is known of
 * it.
 */
export function productGap({ points, proof }: Front): number | null {
  if (proof.kind === 'exact') return 0;
  if (proof.kind === 'none' || points.length === 0) return null;
  const { timeS, energyJ } = points[leastProduct(points)]!;
  const product = timeS * energyJ;
  return product === 0 ? 0 : Math.max(0, 1 - proof.productBoundSJ / product);
}

/** Returns true if the least product of a front is proven, to a relative 1e-9 in time and in energy. */
export function isProductProven(front: Front): boolean {
  const gap = productGap(front);
  return gap !== null && gap <= NO_GAP;
}

/**
 * Returns the index of the point of a front with the least response time x energy; of equal ones, the fastest.
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
