import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { NodeGroup } from './groups.js';
import {
  lastCoreCreditS,
  type LastCorePrices,
  lastCoreSizeS2,
  type LastCoreTerm,
  lastCoreTerm,
  lastCoreVarianceS2,
} from './last-core.js';
import { leastRates, type OptionTable } from './options.js';
import { Sum } from './sum.js';

/**
 * Multipliers of the Lagrangian dual: those of core time, by node group, and that of energy variance
 * (docs/robust/bound.md).
 */
export interface DualPrices {
  /** Dual value of the whole time of one core until the deadline, J, by node group; at least 0. */
  readonly nodeJ: Float64Array;
  /**
   * Dual value of energy variance, J per J^2. It is negative for energy quantiles below 0, where more variance helps.
   */
  readonly varianceJPerJ2: number;
}

/**
 * Result of evaluating the dual at given dual values: its value, and the cheapest option of each task. The arrays are
 * overwritten by every evaluation.
 */
export interface DualPoint {
  /**
   * Value of the dual, J: sum over tasks of the smallest cost, minus the sum over groups of nodeJ x cores, minus a
   * bound on rounding errors. The cost of an option is its energy plus core time and energy variance at their dual
   * values. The value is at most energy + varianceJPerJ2 x variance of any plan that keeps the rule for cores. It is
   * Infinity if some task has no option left, so that no plan keeps the rule.
   */
  valueJ: number;
  /** Expected energy of the chosen options, J. It includes overhead, but not the costs of core time and variance. */
  energyJ: number;
  varianceJ2: number;
  /**
   * For each node group, sum of the core shares of the tasks assigned to it, in cores. This sum minus the group's
   * number of cores is a supergradient of the dual.
   */
  readonly loadCores: Float64Array;
  /** For each task, index of the chosen option (node group and P-state); -1 if it has none. */
  readonly option: Int32Array;
}

export function createDualPoint(taskCount: number, groups: readonly NodeGroup[]): DualPoint {
  return {
    valueJ: 0,
    energyJ: 0,
    varianceJ2: 0,
    loadCores: new Float64Array(groups.length),
    option: new Int32Array(taskCount),
  };
}

/**
 * Standard deviation of a core's finish time, as a fraction of the deadline, at which a tangent to the square root of
 * the variance is taken. Used for quantiles below 0. Our choice: near that of a well-filled core; any value is valid.
 */
const TANGENT_SHARE = 0.04;

/** Minimum standard deviation of a core's finish time, as a fraction of the deadline, at which the tangent is taken. */
const MIN_TANGENT_SHARE = 1e-6;

/**
 * Relative amount by which the deadline is lengthened and a negative quantile lowered, so that rounding errors in a
 * plan's sums cannot matter. Our choice: enough for 10^5 tasks on one core.
 */
const SLACK = 1e-10;

/**
 * Upper bound on the rounding error of a task's cost in the dual, as a fraction of the sum of its terms. Our choice: a
 * safe value.
 */
const COST_ROUNDING = 1e-14;

/** Maximum dual value of a second of core time, W. Our choice: higher dual values could overflow and prove nothing. */
const DEAREST_W = 1e200;

/**
 * Constraint on every core of a plan in which all cores reach quantile z: the shares of the core's tasks sum to at most
 * 1 (proof: docs/robust/bound.md). The share of a task is the fraction of the core's time until the deadline that it
 * needs.
 */
export interface ShareRule {
  /** Quantile that the finish time of every core must reach at the deadline; -Infinity requires nothing. */
  readonly z: number;
  readonly deadlineS: number;
  /**
   * Standard deviation of a core's finish time, s, at which a tangent to the square root of the variance is taken. Used
   * only for z < 0.
   */
  readonly tangentS: number;
  /** Largest ratio of variance to mean of any task on these cores, s; used only for z < 0. */
  readonly mostRatioS: number;
}

export function shareRule(z: number, deadlineS: number, tangentS = TANGENT_SHARE * deadlineS): ShareRule {
  return { z: z < 0 ? z * (1 + SLACK) : z, deadlineS: deadlineS * (1 + SLACK), tangentS, mostRatioS: Infinity };
}

/**
 * Returns the rule for cores on which no task's ratio of variance to mean exceeds `mostRatioS`, s. The rule's
 * `tangentS` is at most the largest standard deviation of such a core.
 */
