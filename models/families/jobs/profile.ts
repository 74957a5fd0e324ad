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

/** Front of the designs that use exactly k cores: response time ascending, energy descending, none dominated by another. */
export interface Front {
  readonly cores: number;
  readonly points: readonly DesignPoint[];
  readonly proof: FrontProof;
}

/** Profile of a job type on a node type: a front by number of cores, k = 1 .. min(tasks, cores of the node). The paper, IV-A. */
export interface Profile {
  readonly fronts: readonly Front[];
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
