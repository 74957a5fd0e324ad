import { normalCdfLog10 } from '../../../../../models/families/robust/normal.js';

/**
 * Smallest quantile of a core considered. Our choice: if a core has a smaller one, all cores are in time with
 * probability below 10^-2000.
 */
export const MIN_Z = -100;
/** Quantile above which ln Phi is 0 in doubles. */
const SURE_Z = 40;
/** Maximum number of intervals of quantiles in a branch-and-bound search for an extremum. */
const MAX_INTERVALS = 400;
/** Relative accuracy with which `leastRate` bounds a minimum and `mostOfLateCore` a supremum. */
const CLOSE = 1e-10;
/** Relative allowance for rounding errors in bounds on extrema. */
const ROUNDING = 1e-12;
/**
 * Number of bisections of `quickRate`. Its quantile is accurate to 40 / 2^20 = 4e-5, its value to the square of that.
 */
const QUICK_HALVINGS = 20;
/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** Returns the natural logarithm of the standard normal distribution function Phi. */
export function lnCdf(z: number): number {
  return normalCdfLog10(z) * Math.LN10;
}

/**
 * Returns the derivative of ln Phi at z, which is density / Phi. It is computed from logarithms, so that neither
 * density nor Phi underflows.
 */
function lnCdfSlope(z: number, ln: number): number {
  return Math.exp((-z * z) / 2 - ln) / ROOT_TWO_PI;
}

/**
 * Returns the number of cores that tasks of total mean time D (the deadline) fill: D / F_r(z). F_r(z) is the mean time
 * of tasks with ratio r of variance to mean that a core can hold with quantile z at deadline D.
 *
 * @param root sqrt(r / 4 D)
 */
export function fillAt(root: number, z: number): number {
  return Math.exp(2 * Math.asinh(z * root));
}

/** Returns the derivative of ln `fillAt` with respect to z. */
function fillSlope(root: number, z: number): number {
  return (2 * root) / Math.sqrt(1 + z * z * root * root);
}

/**
 * Returns an approximation of `leastRate(worth, root)`, and the quantile at which the minimum lies. For searches only;
 * proofs use `leastRate`.
 *
 * @param worth dual value of the core, in units of ln P, where P is the probability that all cores are in time
 */
export function quickRate(worth: number, root: number): { readonly rate: number; readonly z: number } {
  let [low, high] = [0, SURE_Z];
  for (let halving = 0; halving < QUICK_HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const ln = lnCdf(middle);
    if (lnCdfSlope(middle, ln) > (worth - ln) * fillSlope(root, middle)) low = middle;
    else high = middle;
  }
  const z = (low + high) / 2;
  return { rate: (worth - lnCdf(z)) * fillAt(root, z), z };
}

/**
 * A range of quantiles, with a bound on a function over this range. The function is the one whose extremum is searched.
 */
interface Interval {
  readonly fromZ: number;
  readonly toZ: number;
  readonly limit: number;
}

/**
 * Returns a tight lower bound on the highest valid charge for tasks of total mean time D (the deadline), in units of ln
 * P. P is the probability that all cores are in time. A charge is the dual value of core time. It is valid if the
 * following holds for every z >= 0: ln Phi(z) plus the charges of the tasks on a core of quantile z is at most `worth`,
 * the core's dual value (docs/robust/whole-bag.md). With symbols as in `fillAt`, the highest valid charge is the
 * minimum over z >= 0 of
 *
 * (worth - ln Phi(z)) D / F_r(z).
 *
 * This minimum is concave in r. On an interval of z both factors are convex, one falls and the other rises. Products of
 * their tangents and of their minima are therefore lower bounds.
 */
export function leastRate(worth: number, root: number): number {
  if (!(worth > 0)) return 0;
  let attained = Infinity;
  const interval = (fromZ: number, toZ: number): Interval => {
    const middle = (fromZ + toZ) / 2;
    const half = (toZ - fromZ) / 2;
    const ln = lnCdf(middle);
    const [left, fill] = [worth - ln, fillAt(root, middle)];
    attained = Math.min(attained, left * fill);
    const [down, up] = [lnCdfSlope(middle, ln) * half, fill * fillSlope(root, middle) * half];
    const plain = (worth - lnCdf(toZ)) * fillAt(root, fromZ);
    const sloped =
      left >= down && fill >= up ? Math.min((left + down) * (fill - up), (left - down) * (fill + up)) : -Infinity;
    return { fromZ, toZ, limit: Math.max(plain, sloped) };
  };
  const { z } = quickRate(worth, root);
  const open = [interval(0, z), interval(z, SURE_Z)];
  for (let count = open.length; count < MAX_INTERVALS; count++) {
    let worst = 0;
    for (let n = 1; n < open.length; n++) if (open[n]!.limit < open[worst]!.limit) worst = n;
    const { fromZ, toZ, limit } = open[worst]!;
    if (!(limit < attained * (1 - CLOSE))) break;
    const middle = (fromZ + toZ) / 2;
    open[worst] = interval(fromZ, middle);
    open.push(interval(middle, toZ));
  }
  // Beyond, ln Phi is 0 at most and the fill rises.
  const least = open.reduce((low, one) => Math.min(low, one.limit), worth * fillAt(root, SURE_Z));
  return least * (1 - ROUNDING);
}

/**
 * Returns a tight upper bound on a sum for a core that is probably late: ln of its probability to be in time, plus the
 * charges of its tasks. With symbols as in `fillAt`, it is a bound on the supremum over MIN_Z <= z <= 0 of
 *
 * ln Phi(z) + rate x F_r(z) / D.
 *
 * On an interval of z, ln Phi is concave and below its tangent, and F_r is convex and below its chord. The sum is
 * therefore at most its value at an end of the interval.
 */
export function mostOfLateCore(rate: number, root: number): number {
  let attained = -Infinity;
  const priced = (z: number): number => rate / fillAt(root, z);
  const interval = (fromZ: number, toZ: number): Interval => {
    const middle = (fromZ + toZ) / 2;
    const ln = lnCdf(middle);
    attained = Math.max(attained, ln + priced(middle));
    const half = (lnCdfSlope(middle, ln) * (toZ - fromZ)) / 2;
    return { fromZ, toZ, limit: Math.max(ln - half + priced(fromZ), ln + half + priced(toZ)) };
  };
  const open = [interval(MIN_Z, 0)];
  for (let count = open.length; count < MAX_INTERVALS; count++) {
    let worst = 0;
    for (let n = 1; n < open.length; n++) if (open[n]!.limit > open[worst]!.limit) worst = n;
    const { fromZ, toZ, limit } = open[worst]!;
    if (!(limit > attained + CLOSE * (1 + Math.abs(attained)))) break;
    const middle = (fromZ + toZ) / 2;
    open[worst] = interval(fromZ, middle);
    open.push(interval(middle, toZ));
  }
  const most = open.reduce((top, one) => Math.max(top, one.limit), -Infinity);
  return most + ROUNDING * (1 + Math.abs(most) + rate);
}
