import { normalCdfLog10 } from '../../../../../models/problems/robust/normal.js';

/** Quantile below which cores are not followed (ours): with such a core the whole bag has less than 10^-2000 anyway. */
export const MIN_Z = -100;
/** Quantile from which on ln Phi is 0 in doubles. */
const SURE_Z = 40;
/** Greatest number of intervals (ours). */
const MAX_INTERVALS = 400;
/** Distance from the supremum that ends the search (ours). */
const CLOSE = 1e-10;
/** Room for rounding, of the value (ours). */
const ROUNDING = 1e-12;
/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** Cores of a group: how much they can hold, in shares of a core at the reference quantile, by their own quantile. */
export interface CoreHold {
  /** Quantile >= 0 at which tasks' shares are measured. */
  readonly referenceZ: number;
  /** sqrt(r / 4 D) for the least and the greatest ratio r of variance to mean of the group's tasks. */
  readonly leastRoot: number;
  readonly mostRoot: number;
}

/** Greatest sum of shares of a core with quantile z: convex and falling in z, 1 at the reference (docs/robust/whole-bag.md). */
export function holdAt({ referenceZ, leastRoot, mostRoot }: CoreHold, z: number): number {
  const root = z < referenceZ ? mostRoot : leastRoot;
  return Math.exp(2 * (Math.asinh(referenceZ * root) - Math.asinh(z * root)));
}

/** Natural logarithm of Phi. */
export function lnCdf(z: number): number {
  return normalCdfLog10(z) * Math.LN10;
}

interface Interval {
  readonly fromZ: number;
  readonly toZ: number;
  readonly most: number;
}

/**
 * Upper bound, close to it, on the supremum over z >= MIN_Z of ln Phi(z) + worth x hold(z). ln Phi is concave, so on an interval it
 * lies below its tangent; hold is convex, so it lies below its chord: their sum is greatest at an end. Intervals are
 * halved until the bound is close to a value attained.
 */
export function mostOfCore(hold: CoreHold, worth: number): number {
  if (worth === 0) return 0;
  const { referenceZ } = hold;
  let attained = -Infinity;
  const value = (z: number): number => {
    const found = lnCdf(z) + worth * holdAt(hold, z);
    attained = Math.max(attained, found);
    return found;
  };
  const interval = (fromZ: number, toZ: number): Interval => {
    const middle = (fromZ + toZ) / 2;
    value(middle);
    const ln = lnCdf(middle);
    // The density over Phi, from logarithms: neither underflows.
    const slope = Math.exp((-middle * middle) / 2 - ln) / ROOT_TWO_PI;
    const half = (slope * (toZ - fromZ)) / 2;
    const most = Math.max(
      ln - half + worth * holdAt(hold, fromZ),
      Math.min(0, ln + half) + worth * holdAt(hold, toZ),
      // Where the tangent is cut at 0 the sum may be greatest inside, yet not above 0 + the hold at the begin of the cut.
      ln + half > 0 ? worth * holdAt(hold, Math.max(fromZ, middle - ln / slope)) : -Infinity,
    );
    return { fromZ, toZ, most };
  };
  const ends = [MIN_Z, ...(referenceZ < SURE_Z ? [referenceZ] : []), SURE_Z];
  const open = ends.slice(1).map((toZ, n) => interval(ends[n]!, toZ));
  // Beyond, ln Phi is 0 at most and the hold falls.
  value(SURE_Z);
  const beyond = worth * holdAt(hold, SURE_Z);
  for (let count = open.length; count < MAX_INTERVALS; count++) {
    let worst = 0;
    for (let n = 1; n < open.length; n++) if (open[n]!.most > open[worst]!.most) worst = n;
    const { fromZ, toZ, most } = open[worst]!;
    if (!(most > attained + CLOSE)) break;
    const middle = (fromZ + toZ) / 2;
    open[worst] = interval(fromZ, middle);
    open.push(interval(middle, toZ));
  }
  const most = open.reduce((top, one) => Math.max(top, one.most), beyond);
  return most + ROUNDING * (1 + Math.abs(most) + worth);
}
