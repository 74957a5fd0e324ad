import { quantileOfLog10 } from '../../../../../models/problems/robust/promise.js';
import type { RobustCertificate } from '../outcome.js';
import { coreShare, shareRule } from './dual.js';
import { type BoundSetting, LIMIT_TOLERANCE_Z } from './setting.js';
import { Sum } from './sum.js';
import { type CoreHold, MIN_Z, lnCdf, mostOfCore } from './whole-core.js';

/** Share by which sums and the budget may be off by rounding (ours). */
const SLACK = 1e-9;
/** Share of a priced cost that its rounding stays below. */
const COST_ROUNDING = 1e-14;
/** Multiples of the likely deviation of the energy up to which its variance is priced (ours): the best of them counts. */
const REACHES = [1.2, 1.5, 2.2, 4];
/** Number of narrowings of the multiplier (ours). */
const NARROWINGS = 48;
/** Share that the golden section keeps of an interval. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Claim about energy that all plans of a range keep: zeta + priceJPerJ2 x gamma <= limitJ. */
interface EnergyClaim {
  readonly priceJPerJ2: number;
  readonly limitJ: number;
}

/**
 * Certificate for the probability that all cores are in time, from one for Psi (MO-EC) and its prices: no plan within the energy limit
 * has more than `boundZ` is the quantile of (docs/robust/whole-bag.md). Never above Psi's own bound.
 */
export function wholeBagCertificate(setting: BoundSetting, certificate: RobustCertificate): RobustCertificate {
  if (certificate.infeasibility !== undefined) return certificate;
  const boundZ = quantileOfLog10(wholeBagBoundLog10(setting, certificate));
  return { ...certificate, boundZ: Math.min(certificate.boundZ, boundZ) };
}

/** Upper bound on log10 of the probability that all cores are in time, at most 0, of plans within the energy limit. */
export function wholeBagBoundLog10(
  setting: BoundSetting,
  { boundZ, prices }: Pick<RobustCertificate, 'boundZ' | 'prices'>,
): number {
  if (prices === null || !Number.isFinite(boundZ)) return 0;
  const { problem, groups } = setting;
  const referenceZ = Math.max(0, boundZ);
  const rule = shareRule(referenceZ, problem.deadlineS);
  const holds = ratioRange(setting).map(([leastS, mostS]): CoreHold => ({
    referenceZ,
    leastRoot: Math.sqrt(leastS / (4 * rule.deadlineS)),
    mostRoot: Math.sqrt(mostS / (4 * rule.deadlineS)),
  }));
  if (!holds.every(({ mostRoot }) => Number.isFinite(mostRoot))) return 0;
  const { nodeJ } = prices;
  if (!nodeJ.every((price) => price >= 0 && Number.isFinite(price))) return 0;
  /** Bound, natural logarithm, for plans that keep a claim. */
  const boundOf = ({ priceJPerJ2, limitJ }: EnergyClaim): number => {
    const { costJ } = leastCost(setting, rule, nodeJ, priceJPerJ2);
    const neededJ = costJ - limitJ;
    if (!(neededJ > 0)) return 0;
    const at = (lnMultiplier: number): number => {
      const multiplier = Math.exp(lnMultiplier);
      const sum = new Sum();
      for (const [g, { cores }] of groups.entries()) sum.add(cores * mostOfCore(holds[g]!, multiplier * nodeJ[g]!));
      return sum.total - multiplier * neededJ;
    };
    const dearestJ = nodeJ.reduce((most, price) => Math.max(most, price), 0);
    return Math.min(0, leastOf(at, Math.log(1e-9 / dearestJ), Math.log(1e4 / dearestJ)));
  };
  let ln = 0;
  for (const claims of energyClaims(setting, nodeJ, prices.varianceJPerJ2, rule)) {
    ln = Math.min(ln, Math.max(...claims.map(boundOf)));
  }
  // Plans with a core of less than MIN_Z are not followed, and have no more than that.
  return Math.min(0, Math.max(ln, lnCdf(MIN_Z)) / Math.LN10 + SLACK);
}

