import { normalProbability } from './normal.js';

/** A core whose finish time is normally distributed. */
export interface FinishingCore {
  readonly meanS: number;
  readonly varianceS2: number;
  /** Covariance between the energy of the core's tasks and the core's finish time, Js. */
  readonly energyCovarianceJs: number;
}

/** Mean and variance of the time at which the last core of a node finishes. */
export interface LastCoreMoments {
  readonly meanS: number;
  readonly varianceS2: number;
  /** Covariance between the finish time of the last core and the energy of all tasks of the node, Js. */
  readonly energyCovarianceJs: number;
}

/** Number of standard deviations after its mean finish time at which a core is treated as certainly finished. */
const EXTENT = 8.5;
/**
 * Threshold of the probability that all cores are finished. Below it, the cores are treated as certainly not all
 * finished.
 */
const NOTHING = 1e-19;
/**
 * Largest accepted difference between the Gauss and the Kronrod quadrature on an interval, as a fraction of the
 * integral's largest possible value. The Kronrod value, which is used, is far more precise than this.
 */
const TOLERANCE = 1e-7;
/** Minimum length of an integration interval, as a fraction of the whole range of integration. */
const SHORTEST = 1e-13;
/** Largest length of the first integration interval, as a multiple of the smallest standard deviation of a core. */
const COARSEST = 4;
/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/**
 * Points and weights of Kronrod's quadrature with 15 points on [-1, 1]. Seven of these points are also the points of
 * Gauss's rule with 7 points. The other eight have Gauss weight 0. The list has only the points from 0 on; their mirror
 * images have the same weights.
 */
const RULE = [
  { at: 0, kronrod: 0.209482141084727828012999, gauss: 0.417959183673469387755102 },
  { at: 0.207784955007898467600689, kronrod: 0.204432940075298892414162, gauss: 0 },
  { at: 0.405845151377397166906606, kronrod: 0.190350578064785409913256, gauss: 0.38183005050511894495037 },
  { at: 0.586087235467691130294145, kronrod: 0.169004726639267902826583, gauss: 0 },
  { at: 0.741531185599394439863865, kronrod: 0.14065325971552591874519, gauss: 0.27970539148927666790147 },
  { at: 0.864864423359769072789713, kronrod: 0.104790010322250183839876, gauss: 0 },
  { at: 0.94910791234275852452619, kronrod: 0.063092092629978553290701, gauss: 0.129484966168869693270611 },
  { at: 0.991455371120812639206855, kronrod: 0.022935322010529224963732, gauss: 0 },
].flatMap(({ at, kronrod, gauss }) =>
  at === 0
    ? [{ at, kronrod, gauss }]
    : [
        { at: -at, kronrod, gauss },
        { at, kronrod, gauss },
      ],
);

/** A core whose finish time is counted from the beginning of the integration range. */
interface LateCore {
  readonly meanS: number;
  readonly sdS: number;
  readonly energyCovarianceJs: number;
}

/**
 * The three integrands of `lastCoreMoments` at a time t, or their integrals: 1 - G, t (1 - G), and the integrand of the
 * covariance.
 */
type Triple = readonly [number, number, number];

/**
 * Returns mean and variance of the time at which the last of several cores finishes, and the covariance of this time
 * with the energy of all tasks. Finish times S_j are independent and normal with distribution functions F_j. Let G =
 * prod_j F_j be the probability that all cores are finished, and `begin` a time at which almost certainly some are not.
 * The moments are integrals over 1 - G:
 *
 * E max = begin + int (1 - G) dt, E (max - begin)^2 = 2 int t (1 - G) dt.
 *
 * With E_j the energy and f_j the density of the finish time of core j, E[(E_j - E E_j) 1{max <= t}] = -Cov(E_j, S_j)
 * f_j(t) prod_{k != j} F_k(t). Its integral over t is -Cov(E_j, max).
 *
 * Intervals are halved until Gauss's and Kronrod's quadrature agree.
 */
export function lastCoreMoments(cores: readonly FinishingCore[]): LastCoreMoments {
  if (!cores.every(({ meanS, varianceS2 }) => Number.isFinite(meanS + varianceS2))) {
    return { meanS: Infinity, varianceS2: Infinity, energyCovarianceJs: Infinity };
  }
  // At the earliest the last core is done when those of fixed time are, and when every other one can be.
  let surelyS = -Infinity;
  let endS = -Infinity;
  for (const { meanS, varianceS2 } of cores) {
    const sdS = Math.sqrt(varianceS2);
    surelyS = Math.max(surelyS, meanS - EXTENT * sdS);
    endS = Math.max(endS, meanS + EXTENT * sdS);
  }
  if (!(endS > surelyS)) return { meanS: surelyS, varianceS2: 0, energyCovarianceJs: 0 };
  const beginS = probableBegin(cores, surelyS, endS);
  const late = cores
    .filter(({ meanS, varianceS2 }) => varianceS2 > 0 && meanS + EXTENT * Math.sqrt(varianceS2) > beginS)
    .map(({ meanS, varianceS2, energyCovarianceJs }): LateCore => {
      return { meanS: meanS - beginS, sdS: Math.sqrt(varianceS2), energyCovarianceJs };
    });
  const [first, second, energyCovarianceJs] = integrals(late, endS - beginS);
  return { meanS: beginS + first, varianceS2: Math.max(0, 2 * second - first * first), energyCovarianceJs };
}