export function ruleOfCores(rule: ShareRule, mostRatioS: number): ShareRule {
  const { z, deadlineS, tangentS } = rule;
  if (z >= 0 || z === -Infinity) return rule;
  // sigma^2 <= ratio x F and F <= deadline - z sigma.
  const twice = Math.sqrt((z * mostRatioS) ** 2 + 4 * mostRatioS * deadlineS) - z * mostRatioS;
  const least = MIN_TANGENT_SHARE * deadlineS;
  return { z, deadlineS, tangentS: Math.max(least, Math.min(tangentS, twice / 2)), mostRatioS };
}

/**
 * Returns the smallest fraction of a core's time until the deadline that a task with mean m and variance v needs.
 *
 * z >= 0: m / F, where F + z sqrt(F v / m) = deadline; computed without cancellation. It exceeds 1 exactly if the task
 * alone on a core misses the quantile.
 *
 * z < 0: (m + z v / 2a) / (deadline - z a / 2) with tangent point a; it may be negative.
 */
export function coreShare({ z, deadlineS, tangentS }: ShareRule, meanS: number, varianceS2: number): number {
  if (z === -Infinity) return 0;
  if (z < 0) return (meanS + (z * varianceS2) / (2 * tangentS)) / (deadlineS - (z * tangentS) / 2);
  const root = (Math.sqrt(z * z * varianceS2 + 4 * deadlineS * meanS) + z * Math.sqrt(varianceS2)) / (2 * deadlineS);
  return root * root;
}

/**
 * Returns true if a core that keeps the rule can have this task. For z >= 0, the core must reach the quantile with the
 * task alone. For z < 0, variance helps; the core must reach the quantile with the most favourable other tasks, whose
 * ratio of variance to mean is at most `mostRatioS`.
 */
export function mayTake(rule: ShareRule, share: number, meanS: number, varianceS2: number): boolean {
  const { z, deadlineS, mostRatioS } = rule;
  if (z >= 0) return share <= 1 + 1e-12;
  if (!(meanS > deadlineS) || mostRatioS === Infinity) return true;
  // Least of m + w + z sqrt(v + ratio w) over the time w of its company.
  const best = (-z * mostRatioS) / 2;
  const aloneS = Math.sqrt(varianceS2);
  const levelS = best > aloneS ? meanS - varianceS2 / mostRatioS + (z * best) / 2 : meanS + z * aloneS;
  return !(levelS > deadlineS);
}

/**
 * Returns the coefficients of a node's last core in the dual, for each node group (see `LastCoreTerm`).
 *
 * @param energyWeight 0 to ignore energy, else 1
 */
export function lastCoreTerms(
  groups: readonly NodeGroup[],
  ends: LastCorePrices,
  { z, deadlineS }: ShareRule,
  { nodeJ, varianceJPerJ2 }: DualPrices,
  energyWeight: 0 | 1,
): LastCoreTerm[] {
  return groups.map(({ node }, g) =>
    lastCoreTerm(ends, g, node, { z, deadlineS, nodeJ: nodeJ[g]!, varianceJPerJ2, energyWeight }),
  );
}

/**
 * Returns, by node group, the greatest amount by which the terms of last cores can reduce the cost of a second of mean
 * time, W^2 s. It is to be multiplied by the dual value of energy variance.
 */
export function creditsW2(groups: readonly NodeGroup[], terms: readonly LastCoreTerm[]): Float64Array {
  return Float64Array.from(
    groups,
    ({ node: { overheadW, cores } }, g) => overheadW ** 2 * lastCoreCreditS(terms[g]!, cores),
  );
}

/**
 * Evaluates the dual over all tasks and options, and writes the result into `point`.
 *
 * @param energyWeight 0 to ignore energy, for a test whether the cores suffice; else 1
 */
