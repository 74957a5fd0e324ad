import { normalCdf } from './normal.js';

/** When the last of several cores is done, their finish times independent and normal. */
export interface LastFinish {
  /** E max - max E, never negative, s: how much later than the core expected to be last. */
  readonly excessS: number;
  /** E max, s. */
  readonly meanS: number;
  readonly varianceS2: number;
  /** By core: the probability that it is the last; 0 for one that does not vary. */
  readonly lastProbability: Float64Array;
}

/** Beyond so many standard deviations a core is done for sure, or not at all. */
const REACH = 8.5;
/** Cores that vary less than this share of the most varying one count as fixed: panels could not tell. */
const FIXED = 1e-9;
/** Length of a panel, in standard deviations of the least varying core that is still undecided there. */
const PANEL = 2;
/** A product of distribution functions below it counts for nothing. */
const NEGLIGIBLE = 1e-18;
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** Gauss and Legendre's rule of ten points on [-1, 1], half of it. */
const POINTS = [
  { at: 0.1488743389816312108848, weight: 0.2955242247147528701739 },
  { at: 0.4333953941292471907993, weight: 0.2692667193099963550912 },
  { at: 0.6794095682990244062343, weight: 0.2190863625159820439955 },
  { at: 0.8650633666889845107321, weight: 0.1494513491505805931458 },
  { at: 0.9739065285171717200780, weight: 0.0666713443086881375936 },
].flatMap(({ at, weight }) => [
  { at: -at, weight },
  { at, weight },
]);

/** A core that varies; times from the latest expected finish on. */
interface Varying {
  readonly index: number;
  readonly meanS: number;
  readonly sdS: number;
  /** From here on it is done. */
  readonly endS: number;
}

/**
 * Mean and variance of max_j S_j for independent S_j ~ N(meanS[j], varianceS2[j]), and P(S_j is the max), from the density of the max,
 * sum_j phi_j(t) prod_{k != j} Phi_k(t) (docs/methods/robust-until-last-core.md). Panels of ten points; where t is d past the first
 * point that counts, all cores undecided there have standard deviations of d / (2 REACH) and more, so panels may grow with d and no
 * mixture of scales needs many. About 50 evaluations of Phi per core. @throws RangeError without cores.
 */
export function lastFinish(meanS: Float64Array, varianceS2: Float64Array): LastFinish {
  const lastProbability = new Float64Array(meanS.length);
  if (meanS.length === 0) throw new RangeError('A node without cores has no last one');
  const latestS = meanS.reduce((latest, mean) => Math.max(latest, mean), -Infinity);
  const mostVarying = Math.sqrt(varianceS2.reduce((most, variance) => Math.max(most, variance), 0));
  if (!Number.isFinite(latestS) || !Number.isFinite(mostVarying)) {
    return { excessS: Infinity, meanS: Infinity, varianceS2: Infinity, lastProbability };
  }
  const varying: Varying[] = [];
  // The latest of those that do not vary: none is done before it, in relative time.
  let floorS = -Infinity;
  for (const [index, variance] of varianceS2.entries()) {
    const sdS = Math.sqrt(variance);
    const relativeS = meanS[index]! - latestS;
    if (sdS > FIXED * mostVarying) varying.push({ index, meanS: relativeS, sdS, endS: relativeS + REACH * sdS });
    else floorS = Math.max(floorS, relativeS);
  }
  const density = new MaximumDensity(varying, floorS);
  density.integrate();
  const { points, weights, floorProbability } = density;
  let relativeMeanS = floorProbability > 0 ? floorProbability * floorS : 0;
  for (const [n, weight] of weights.entries()) relativeMeanS += weight * points[n]!;
  let variance = floorProbability > 0 ? floorProbability * (floorS - relativeMeanS) ** 2 : 0;
  for (const [n, weight] of weights.entries()) variance += weight * (points[n]! - relativeMeanS) ** 2;
  for (const [v, { index }] of varying.entries()) lastProbability[index] = density.lastProbability[v]!;
  // Jensen: what is below 0 is rounding.
  const excessS = Math.max(0, relativeMeanS);
  return { excessS, meanS: latestS + excessS, varianceS2: variance, lastProbability };
}

/** The distribution of the maximum as points with weights, and an atom at the floor. */
class MaximumDensity {
  readonly points: number[] = [];
  readonly weights: number[] = [];
  /** In the order the constructor was given. */
  readonly lastProbability: Float64Array;
  floorProbability = 0;
  /** By increasing end, so that the undecided ones are the last of them. */
  private readonly order: readonly number[];
  /** Least standard deviation of this one in `order` and all after it. */
  private readonly scaleS: Float64Array;
  /** Density over distribution function, of the undecided. */
  private readonly ratio: Float64Array;

  constructor(
    private readonly cores: readonly Varying[],
    private readonly floorS: number,
  ) {
    this.order = Array.from(cores.keys()).sort((a, b) => cores[a]!.endS - cores[b]!.endS);
    this.lastProbability = new Float64Array(cores.length);
    this.ratio = new Float64Array(cores.length);
    this.scaleS = new Float64Array(cores.length);
    let least = Infinity;
    for (let n = cores.length - 1; n >= 0; n--) {
      least = Math.min(least, cores[this.order[n]!]!.sdS);
      this.scaleS[n] = least;
    }
  }

  integrate(): void {
    const { cores, order, floorS } = this;
    const beginS = cores.reduce((begin, { meanS, sdS }) => Math.max(begin, meanS - REACH * sdS), floorS);
    const endS = cores.reduce((end, core) => Math.max(end, core.endS), floorS);
    if (beginS === floorS) this.floorProbability = this.product(floorS, 0);
    let first = 0;
    let begun = false;
    for (let fromS = beginS; fromS < endS; ) {
      while (cores[order[first]!]!.endS <= fromS) first++;
      const toS = Math.min(endS, fromS + PANEL * this.scaleS[first]!);
      begun ||= this.product(toS, first) > NEGLIGIBLE;
      if (begun) this.addPanel(fromS, toS, first);
      // A panel too short to move on is one too short to matter.
      fromS = toS > fromS ? toS : cores[order[first]!]!.endS;
    }
  }

  /** Of the distribution functions of the cores undecided from `first` on. */
  private product(timeS: number, first: number): number {
    let product = 1;
    for (let n = first; n < this.order.length && product > NEGLIGIBLE; n++) {
      const { meanS, sdS } = this.cores[this.order[n]!]!;
      product *= normalCdf((timeS - meanS) / sdS);
    }
    return product;
  }

  private addPanel(fromS: number, toS: number, first: number): void {
    const { cores, order, ratio } = this;
    const middleS = (fromS + toS) / 2;
    const halfS = (toS - fromS) / 2;
    for (const { at, weight } of POINTS) {
      const timeS = middleS + halfS * at;
      let product = 1;
      let sum = 0;
      for (let n = first; n < order.length; n++) {
        const { meanS, sdS } = cores[order[n]!]!;
        const z = (timeS - meanS) / sdS;
        const cdf = normalCdf(z);
        product *= cdf;
        ratio[n] = Math.exp(-0.5 * z * z) / (ROOT_TWO_PI * sdS * cdf);
        sum += ratio[n]!;
      }
      const scaled = halfS * weight * product;
      for (let n = first; n < order.length; n++) this.lastProbability[order[n]!]! += scaled * ratio[n]!;
      this.points.push(timeS);
      this.weights.push(scaled * sum);
    }
  }
}
