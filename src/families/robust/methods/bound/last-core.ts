import type { RobustNode } from '../../../../../models/families/robust/model.js';
import type { NodeGroup } from './groups.js';

/** Share by which the last core's finish may be below the node's mean, for rounding. */
const SLACK = 1e-10;
/** Share by which the part of prices for the last core stays below them, for rounding. */
const ROOM = 1e-12;
/** Number of tangent points tried per halving of a full core's deviation. */
const TRIALS = 10;
/** Number of halvings of that deviation. */
const HALVINGS = 3;

/** Prices, by group, of the core that each node waits for. Any non-negative prices are valid; zeros ignore it. */
export interface LastCorePrices {
  /** Ratio of variance to mean, s, below which tasks are assigned to that core. */
  readonly ratioS: Float64Array;
  /** Price of that core's whole time in terms of its variance, s^2; it idles if it varies less than others. */
  readonly idleS2: Float64Array;
  /** Tangent point of a core's deviation that converts task times to shares of it, s. */
  readonly tangentS: Float64Array;
}

/**
 * Term of a group that follows from these prices for the rule and prices of an evaluation (docs/robust/bound.md: c, r,
 * b and k).
 */
export interface LastCoreTerm {
  /** Amount per second of mean time and core of the node, s; may be negative. */
  readonly perMeanS: number;
  readonly ratioS: number;
  readonly weight: number;
  /** Amount that every node adds, s^2. */
  readonly nodeS2: number;
  /** Size of the terms per second of mean time, s; bounds the rounding error. */
  readonly sizeS: number;
}

/** Multipliers of an evaluation, which limit the prices of a last core. */
export interface LastCoreBudget {
  /** Quantile that cores keep. `deadlineS`: deadline. */
  readonly z: number;
  readonly deadlineS: number;
  /** Price of a core's whole time, J. */
  readonly nodeJ: number;
  /** Price of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
  /** 0 if energy is ignored, so that waiting costs nothing. */
  readonly energyWeight: 0 | 1;
}

/** Term without effect on the variance. */
const NOTHING: LastCoreTerm = { perMeanS: 0, ratioS: 0, weight: 1, nodeS2: 0, sizeS: 0 };

export function createLastCorePrices(groups: number): LastCorePrices {
  return { ratioS: new Float64Array(groups), idleS2: new Float64Array(groups), tangentS: new Float64Array(groups) };
}

/** Returns the term of a group: as much of the last core's time as its price and the cost of waiting allow. */
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
 * Returns a task's part of the variance of the core that its node waits for, s^2. Summed over a node's tasks plus
 * `nodeS2`, it is at most that variance plus what the core's idle time and waiting cost (proof: docs/robust/bound.md).
 * May be negative.
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

/** Returns the size of the terms in `lastCoreVarianceS2`, s^2; its rounding error is far below 1e-15 of it. */
export function lastCoreSizeS2({ sizeS }: LastCoreTerm, meanS: number, varianceS2: number): number {
  return sizeS > 0 ? sizeS * meanS + varianceS2 : 0;
}

/** Returns the largest amount by which a task's `lastCoreVarianceS2` is negative, per second of its mean, s. */
export function lastCoreCreditS({ perMeanS, ratioS, weight }: LastCoreTerm, cores: number): number {
  return Math.max(0, ratioS * weight - (perMeanS * (perMeanS > 0 ? 1 - SLACK : 1 + SLACK)) / cores);
}

/**
 * Returns the share of a core's time per s of mean and per s^2 of variance at this deviation; no task takes less than
 * the resulting share.
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
 * Returns the maximum price of the last core's time in terms of its variance, s^2, within the price of cores, of
 * variance, and of waiting.
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

/** Mean and variance of a task in the option chosen at a point. */
export interface ChosenTime {
  readonly meanS: number;
  readonly varianceS2: number;
}

/**
 * Returns the best prices by group for the choices of a point. Tasks with the smallest ratio of variance to mean fill
 * one core of each node to the cores' average length, and that core's time gets the highest valid price, at the best of
 * several tangent points. Tasks have equal weight; `chosen` is by index in the point, `loadCores` the sum of core
 * shares.
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
 * Returns the sums over the tasks of smallest ratio that fill one core per node to the cores' average length, and their
 * largest ratio.
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
 * Returns the price of the last core's time and the tangent point that add most, if cores end at `meanS` and the last
 * one has this variance.
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
