import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import type { NodeGroup } from './groups.js';

/** Prices of the dual at one target quantile (docs/methods/robust-bound.md). */
export interface DualPrices {
  /** By group: J for the whole time of one core until the deadline, >= 0. */
  readonly nodeJ: Float64Array;
  /** J per J^2 of task energy variance. */
  readonly varianceJPerJ2: number;
}

/** What the tasks choose at given prices. Arrays are overwritten by every evaluation. */
export interface DualPoint {
  /** sum over tasks of the least priced cost - sum of nodeJ x cores: at most the energy of any plan of the target (plus its priced variance). */
  valueJ: number;
  /** Of the choices, unpriced: expected energy with the overhead share, J; variance of task energy, J^2. */
  energyJ: number;
  varianceJ2: number;
  /** By group: sum of u of its tasks. A subgradient of the value is loadCores - cores. */
  readonly loadCores: Float64Array;
  /** By task: option = firstOption of the group + P-state; -1 where no option is left at this target (then the target is refuted). */
  readonly option: Int16Array;
}

export function createDualPoint(problem: RobustProblem, groups: readonly NodeGroup[]): DualPoint {
  return {
    valueJ: 0,
    energyJ: 0,
    varianceJ2: 0,
    loadCores: new Float64Array(groups.length),
    option: new Int16Array(problem.taskCount),
  };
}

/** All (group, P-state) pairs, flat. */
export interface OptionTable {
  readonly group: Uint8Array | Uint16Array;
  readonly pState: Uint8Array;
  /** By group: its first option; one more entry at the end. */
  readonly firstOption: Int32Array;
  /** P_dyn + P_stat + O_i / n_i, W. */
  readonly powerW: Float64Array;
  readonly powerSquareW2: Float64Array;
  /** [task type * options + option]. */
  readonly scale: Float64Array;
  readonly rootScale: Float64Array;
  readonly count: number;
}

export function optionTable(problem: RobustProblem, groups: readonly NodeGroup[]): OptionTable {
  const firstOption = new Int32Array(groups.length + 1);
  for (const [g, { node }] of groups.entries()) firstOption[g + 1] = firstOption[g]! + node.pStateCount;
  const count = firstOption[groups.length]!;
  const group = new Uint16Array(count);
  const pState = new Uint8Array(count);
  const powerW = new Float64Array(count);
  const powerSquareW2 = new Float64Array(count);
  const scale = new Float64Array(problem.taskTypeCount * count);
  for (const [g, { node, overheadPerCoreW }] of groups.entries()) {
    for (let p = 0; p < node.pStateCount; p++) {
      const option = firstOption[g]! + p;
      group[option] = g;
      pState[option] = p;
      powerW[option] = node.powerW[p]! + overheadPerCoreW;
      powerSquareW2[option] = node.powerSquareW2[p]!;
      for (let type = 0; type < problem.taskTypeCount; type++) {
        scale[type * count + option] = node.timeScale[type * node.pStateCount + p]!;
      }
    }
  }
  return { group, pState, firstOption, powerW, powerSquareW2, scale, rootScale: scale.map(Math.sqrt), count };
}

/**
 * Share of a core's time until the deadline that a task of mean m and variance v takes at least, if the core is to finish with
 * quantile z >= 0 (proof: docs/methods/robust-bound.md): m / F with F + z sqrt(F v / m) = deadline, written without cancellation.
 * Above 1 exactly where the task alone is late at that quantile.
 */
export function coreShare(meanS: number, varianceS2: number, z: number, deadlineS: number): number {
  const h = z * Math.sqrt(varianceS2 / meanS);
  const inverseRoot = (Math.sqrt(h * h + 4 * deadlineS) + h) / (2 * deadlineS);
  return meanS * inverseRoot * inverseRoot;
}

/**
 * The dual at target z >= 0 with every option of every task: O(T x options).
 */
export function evaluateDual(
  problem: RobustProblem,
  groups: readonly NodeGroup[],
  options: OptionTable,
  z: number,
  prices: DualPrices,
  point: DualPoint,
): void {
  const { meanS, varianceS2, columnCount, taskType, deadlineS } = problem;
  const { firstOption, powerW, powerSquareW2, scale, rootScale, count } = options;
  const { nodeJ, varianceJPerJ2 } = prices;
  const { loadCores, option } = point;
  loadCores.fill(0);
  let value = 0;
  let energy = 0;
  let variance = 0;
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
      const h0 = z * Math.sqrt(variance0 / mean0);
      const price = nodeJ[g]!;
      for (let o = firstOption[g]!; o < firstOption[g + 1]!; o++) {
        const s = scale[scales + o]!;
        const mean = mean0 * s;
        const h = h0 * rootScale[scales + o]!;
        const inverseRoot = (Math.sqrt(h * h + 4 * deadlineS) + h) / (2 * deadlineS);
        const share = mean * inverseRoot * inverseRoot;
        if (share > 1) continue;
        const joules = powerW[o]! * mean;
        const joules2 = powerSquareW2[o]! * variance0 * (s * s);
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
    option[task] = bestOption;
    if (bestOption < 0) {
      value = Infinity;
      continue;
    }
    value += best;
    energy += bestEnergy;
    variance += bestVariance;
    loadCores[options.group[bestOption]!]! += bestShare;
  }
  for (let g = 0; g < groups.length; g++) value -= nodeJ[g]! * groups[g]!.cores;
  point.valueJ = value;
  point.energyJ = energy;
  point.varianceJ2 = variance;
}
