import type { RobustNode } from '../../../../../models/families/robust/model.js';
import type { NodeGroup } from './groups.js';

/**
 * Relative amount by which rounding errors may put the largest expected finish time of a node's cores below the mean of
 * their expected finish times.
 */
const SLACK = 1e-10;
/**
 * Relative amount by which the multipliers of last cores stay below their valid maximum, to allow for rounding errors.
 */
const ROOM = 1e-12;
/**
 * Number of tangent points (standard deviations of a core) that are tried per halving of the standard deviation. The
 * first point is the standard deviation at which the core just keeps its quantile.
 */
const TRIALS = 10;
/** Number of times that the standard deviation is halved in the trial of tangent points. */
const HALVINGS = 3;

/**
 * Multipliers, by node group, for a node's last core: the core with the largest expected finish time, until which the
 * node draws overhead. Any non-negative values are valid; zeros leave the last core out of the bound.
 */
export interface LastCorePrices {
  /** Largest ratio of variance to mean, s, of the tasks that are assumed to run on the last core. */
  readonly ratioS: Float64Array;
  /**
   * Dual value of the last core's whole time, expressed as variance, s^2. It raises the bound. A core of little
   * variance that ends together with all other cores must stay idle until the deadline, and this dual value makes the
   * idle time cost something.
   */
  readonly idleS2: Float64Array;
  /**
   * Standard deviation of a core's finish time, s, at which a tangent to the square root of the variance is taken. The
   * tangent gives the core shares of tasks.
   */
  readonly tangentS: Float64Array;
}

/**
 * Coefficients of the dual that concern the last core of each node of a group. They follow from multipliers, rule and
 * dual values (docs/robust/bound.md).
 */
export interface LastCoreTerm {
  /**
   * Coefficient c in the last core's variance, s. It multiplies a task's mean time divided by the number of cores of
   * the node; may be negative.
   */
  readonly perMeanS: number;
  readonly ratioS: number;
  readonly weight: number;
  /** Constant k that is added to the last core's variance once for every node of the group, s^2. */
  readonly nodeS2: number;
  /**
   * Upper bound on the sum of the absolute values of the terms in `lastCoreVarianceS2` without the task's variance, per
   * second of the task's mean time, s.
   */
  readonly sizeS: number;
}

/**
 * Quantile, deadline and dual values of an evaluation of the dual. They limit which multipliers of last cores are
 * valid.
 */
export interface LastCoreBudget {
  /** Quantile that the finish time of every core must reach at the deadline. */
  readonly z: number;
  readonly deadlineS: number;
  /** Dual value of the whole time of a core, J. */
  readonly nodeJ: number;
  /** Dual value of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
  /** 0 if energy is ignored, so that a node's overhead costs nothing; else 1. */
  readonly energyWeight: 0 | 1;
}

/** Coefficients that leave the last core of a node out of the dual. */
const NOTHING: LastCoreTerm = { perMeanS: 0, ratioS: 0, weight: 1, nodeS2: 0, sizeS: 0 };

export function createLastCorePrices(groups: number): LastCorePrices {
  return { ratioS: new Float64Array(groups), idleS2: new Float64Array(groups), tangentS: new Float64Array(groups) };
}

/**
 * Returns the coefficients of the last core of a node of group g in the dual. They use the dual value `idleS2`, or the
 * largest valid dual value if that is smaller.
 */
export function lastCoreTerm(
  prices: LastCorePrices,
  g: number,
  { overheadW }: Pick<RobustNode, 'overheadW'>,
  budget: LastCoreBudget,
): LastCoreTerm {
  const { varianceJPerJ2 } = budget;
  const ratioS = prices.ratioS[g]!;
  if (!(varianceJPerJ2 > 0 && overheadW > 0)) return NOTHING;
  const { perMean, perVariance } = tangent(budget, prices.tangentS[g]!);
  const nodeS2 = Math.min(prices.idleS2[g]!, mostIdleS2(ratioS, perMean, perVariance, overheadW, budget));
  if (!(nodeS2 > 0)) return { perMeanS: ratioS, ratioS, weight: 1, nodeS2: 0, sizeS: 2 * ratioS };
  const weight = Math.max(0, 1 - nodeS2 * perVariance);
  const takenS = nodeS2 * perMean;
  const perMeanS = ratioS * weight - takenS;
  return { perMeanS, ratioS, weight, nodeS2, sizeS: 2 * ratioS * weight + 2 * takenS };
}

