import { normalCdf } from './normal.js';

/** Distribution of the latest finish time of several cores with independent, normally distributed finish times. */
export interface LastFinish {
  /** Expected latest finish time minus the largest expected finish time of a core, s, >= 0. */
  readonly excessS: number;
  readonly meanS: number;
  readonly varianceS2: number;
  /** For each core, probability that it finishes last; 0 for a core whose finish time has (almost) no variance. */
  readonly lastProbability: Float64Array;
}

/**
 * Number of standard deviations around its mean finish time in which a core may finish. Earlier it is surely
 * unfinished, later surely finished.
 */
const REACH = 8;
/**
 * Fraction of the largest standard deviation up to which a core's standard deviation counts as 0, so that its finish
 * time is certain. The integration intervals would be too wide for such a core.
 */
const FIXED = 1e-9;
/**
 * Threshold on the probability that all cores have finished. Up to it, the density of the latest finish time is
 * neglected.
 */
const NEGLIGIBLE = 1e-18;
/**
 * Threshold on the probability that all cores have finished. Above it, integration intervals are 2 standard deviations
 * long, because the density of the latest finish time is then as smooth as that of a single finish time.
 */
const SMOOTH_PRODUCT = 0.9;
/** Square root of 2 pi. The standard normal density times this is exp(-z^2 / 2). */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/**
 * Points and weights of the ten-point Gauss-Legendre rule on [-1, 1]. The list has the points > 0; it is then extended
 * by the points -at with the same weights.
 */
const POINTS = [
  { at: 0.1488743389816312108848, weight: 0.2955242247147528701739 },
  { at: 0.4333953941292471907993, weight: 0.2692667193099963550912 },
  { at: 0.6794095682990244062343, weight: 0.2190863625159820439955 },
  { at: 0.8650633666889845107321, weight: 0.1494513491505805931458 },
  { at: 0.973906528517171720078, weight: 0.0666713443086881375936 },
].flatMap(({ at, weight }) => [
  { at: -at, weight },
  { at, weight },
]);

/**
 * Returns mean and variance of the latest finish time, max_j S_j for independent S_j ~ N(meanS[j], varianceS2[j]), and
 * each core's probability of finishing last. They are integrals over the density of the maximum
 * (docs/robust/until-last-core.md):
 *
 * sum over j of phi_j(t) (product over k != j of Phi_k(t))
 *
 * The integration is numerical, over intervals (panels) with ten points each. At distance d after the first point that
 * matters, all cores not yet surely finished have standard deviations of at least d / (2 REACH). Panels may therefore
 * grow with d, and cores of very different standard deviations do not need many panels. There are about 100 evaluations
 * of Phi for each core.
 *
 * @throws RangeError without cores
 */
export function lastFinish(meanS: Float64Array, varianceS2: Float64Array): LastFinish {
  const lastProbability = new Float64Array(meanS.length);
  if (meanS.length === 0) throw new RangeError('A node without cores has no last one');
  const latestS = meanS.reduce((latest, mean) => Math.max(latest, mean), -Infinity);
  const mostVarying = Math.sqrt(varianceS2.reduce((most, variance) => Math.max(most, variance), 0));
  if (!Number.isFinite(latestS) || !Number.isFinite(mostVarying)) {
    return { excessS: Infinity, meanS: Infinity, varianceS2: Infinity, lastProbability };
  }
  // The latest of those that do not vary: none is done before it, in relative time.
  let floorS = -Infinity;
  const varying: number[] = [];
  for (const [core, variance] of varianceS2.entries()) {
    if (Math.sqrt(variance) > FIXED * mostVarying) varying.push(core);
    else floorS = Math.max(floorS, meanS[core]! - latestS);
  }
  const relativeS = meanS.map((mean) => mean - latestS);
  const sdS = varianceS2.map(Math.sqrt);
  const doneS = (core: number): number => relativeS[core]! + REACH * sdS[core]!;
  // By increasing end, so that the undecided ones are always the last of them.
  varying.sort((a, b) => doneS(a) - doneS(b));
  const density = new MaximumDensity(
    Float64Array.from(varying, (core) => relativeS[core]!),
    Float64Array.from(varying, (core) => sdS[core]!),
    floorS,
  );
  density.integrate();
  const { points, weights, floorProbability } = density;
  let relativeMeanS = floorProbability > 0 ? floorProbability * floorS : 0;
  for (const [n, weight] of weights.entries()) relativeMeanS += weight * points[n]!;
  let variance = floorProbability > 0 ? floorProbability * (floorS - relativeMeanS) ** 2 : 0;
  for (const [n, weight] of weights.entries()) variance += weight * (points[n]! - relativeMeanS) ** 2;
  for (const [v, core] of varying.entries()) lastProbability[core] = density.lastProbability[v]!;
  // Jensen: what is below 0 is rounding.
  const excessS = Math.max(0, relativeMeanS);
  return { excessS, meanS: latestS + excessS, varianceS2: variance, lastProbability };
}

