import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import type { NodeGroup } from './groups.js';
import type { OptionTable } from './options.js';

/** Multipliers of the dual (docs/methods/robust-bound.md). */
export interface DualPrices {
  /** By group: J for the whole time of one core until the deadline, >= 0. */
  readonly nodeJ: Float64Array;
  /** J per J^2 of energy variance; negative where variance is welcome (energy quantile below 0). */
  readonly varianceJPerJ2: number;
}

/** What the tasks choose at given prices. Arrays are overwritten by every evaluation. */
export interface DualPoint {
  /**
   * sum over tasks of the least priced cost - sum of nodeJ x cores: at most energy + varianceJPerJ2 x variance of any plan of the
   * target. Infinity where some task has no option left: then no plan reaches the target.
   */
  valueJ: number;
  /** Of the choices, unpriced: expected energy with the overhead share, J; energy variance, J^2. */
  energyJ: number;
  varianceJ2: number;
  /** By group: sum of the core shares of its tasks. A supergradient of the value is loadCores - cores. */
  readonly loadCores: Float64Array;
  /** By task: its option, -1 without one. */
  readonly option: Int16Array;
}

export function createDualPoint(taskCount: number, groups: readonly NodeGroup[]): DualPoint {
  return {
    valueJ: 0,
    energyJ: 0,
    varianceJ2: 0,
    loadCores: new Float64Array(groups.length),
    option: new Int16Array(taskCount),
  };
}

/** Any a > 0 (s) is valid for targets below 0; this share of the deadline is near the deviation of a well-filled core. */
const TANGENT_SHARE = 0.04;

/** What every core of the target keeps: its shares sum to at most 1 (proof: docs/methods/robust-bound.md). */
export interface ShareRule {
  /** Quantile that every core's finish must reach. */
  readonly z: number;
  readonly deadlineS: number;
  /** Only for z < 0: the tangent point a of the deviation, s. */
  readonly tangentS: number;
}

export function shareRule(z: number, deadlineS: number, tangentS = TANGENT_SHARE * deadlineS): ShareRule {
  return { z, deadlineS, tangentS };
}

/**
 * Share of a core's time until the deadline that a task of mean m and variance v takes at least. z >= 0: m / F with
 * F + z sqrt(F v / m) = deadline, written without cancellation; above 1 exactly where the task alone is late at that quantile.
 * z < 0: (m + z v / 2a) / (deadline - z a / 2), which may be negative.
 */
export function coreShare(rule: ShareRule, meanS: number, varianceS2: number): number {
  const { z, deadlineS, tangentS } = rule;
  if (z < 0) return (meanS + (z * varianceS2) / (2 * tangentS)) / (deadlineS - (z * tangentS) / 2);
  const h = z * Math.sqrt(varianceS2 / meanS);
  const inverseRoot = (Math.sqrt(h * h + 4 * deadlineS) + h) / (2 * deadlineS);
  return meanS * inverseRoot * inverseRoot;
}

/**
 * A task alone that is late at the target cannot be part of a plan of it; for z < 0 it can, since company may add more deviation
 * than time.
 */
export function mayTake(rule: ShareRule, share: number): boolean {
  return rule.z < 0 || share <= 1 + 1e-12;
}

/** The dual with every option of every task: O(T x options). `energyWeight` 0 leaves energy out: can the cores hold the tasks at all? */
export function evaluateDual(
  problem: RobustProblem,
  groups: readonly NodeGroup[],
  options: OptionTable,
  rule: ShareRule,
  { nodeJ, varianceJPerJ2 }: DualPrices,
  energyWeight: 0 | 1,
  point: DualPoint,
): void {
  const { meanS, varianceS2, columnCount, taskType } = problem;
  const { firstOption, powerW, scale, count } = options;
  const squareW2 = varianceJPerJ2 < 0 ? options.mostSquareW2 : options.powerSquareW2;
  point.loadCores.fill(0);
  const sum = new Sum();
  const energy = new Sum();
  const variance = new Sum();
  for (let task = 0; task < problem.taskCount; task++) {
    const scales = taskType[task]! * count;
    let best = Infinity;
    let bestOption = -1;
    let bestShare = 0;
    let bestEnergy = 0;
    let bestVariance = 0;
    for (let g = 0; g < groups.length; g++) {
      const place = task * columnCount + groups[g]!.node.column;
      const mean0 = meanS[place]!;
      if (mean0 === Infinity) continue;
      const variance0 = varianceS2[place]!;
      const price = nodeJ[g]!;
      for (let o = firstOption[g]!; o < firstOption[g + 1]!; o++) {
        const s = scale[scales + o]!;
        const mean = mean0 * s;
        const spread = variance0 * (s * s);
        const share = coreShare(rule, mean, spread);
        if (!mayTake(rule, share)) continue;
        const joules = energyWeight * powerW[o]! * mean;
        const joules2 = squareW2[o]! * spread;
        const cost = joules + price * share + varianceJPerJ2 * joules2;
        if (cost < best) {
          best = cost;
          bestOption = o;
          bestShare = share;
          bestEnergy = joules;
          bestVariance = joules2;
        }
      }
    }
    point.option[task] = bestOption;
    sum.add(best);
    energy.add(bestEnergy);
    variance.add(bestVariance);
    if (bestOption >= 0) point.loadCores[options.group[bestOption]!]! += bestShare;
  }
  for (let g = 0; g < groups.length; g++) sum.add(-nodeJ[g]! * groups[g]!.cores);
  point.valueJ = sum.total;
  point.energyJ = energy.total;
  point.varianceJ2 = variance.total;
}

/** Neumaier's compensated sum. Infinity stays. */
export class Sum {
  private value = 0;
  private rest = 0;

  add(term: number): void {
    const next = this.value + term;
    if (Math.abs(this.value) >= Math.abs(term)) this.rest += this.value - next + term;
    else this.rest += term - next + this.value;
    this.value = next;
  }

  get total(): number {
    return Number.isFinite(this.value) ? this.value + this.rest : this.value;
  }
}