/**
 * Returns what one task contributes to a lower bound on the variance of its node's last core, s^2; it may be negative.
 *
 * The sum of these contributions over a node's tasks, plus `nodeS2`, is at most the last core's variance plus the cost
 * of that core's idle time and of waiting for it (proof: docs/robust/bound.md).
 */
export function lastCoreVarianceS2(
  { perMeanS, ratioS, weight }: LastCoreTerm,
  cores: number,
  meanS: number,
  varianceS2: number,
): number {
  const dueS2 = ratioS * meanS;
  const meanS2 = perMeanS * meanS * (perMeanS > 0 ? 1 - SLACK : 1 + SLACK);
  return meanS2 / cores - (dueS2 > varianceS2 ? weight * (dueS2 - varianceS2) : 0);
}

/**
 * Returns an upper bound on the sum of the absolute values of the terms in `lastCoreVarianceS2`, s^2. The rounding
 * error of `lastCoreVarianceS2` is below 1e-15 of it.
 */
export function lastCoreSizeS2({ sizeS }: LastCoreTerm, meanS: number, varianceS2: number): number {
  return sizeS > 0 ? sizeS * meanS + varianceS2 : 0;
}

/**
 * Returns the greatest amount by which `lastCoreVarianceS2` of a task can lie below 0, per second of the task's mean
 * time, s.
 */
export function lastCoreCreditS({ perMeanS, ratioS, weight }: LastCoreTerm, cores: number): number {
  return Math.max(0, ratioS * weight - (perMeanS * (perMeanS > 0 ? 1 - SLACK : 1 + SLACK)) / cores);
}

/**
 * Returns the coefficients of a tangent at a core's given standard deviation: share of a core's time per s of mean, and
 * per s^2 of variance. The share computed with them is never more than a task needs.
 */
function tangent(
  { z, deadlineS }: LastCoreBudget,
  deviationS: number,
): { readonly perMean: number; readonly perVariance: number } {
  const roomS = deadlineS - (z * deviationS) / 2;
  if (!(z > 0 && deviationS > 0 && roomS > 0)) return { perMean: Infinity, perVariance: Infinity };
  return { perMean: 1 / roomS, perVariance: z / (2 * deviationS * roomS) };
}

/**
 * Returns the largest valid dual value of the last core's time, expressed as variance, s^2. The dual values of core
 * time and of energy variance and the cost of overhead limit it.
 */
function mostIdleS2(
  ratioS: number,
  perMean: number,
  perVariance: number,
  overheadW: number,
  { nodeJ, varianceJPerJ2, energyWeight }: LastCoreBudget,
): number {
  if (perMean === Infinity) return 0;
  const waitingS = energyWeight / (varianceJPerJ2 * overheadW);
  const most = Math.min(
    nodeJ / (varianceJPerJ2 * overheadW * overheadW),
    1 / perVariance,
    (ratioS + waitingS) / (perMean + perVariance * ratioS),
  );
  return most * (1 - ROOM);
}

/** Mean and variance of the time of a task in its chosen option (node group and P-state). */
export interface ChosenTime {
  readonly meanS: number;
  readonly varianceS2: number;
}

