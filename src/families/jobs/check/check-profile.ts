import { Faults } from '../../../check/faults.js';
import { judgePoint, type StoredPoint } from './check-point.js';
import type { CheckedTypes } from './checked-types.js';
import { TOLERANCES } from './limits.js';

/** Design point of a front, with the two marks that a database stores for it. */
export interface MarkedPoint extends StoredPoint {
  /** True if another point of the profile is no worse in cores, time and energy. */
  readonly dominated: boolean;
  /** True if the product of the point's response time and energy is the least of its front. */
  readonly leastProduct: boolean;
}

/** Front of designs for one number of cores, as stored in a database. */
export interface StoredFront {
  readonly cores: number;
  /**
   * Claim about the front: 'exact' = the complete Pareto front; 'bounded' = a lower bound on the product of time and
   * energy is proven; 'none' = no claim.
   */
  readonly proof: 'exact' | 'bounded' | 'none';
  /**
   * Stated lower bound on response time (s) x energy (J) of any design on this number of cores; null unless `proof` is
   * 'bounded'.
   */
  readonly productBoundSJ: number | null;
  readonly points: readonly MarkedPoint[];
}

/** Fronts of a job type on a node type, ordered by number of cores. */
export interface StoredProfile {
  readonly jobType: string;
  readonly nodeType: string;
  readonly fronts: readonly StoredFront[];
}

/**
 * Judges a profile, i.e. the fronts of a job type on a node type. Checks design points, one front per possible number
 * of cores, the order of points (ascending time, descending energy) and marks. Checks that no bound exceeds the least
 * product of its front.
 *
 * Completeness of fronts and validity of bounds cannot be judged without repeating the search.
 */
export function judgeProfile(checked: CheckedTypes, profile: StoredProfile, faults: Faults): void {
  const name = `"${profile.jobType}" on "${profile.nodeType}"`;
  const [type, nodeType] = [checked.typeOf.get(profile.jobType), checked.nodeTypeOf.get(profile.nodeType)];
  if (type !== undefined && nodeType !== undefined) {
    const most = Math.min(checked.types[type]!.taskOf.size, checked.platform.nodeTypes[nodeType]!.cores);
    const isWhole = profile.fronts.length === most && profile.fronts.every(({ cores }, k) => cores === k + 1);
    if (!isWhole)
      faults.add('fronts', () => `${name}: ${profile.fronts.length} fronts, of 1 to ${most} cores one each`);
  }
  for (const front of profile.fronts) {
    const where = `${name}, ${front.cores} cores`;
    judgeFront(front, where, faults);
    for (const [p, point] of front.points.entries()) {
      if (point.cores !== front.cores) faults.add('fronts', () => `${where}: point ${p} has ${point.cores} cores`);
      judgePoint(checked, point, `${where}, point ${p}`, faults);
    }
  }
  judgeDomination(profile, name, faults);
}

function judgeFront({ points, proof, productBoundSJ }: StoredFront, where: string, faults: Faults): void {
  for (const [p, { timeS, energyJ }] of points.entries()) {
    const before = points[p - 1];
    if (before === undefined || (before.timeS < timeS && before.energyJ > energyJ)) continue;
    faults.add('front', () => `${where}: point ${p} is not slower and cheaper than the one before`);
  }
  if (points.length === 0 && proof === 'exact') faults.add('proof', () => `${where}: an exact front without points`);
  let least = 0;
  for (const [p, point] of points.entries()) {
    const [product, lowest] = [productOf(point), productOf(points[least]!)];
    if (product < lowest || (product === lowest && point.timeS < points[least]!.timeS)) least = p;
  }
  for (const [p, point] of points.entries()) {
    if (point.leastProduct === (p === least)) continue;
    faults.add(
      'productMark',
      () => `${where}, point ${p}: marked ${String(point.leastProduct)}, the least is point ${least}`,
    );
  }
  if ((proof === 'bounded') !== (productBoundSJ !== null)) {
    faults.add('proof', () => `${where}: ${proof}, with ${productBoundSJ === null ? 'no bound' : 'a bound'}`);
  }
  if (productBoundSJ === null || points.length === 0) return;
  const lowest = productOf(points[least]!);
  if (productBoundSJ <= lowest * (1 + TOLERANCES.product.value)) return;
  faults.add('productBound', () => where, { unit: 's J', value: productBoundSJ, limit: lowest });
}

function productOf({ timeS, energyJ }: StoredPoint): number {
  return timeS * energyJ;
}

/**
 * Checks the domination marks by comparing all pairs of points. Of two equal points the later one counts as dominated.
 */
function judgeDomination({ fronts }: StoredProfile, name: string, faults: Faults): void {
  const all = fronts.flatMap(({ points }, front) => points.map((point, place) => ({ point, front, place })));
  for (const [n, { point, place }] of all.entries()) {
    const isDominated = all.some(({ point: other }, m) => {
      if (m === n || other.cores > point.cores || other.timeS > point.timeS || other.energyJ > point.energyJ)
        return false;
      return m < n || other.cores < point.cores || other.timeS < point.timeS || other.energyJ < point.energyJ;
    });
    if (isDominated === point.dominated) continue;
    const marked = point.dominated ? 'marked as dominated, and none matches it' : 'matched by another, and not marked';
    faults.add('dominatedMark', () => `${name}, ${point.cores} cores, point ${place}: ${marked}`);
  }
}