/**
 * Returns a time, s, at which almost certainly not all cores are finished. It is the latest such time found by
 * bisection between `surelyS` and `endS`, in steps of 1/64 of their distance.
 */
function probableBegin(cores: readonly FinishingCore[], surelyS: number, endS: number): number {
  const doneBy = (timeS: number): number => {
    let probability = 1;
    for (const { meanS, varianceS2 } of cores) {
      if (probability < NOTHING) return 0;
      // A core of fixed time is done by the earliest begin, and none of these times is before it.
      if (varianceS2 > 0) probability *= normalProbability((timeS - meanS) / Math.sqrt(varianceS2));
    }
    return probability;
  };
  let [early, late] = [0, 1];
  for (let halving = 0; halving < 6; halving += 1) {
    const middle = (early + late) / 2;
    if (doneBy(surelyS + middle * (endS - surelyS)) < NOTHING) early = middle;
    else late = middle;
  }
  return surelyS + early * (endS - surelyS);
}

/**
 * Returns the integrals of the three values of `Triple` from time 0 to `lengthS`. Intervals on which the two
 * quadratures disagree are halved.
 */
function integrals(cores: readonly LateCore[], lengthS: number): Triple {
  const largest = cores.reduce((most, { energyCovarianceJs }) => Math.max(most, Math.abs(energyCovarianceJs)), 0);
  const allowed: Triple = [TOLERANCE * lengthS, TOLERANCE * lengthS * lengthS, TOLERANCE * largest];
  const total: [number, number, number] = [0, 0, 0];
  const open = firstIntervals(cores, lengthS);
  for (let interval = open.pop(); interval !== undefined; interval = open.pop()) {
    const [fromS, toS] = interval;
    const { kronrod, gauss } = bothRules(cores, fromS, toS);
    const exact = kronrod.every((value, n) => Math.abs(value - gauss[n]!) <= allowed[n]!);
    if (exact || toS - fromS <= SHORTEST * lengthS) {
      for (const n of [0, 1, 2] as const) total[n] += kronrod[n];
    } else open.push([fromS, (fromS + toS) / 2], [(fromS + toS) / 2, toS]);
  }
  return total;
}

/**
 * Returns intervals that cover [0, lengthS]. The interval that begins at 0 is short enough for the core with the
 * smallest standard deviation.
 */
function firstIntervals(cores: readonly LateCore[], lengthS: number): [number, number][] {
  const leastS = cores.reduce((least, { sdS }) => Math.min(least, sdS), Infinity);
  const intervals: [number, number][] = [];
  let toS = lengthS;
  while (toS > COARSEST * leastS && toS > SHORTEST * lengthS) {
    intervals.push([toS / 2, toS]);
    toS /= 2;
  }
  intervals.push([0, toS]);
  return intervals;
}

function bothRules(
  cores: readonly LateCore[],
  fromS: number,
  toS: number,
): { readonly kronrod: Triple; readonly gauss: Triple } {
  const halfS = (toS - fromS) / 2;
  const kronrod: [number, number, number] = [0, 0, 0];
  const gauss: [number, number, number] = [0, 0, 0];
  for (const { at, kronrod: fine, gauss: coarse } of RULE) {
    const timeS = fromS + halfS * (1 + at);
    const [left, covariance] = leftAt(cores, timeS);
    const values: Triple = [left, timeS * left, covariance];
    for (const n of [0, 1, 2] as const) {
      kronrod[n] += halfS * fine * values[n];
      gauss[n] += halfS * coarse * values[n];
    }
  }
  return { kronrod, gauss };
}

/**
 * Returns 1 - G and sum_j Cov(E_j, S_j) f_j prod_{k != j} F_k at time `timeS`. The symbols are those of
 * `lastCoreMoments`.
 */
function leftAt(cores: readonly LateCore[], timeS: number): readonly [number, number] {
  let done = 1;
  let perDone = 0;
  for (const { meanS, sdS, energyCovarianceJs } of cores) {
    const z = (timeS - meanS) / sdS;
    if (z > EXTENT) continue;
    const probability = normalProbability(z);
    done *= probability;
    if (done < NOTHING) return [1, 0];
    perDone += (energyCovarianceJs * Math.exp((-z * z) / 2)) / (ROOT_TWO_PI * sdS * probability);
  }
  return [1 - done, perDone * done];
}