/**
 * Returns good multipliers of last cores for each node group, given the options chosen at a point of the dual.
 *
 * 1. The tasks with the smallest ratio of variance to mean fill one core of each node, up to the mean load of the
 * node's cores.
 *
 * 2. The time of this core gets the highest valid dual value, at the best of several tangent points.
 *
 * @param chosen returns mean and variance of the task at an index of `option`
 * @param loadCores for each group, sum of the core shares of its tasks
 * @param budget returns the quantile, deadline and dual values that limit the multipliers of group g
 */
export function bestLastCorePrices(
  groups: readonly NodeGroup[],
  groupOfOption: Int32Array,
  { option }: { readonly option: Int32Array },
  count: number,
  chosen: (place: number) => ChosenTime,
  loadCores: Float64Array,
  budget: (g: number) => LastCoreBudget,
): LastCorePrices {
  const members: ChosenTime[][] = groups.map(() => []);
  for (let place = 0; place < count; place++) {
    const o = option[place]!;
    if (o >= 0) members[groupOfOption[o]!]!.push({ ...chosen(place) });
  }
  const best = createLastCorePrices(groups.length);
  for (const [g, times] of members.entries()) {
    const { node } = groups[g]!;
    const { meanS, varianceS2, ratioS } = leastCore(times, node.cores);
    best.ratioS[g] = ratioS;
    // Loads are far from their capacities as long as prices are sought, ratios hardly move: as if cores were full.
    const full = node.cores / loadCores[g]!;
    const { amountS2, tangentS } = bestIdle(
      meanS * full,
      varianceS2 * full,
      ratioS,
      node.overheadW,
      budget(g),
      node.cores,
    );
    best.idleS2[g] = amountS2;
    best.tangentS[g] = tangentS;
  }
  return best;
}

/**
 * Fills one core with the tasks that have the smallest ratio of variance to mean, up to the mean load of the node's
 * cores. Returns the core's sums of mean and variance, and the largest of these ratios, s.
 */
function leastCore(times: ChosenTime[], cores: number): ChosenTime & { readonly ratioS: number } {
  const dueS = times.reduce((sum, { meanS }) => sum + meanS, 0) / cores;
  let sumS = 0;
  let sumS2 = 0;
  let ratioS = 0;
  for (const time of times.filter(({ meanS }) => meanS > 0).sort((a, b) => ratioOf(a) - ratioOf(b))) {
    if (sumS >= dueS) break;
    const part = Math.min(1, (dueS - sumS) / time.meanS);
    sumS += part * time.meanS;
    sumS2 += part * time.varianceS2;
    ratioS = ratioOf(time);
  }
  return { meanS: dueS, varianceS2: sumS2, ratioS: Number.isFinite(ratioS) ? ratioS : 0 };
}

/**
 * Returns the dual value of the last core and the tangent point that together add most to the bound. All cores are
 * assumed to finish at `meanS`. The variance of the last core's finish time is `varianceS2`.
 */
function bestIdle(
  meanS: number,
  varianceS2: number,
  ratioS: number,
  overheadW: number,
  budget: LastCoreBudget,
  cores: number,
): { readonly amountS2: number; readonly tangentS: number } {
  let best = { amountS2: 0, tangentS: 0 };
  const { z, deadlineS, varianceJPerJ2 } = budget;
  if (!(cores > 1 && z > 0 && varianceJPerJ2 > 0 && overheadW > 0)) return best;
  let mostS2 = 0;
  for (let trial = 0; trial <= TRIALS * HALVINGS; trial++) {
    const tangentS = ((deadlineS - meanS) / z) * 2 ** (-trial / TRIALS);
    const { perMean, perVariance } = tangent(budget, tangentS);
    const amountS2 = mostIdleS2(ratioS, perMean, perVariance, overheadW, budget);
    const addedS2 = amountS2 * (1 - perMean * meanS - perVariance * varianceS2);
    if (!(addedS2 > mostS2)) continue;
    mostS2 = addedS2;
    best = { amountS2, tangentS };
  }
  return best;
}

function ratioOf({ meanS, varianceS2 }: ChosenTime): number {
  return varianceS2 / meanS;
}