/**
 * Computes the density of the latest finish time at integration points, and the probability that this time equals its
 * lower limit `floorS`. Cores must be sorted by the time from which they are surely finished.
 */
class MaximumDensity {
  readonly points: number[] = [];
  readonly weights: number[] = [];
  readonly lastProbability: Float64Array;
  floorProbability = 0;
  /** For each core, smallest standard deviation of this core and all later cores, s. */
  private readonly scaleS: Float64Array;
  /**
   * For each core that is not surely finished, density divided by distribution function at the current integration
   * point.
   */
  private readonly ratio: Float64Array;

  constructor(
    private readonly meanS: Float64Array,
    private readonly sdS: Float64Array,
    private readonly floorS: number,
  ) {
    this.lastProbability = new Float64Array(meanS.length);
    this.ratio = new Float64Array(meanS.length);
    this.scaleS = new Float64Array(meanS.length);
    let least = Infinity;
    for (let core = meanS.length - 1; core >= 0; core--) {
      least = Math.min(least, sdS[core]!);
      this.scaleS[core] = least;
    }
  }

  integrate(): void {
    const { meanS, sdS, floorS } = this;
    const count = meanS.length;
    const beginS = meanS.reduce((begin, mean, core) => Math.max(begin, mean - REACH * sdS[core]!), floorS);
    const endS = count === 0 ? floorS : Math.max(floorS, this.doneS(count - 1));
    if (beginS === floorS) this.floorProbability = this.product(floorS, 0);
    let first = 0;
    let product = 0;
    for (let fromS = beginS; fromS < endS;) {
      while (this.doneS(first) <= fromS) first++;
      const toS = Math.min(endS, fromS + panelLength(count - first, product) * this.scaleS[first]!);
      if (product > NEGLIGIBLE || this.product(toS, first) > NEGLIGIBLE) product = this.addPanel(fromS, toS, first);
      // A panel too short to move on is one too short to matter.
      fromS = toS > fromS ? toS : this.doneS(first);
    }
  }

  private doneS(core: number): number {
    return this.meanS[core]! + REACH * this.sdS[core]!;
  }

  /** Returns the probability that all cores from index `first` on have finished by a time. */
  private product(timeS: number, first: number): number {
    const { meanS, sdS } = this;
    let product = 1;
    for (let core = first; core < meanS.length && product > NEGLIGIBLE; core++) {
      product *= normalCdf((timeS - meanS[core]!) / sdS[core]!);
    }
    return product;
  }

  /**
   * Adds the ten points of an integration interval. Returns the probability that all cores have finished at the last of
   * these points.
   */
  private addPanel(fromS: number, toS: number, first: number): number {
    const { meanS, sdS, ratio, lastProbability } = this;
    const count = meanS.length;
    const middleS = (fromS + toS) / 2;
    const halfS = (toS - fromS) / 2;
    let product = 1;
    for (const { at, weight } of POINTS) {
      const timeS = middleS + halfS * at;
      let sum = 0;
      product = 1;
      for (let core = first; core < count; core++) {
        const z = (timeS - meanS[core]!) / sdS[core]!;
        const cdf = normalCdf(z);
        const hazard = Math.exp(-0.5 * z * z) / (ROOT_TWO_PI * sdS[core]! * cdf);
        product *= cdf;
        ratio[core] = hazard;
        sum += hazard;
      }
      const scaled = halfS * weight * product;
      for (let core = first; core < count; core++) lastProbability[core]! += scaled * ratio[core]!;
      this.points.push(timeS);
      this.weights.push(scaled * sum);
    }
    return product;
  }
}

/**
 * Returns the length of the next integration interval, as a multiple of the smallest standard deviation of the cores
 * not surely finished. With more such cores, the product of their distribution functions is steeper, so the interval is
 * shorter. Where this product is nearly 1, the result is 2.
 *
 * @param undecided number of cores that are not surely finished
 * @param product product of their distribution functions
 */
function panelLength(undecided: number, product: number): number {
  return product > SMOOTH_PRODUCT ? 2 : 2 / (1 + Math.log(undecided) / 3);
}
