import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { NodeGroup } from './groups.js';

/** All options (pairs of node group and P-state) as arrays indexed by option. */
export interface OptionTable {
  readonly count: number;
  readonly group: Int32Array;
  readonly pState: Uint8Array;
  /** Index of the first option of each group; the last element is the number of options. */
  readonly firstOption: Int32Array;
  /** Power of a busy core with its part of the node's overhead (P_dyn + P_stat + O_i / n_i), W. */
  readonly powerW: Float64Array;
  /**
   * For each option, smallest factor that multiplies a task's time variance in the energy variance of any plan (Eq.
   * 10), W^2.
   */
  readonly powerSquareW2: Float64Array;
  /**
   * For each option, largest factor that multiplies a task's time variance in the energy variance of any plan, W^2:
   * `powerSquareW2` plus that of overhead, O_i^2.
   */
  readonly mostSquareW2: Float64Array;
  /** For each node group, square of a node's overhead power (O_i^2), W^2. */
  readonly overheadSquareW2: Float64Array;
  /** For each option, number of cores of a node in its group. */
  readonly nodeCores: Int32Array;
  /**
   * Mean time of a task in the option divided by its mean time in P-state 0. The index is task type * count + option.
   */
  readonly scale: Float64Array;
  /** For each node group, largest ratio of variance to mean time of any task in any P-state, s. */
  readonly mostRatioS: Float64Array;
}

export function optionTable(model: RobustModel, groups: readonly NodeGroup[]): OptionTable {
  const firstOption = new Int32Array(groups.length + 1);
  for (const [g, { node }] of groups.entries()) firstOption[g + 1] = firstOption[g]! + node.pStateCount;
  const count = firstOption[groups.length]!;
  const group = new Int32Array(count);
  const pState = new Uint8Array(count);
  const powerW = new Float64Array(count);
  const powerSquareW2 = new Float64Array(count);
  const mostSquareW2 = new Float64Array(count);
  const scale = new Float64Array(model.taskTypeCount * count);
  for (const [g, { node, overheadPerCoreW }] of groups.entries()) {
    for (let p = 0; p < node.pStateCount; p++) {
      const option = firstOption[g]! + p;
      group[option] = g;
      pState[option] = p;
      powerW[option] = node.powerW[p]! + overheadPerCoreW;
      powerSquareW2[option] = node.powerSquareW2[p]!;
      mostSquareW2[option] = node.powerSquareW2[p]! + node.overheadW ** 2;
      for (let type = 0; type < model.taskTypeCount; type++) {
        scale[type * count + option] = node.timeScale[type * node.pStateCount + p]!;
      }
    }
  }
  return {
    count,
    group,
    pState,
    firstOption,
    powerW,
    powerSquareW2,
    mostSquareW2,
    overheadSquareW2: Float64Array.from(groups, ({ node }) => node.overheadW ** 2),
    nodeCores: Int32Array.from(groups, ({ node }) => node.cores),
    scale,
    mostRatioS: mostRatios(model, groups),
  };
}

/**
 * Relative amount by which the smallest costs of a node group are reduced. Rounding errors then cannot cause the search
 * for a task's cheapest option to skip a group wrongly.
 */
const RATE_SLACK = 1e-12;

/**
 * Smallest costs of a task over all P-states, by its task type and node group. The index is task type * G + group,
 * where G is the number of groups.
 */
export interface LeastRates {
  /** Smallest cost of energy and core time, per second of the task's mean time in P-state 0, W. */
  readonly timeW: Float64Array;
  /**
   * Smallest cost of the energy variance at its dual value, per s^2 of the task's time variance in P-state 0, J/s^2.
   */
  readonly varianceW2: Float64Array;
}

/**
 * Returns the smallest costs of a task's time in any P-state: per second of its mean and per s^2 of its variance. The
 * dual values must be non-negative, and each task must take at least mean / deadline of a core's time.
 *
 * @param energyWeight 0 to ignore energy, else 1
 * @param creditW2 for each group, greatest amount by which a node's last core can reduce the cost of a second, W^2 s
 */
export function leastRates(
  { count, firstOption, powerW, powerSquareW2, scale }: OptionTable,
  { nodeJ, varianceJPerJ2 }: { readonly nodeJ: Float64Array; readonly varianceJPerJ2: number },
  deadlineS: number,
  energyWeight: 0 | 1,
  creditW2?: Float64Array,
): LeastRates {
  const groups = nodeJ.length;
  const types = scale.length / count;
  const timeW = new Float64Array(types * groups);
  const varianceW2 = new Float64Array(types * groups);
  for (let at = 0; at < timeW.length; at++) {
    const g = at % groups;
    const scales = ((at - g) / groups) * count;
    const endW = creditW2 === undefined ? 0 : varianceJPerJ2 * creditW2[g]!;
    const perSecondW = nodeJ[g]! / deadlineS - endW;
    let leastW = Infinity;
    let leastW2 = Infinity;
    for (let o = firstOption[g]!; o < firstOption[g + 1]!; o++) {
      const s = scale[scales + o]!;
      leastW = Math.min(leastW, (energyWeight * powerW[o]! + perSecondW) * s);
      leastW2 = Math.min(leastW2, varianceJPerJ2 * powerSquareW2[o]! * (s * s));
    }
    timeW[at] = leastW - RATE_SLACK * (Math.abs(leastW) + endW);
    varianceW2[at] = leastW2 * (1 - RATE_SLACK);
  }
  return { timeW, varianceW2 };
}

function mostRatios(
  { meanS, varianceS2, taskCount, taskType, taskTypeCount, columnCount }: RobustModel,
  groups: readonly NodeGroup[],
): Float64Array {
  return Float64Array.from(groups, ({ node: { column, timeScale, pStateCount } }) => {
    const slowest = Array.from({ length: taskTypeCount }, (_, type) =>
      Math.max(...timeScale.subarray(type * pStateCount, (type + 1) * pStateCount)),
    );
    let most = 0;
    for (let task = 0; task < taskCount; task++) {
      const varied = varianceS2[task * columnCount + column]!;
      if (varied > 0) most = Math.max(most, (varied / meanS[task * columnCount + column]!) * slowest[taskType[task]!]!);
    }
    return most * (1 + 1e-12);
  });
}