export function evaluateDual(
  model: RobustModel,
  groups: readonly NodeGroup[],
  options: OptionTable,
  rule: ShareRule,
  { nodeJ, varianceJPerJ2, ends }: DualPrices & { readonly ends: LastCorePrices },
  energyWeight: 0 | 1,
  point: DualPoint,
): void {
  const { meanS, varianceS2, columnCount, taskType } = model;
  const { firstOption, powerW, overheadSquareW2, nodeCores, scale, count } = options;
  const terms = lastCoreTerms(groups, ends, rule, { nodeJ, varianceJPerJ2 }, energyWeight);
  const squareW2 = varianceJPerJ2 < 0 ? options.mostSquareW2 : options.powerSquareW2;
  // Shares are at least mean / deadline then: most options are dear enough without a root.
  const plain = rule.z >= 0 && varianceJPerJ2 >= 0;
  const column = Int32Array.from(groups, ({ node }) => node.column);
  const rules = groups.map((_, g) => ruleOfCores(rule, options.mostRatioS[g]!));
  // Whole groups too; where nothing is asked of cores no time is taken.
  const passing = varianceJPerJ2 >= 0 && (rule.z >= 0 || rule.z === -Infinity);
  const withinS = rule.z === -Infinity ? Infinity : rule.deadlineS;
  const rates = leastRates(options, { nodeJ, varianceJPerJ2 }, withinS, energyWeight, creditsW2(groups, terms));
  point.loadCores.fill(0);
  const sum = new Sum();
  const energy = new Sum();
  const variance = new Sum();
  for (let task = 0; task < model.taskCount; task++) {
    const scales = taskType[task]! * count;
    const typeRates = taskType[task]! * groups.length;
    let best = Infinity;
    let bestOption = -1;
    let bestShare = 0;
    let bestEnergy = 0;
    let bestVariance = 0;
    for (let g = 0; g < groups.length; g++) {
      const place = task * columnCount + column[g]!;
      const mean0 = meanS[place]!;
      if (mean0 === Infinity) continue;
      const leastJ = mean0 * rates.timeW[typeRates + g]!;
      if (passing && leastJ > best) continue;
      const variance0 = varianceS2[place]!;
      if (passing && leastJ + variance0 * rates.varianceW2[typeRates + g]! > best) continue;
      const price = nodeJ[g]!;
      const perSecondW = price / rule.deadlineS;
      const groupRule = rules[g]!;
      const term = terms[g]!;
      const overheadW2 = overheadSquareW2[g]!;
      const cores = nodeCores[g]!;
      for (let o = firstOption[g]!; o < firstOption[g + 1]!; o++) {
        const s = scale[scales + o]!;
        const mean = mean0 * s;
        const spread = variance0 * (s * s);
        const joules = energyWeight * powerW[o]! * mean;
        let joules2 = squareW2[o]! * spread;
        let size = joules2;
        if (term.sizeS > 0) {
          joules2 += overheadW2 * lastCoreVarianceS2(term, cores, mean, spread);
          size += overheadW2 * lastCoreSizeS2(term, mean, spread);
        }
        const risk = varianceJPerJ2 * joules2;
        if (plain && joules + risk + perSecondW * mean > best) continue;
        const share = coreShare(groupRule, mean, spread);
        if (!mayTake(groupRule, share, mean, spread)) continue;
        const time = price * share;
        const cost =
          joules + time + risk - COST_ROUNDING * (Math.abs(joules) + Math.abs(time) + Math.abs(varianceJPerJ2) * size);
        if (cost >= best) continue;
        // No number: for all we know it is less than anything.
        best = cost < best ? cost : -Infinity;
        bestOption = o;
        bestShare = share;
        bestEnergy = joules;
        bestVariance = joules2;
      }
    }
    point.option[task] = bestOption;
    sum.add(plain && best < Infinity ? best - COST_ROUNDING * Math.abs(best) : best);
    energy.add(bestEnergy);
    variance.add(bestVariance);
    if (bestOption >= 0) point.loadCores[options.group[bestOption]!]! += bestShare;
  }
  for (const [g, { cores, node, nodes }] of groups.entries()) {
    sum.add(-nodeJ[g]! * cores * (1 + COST_ROUNDING));
    const joules2 = node.overheadW ** 2 * terms[g]!.nodeS2 * nodes.length;
    sum.add(varianceJPerJ2 * joules2 * (1 - COST_ROUNDING));
    variance.add(joules2);
  }
  const total = sum.total;
  // Prices below 0 prove nothing.
  const proves = nodeJ.every((price) => price >= 0 && price / rule.deadlineS < DEAREST_W);
  point.valueJ = proves ? total - (Number.isFinite(total) ? COST_ROUNDING * Math.abs(total) : 0) : -Infinity;
  point.energyJ = energy.total;
  point.varianceJ2 = variance.total;
}