/** Sets of claims: in each set every plan within the energy limit keeps one claim or more. */
function energyClaims(
  setting: BoundSetting,
  nodeJ: Float64Array,
  varianceJPerJ2: number,
  rule: ReturnType<typeof shareRule>,
): EnergyClaim[][] {
  const { problem } = setting;
  const y = problem.energyZ - LIMIT_TOLERANCE_Z;
  const budgetJ = problem.energyBudgetJ * (1 + SLACK);
  const { varianceJ2 } = leastCost(setting, rule, nodeJ, varianceJPerJ2);
  const plain = { priceJPerJ2: 0, limitJ: budgetJ };
  if (y === 0 || !(varianceJ2 > 0)) return y >= 0 ? [[plain]] : [];
  if (y === -Infinity) return [];
  const likelyJ = Math.sqrt(varianceJ2);
  if (y < 0) {
    // sqrt(gamma) <= gamma / 2b + b / 2.
    return REACHES.map((reach) => [
      { priceJPerJ2: y / (2 * reach * likelyJ), limitJ: budgetJ - (y * reach * likelyJ) / 2 },
    ]);
  }
  const leastJ = Math.sqrt(Math.max(0, leastVarianceJ2(setting)));
  return REACHES.map((reach) => {
    const mostJ = Math.max(leastJ, reach * likelyJ);
    const priceJPerJ2 = y / (mostJ + leastJ);
    return [
      // Variance from least to most: the chord. Above: at least y most.
      { priceJPerJ2, limitJ: budgetJ - y * leastJ + priceJPerJ2 * leastJ * leastJ },
      { priceJPerJ2: 0, limitJ: budgetJ - y * mostJ },
    ];
  });
}

/** Least of a function of one variable that falls, then rises; any value found is a bound, so it need not be. */
function leastOf(of: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [of(left), of(right)];
  let least = Math.min(atLeft, atRight);
  for (let step = 0; step < NARROWINGS; step++) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = of(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = of(right);
    }
    least = Math.min(least, atLeft, atRight);
  }
  return least;
}

/** Sum over tasks of the least of energy, core time and variance at prices, J, rounded down; and the variance of these choices, J^2. */
function leastCost(
  { problem, groups, options }: BoundSetting,
  rule: ReturnType<typeof shareRule>,
  nodeJ: Float64Array,
  priceJPerJ2: number,
): { readonly costJ: number; readonly varianceJ2: number } {
  const squareW2 = priceJPerJ2 < 0 ? options.mostSquareW2 : options.powerSquareW2;
  const cost = new Sum();
  const variance = new Sum();
  for (let task = 0; task < problem.taskCount; task++) {
    let least = Infinity;
    let leastJ2 = 0;
    for (let o = 0; o < options.count; o++) {
      const g = options.group[o]!;
      const place = task * problem.columnCount + groups[g]!.node.column;
      const mean0 = problem.meanS[place]!;
      if (mean0 === Infinity) continue;
      const scale = options.scale[problem.taskType[task]! * options.count + o]!;
      const meanS = mean0 * scale;
      const energyJ = options.powerW[o]! * meanS;
      if (priceJPerJ2 >= 0 && energyJ > least) continue;
      const varianceS2 = problem.varianceS2[place]! * (scale * scale);
      const joules2 = squareW2[o]! * varianceS2;
      const timeJ = nodeJ[g]! * coreShare(rule, meanS, varianceS2);
      const riskJ = priceJPerJ2 * joules2;
      const joules = energyJ + timeJ + riskJ - COST_ROUNDING * (energyJ + timeJ + Math.abs(riskJ));
      if (joules >= least) continue;
      least = joules;
      leastJ2 = joules2;
    }
    cost.add(least);
    variance.add(leastJ2);
  }
  return { costJ: cost.total - COST_ROUNDING * Math.abs(cost.total), varianceJ2: variance.total };
}

/** Energy variance, J^2, that every plan has at least. */
function leastVarianceJ2({ problem, groups, options }: BoundSetting): number {
  const sum = new Sum();
  for (let task = 0; task < problem.taskCount; task++) {
    let least = Infinity;
    for (let o = 0; o < options.count; o++) {
      const place = task * problem.columnCount + groups[options.group[o]!]!.node.column;
      if (problem.meanS[place] === Infinity) continue;
      const scale = options.scale[problem.taskType[task]! * options.count + o]!;
      least = Math.min(least, options.powerSquareW2[o]! * problem.varianceS2[place]! * (scale * scale));
    }
    sum.add(least);
  }
  return sum.total * (1 - SLACK);
}

/** Least and greatest ratio of variance to mean of any task in any option, s, by group; a little wider than they are. */
function ratioRange({ problem, groups, options }: BoundSetting): [number, number][] {
  return groups.map(({ node }, g) => {
    let [leastS, mostS] = [Infinity, 0];
    for (let task = 0; task < problem.taskCount; task++) {
      const place = task * problem.columnCount + node.column;
      const meanS = problem.meanS[place]!;
      if (meanS === Infinity) continue;
      const ratioS = problem.varianceS2[place]! / meanS;
      for (let o = options.firstOption[g]!; o < options.firstOption[g + 1]!; o++) {
        const scaled = ratioS * options.scale[problem.taskType[task]! * options.count + o]!;
        leastS = Math.min(leastS, scaled);
        mostS = Math.max(mostS, scaled);
      }
    }
    return [leastS === Infinity ? 0 : leastS * (1 - SLACK), mostS * (1 + SLACK)];
  });
}
