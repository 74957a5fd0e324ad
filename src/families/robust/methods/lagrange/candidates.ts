import { coreShare, type ShareRule } from '../bound/dual.js';
import { leastRates } from '../bound/options.js';
import type { BoundSetting } from '../bound/setting.js';
import type { RobustPrices } from '../outcome.js';

/** Number of options (node group and P-state) kept per task. */
const WIDTH = 16;
/**
 * Minimum cost of a second over the deadline, as a multiple of the tasks' mean energy per second. It keeps this cost
 * positive even if core time has dual value 0, because a late core makes a plan miss its target.
 */
const MIN_RATE_SHARE = 1;

/**
 * For each task, the options (node group and P-state) that are cheapest at the bound's dual values. Searches try only
 * these, although options beyond the list may be better.
 */
export interface Candidates {
  readonly width: number;
  /** Options of each task, cheapest first, at index task * width + rank; -1 beyond the last option. */
  readonly option: Int32Array;
  /** Dual value of the whole time of one core, J, by node group. */
  readonly coreJ: Float64Array;
  /** Dual value of a second of a core's time, J/s, by node group. */
  readonly priceJPerS: Float64Array;
  /** Cost of a second over the deadline, J/s, by node group. It is `priceJPerS`, but at least a positive minimum. */
  readonly rateJPerS: Float64Array;
  /** Cheapest option of each node group for tasks of a type, at index task type * groups + group. */
  readonly bestOption: Int32Array;
  /** Mean over all tasks of the energy of the task's cheapest option including overhead, J. */
  readonly meanEnergyJ: number;
}

/** Returns the cheapest options of each task at the given dual values, in time O(tasks x options). */
export function findCandidates(setting: BoundSetting, rule: ShareRule, prices: RobustPrices): Candidates {
  const { model, groups, options } = setting;
  const { taskCount } = model;
  const { nodeJ, varianceJPerJ2 } = prices;
  const width = Math.min(WIDTH, options.count);
  const option = new Int32Array(taskCount * width).fill(-1);
  const costs = new Float64Array(width);
  // As in evaluateDual: then no part of a cost is negative, and shares are at least mean / deadline.
  const plain = rule.z >= 0 && varianceJPerJ2 >= 0;
  const rates = leastRates(options, prices, rule.deadlineS, 1);
  let meanS = 0;
  let varianceS2 = 0;
  let energyJ = 0;
  for (let task = 0; task < taskCount; task++) {
    const base = task * width;
    const scales = model.taskType[task]! * options.count;
    const typeRates = model.taskType[task]! * groups.length;
    let filled = 0;
    for (let g = 0; g < groups.length; g++) {
      const { node } = groups[g]!;
      const at = task * model.columnCount + node.column;
      const mean0 = model.meanS[at]!;
      if (mean0 === Infinity) continue;
      if (plain && filled === width && mean0 * rates.timeW[typeRates + g]! > costs[width - 1]!) continue;
      const variance0 = model.varianceS2[at]!;
      const first = options.firstOption[g]!;
      for (let o = first; o < options.firstOption[g + 1]!; o++) {
        const scale = options.scale[scales + o]!;
        const mean = mean0 * scale;
        const variance = variance0 * (scale * scale);
        const cost =
          options.powerW[o]! * mean +
          nodeJ[g]! * coreShare(rule, mean, variance) +
          varianceJPerJ2 * node.powerSquareW2[o - first]! * variance;
        if (filled === width && cost >= costs[width - 1]!) continue;
        let rank = filled < width ? filled++ : width - 1;
        for (; rank > 0 && costs[rank - 1]! > cost; rank--) {
          costs[rank] = costs[rank - 1]!;
          option[base + rank] = option[base + rank - 1]!;
        }
        costs[rank] = cost;
        option[base + rank] = o;
      }
    }
    const best = option[base]!;
    const scale = options.scale[scales + best]!;
    const at = task * model.columnCount + groups[options.group[best]!]!.node.column;
    meanS += model.meanS[at]! * scale;
    varianceS2 += model.varianceS2[at]! * (scale * scale);
    energyJ += options.powerW[best]! * model.meanS[at]! * scale;
  }
  const perSecond = coreShare(rule, meanS / taskCount, varianceS2 / taskCount) / (meanS / taskCount);
  const least = (MIN_RATE_SHARE * energyJ) / meanS;
  const priceJPerS = nodeJ.map((price) => price * perSecond);
  const rateJPerS = priceJPerS.map((price) => Math.max(least, price));
  const bestOption = bestOptions(setting, rateJPerS);
  return { width, option, coreJ: nodeJ, priceJPerS, rateJPerS, bestOption, meanEnergyJ: energyJ / taskCount };
}

function bestOptions({ model, groups, options }: BoundSetting, rateJPerS: Float64Array): Int32Array {
  const best = new Int32Array(model.taskTypeCount * groups.length);
  for (let type = 0; type < model.taskTypeCount; type++) {
    for (let g = 0; g < groups.length; g++) {
      let least = Infinity;
      for (let o = options.firstOption[g]!; o < options.firstOption[g + 1]!; o++) {
        const cost = (options.powerW[o]! + rateJPerS[g]!) * options.scale[type * options.count + o]!;
        if (cost >= least) continue;
        least = cost;
        best[type * groups.length + g] = o;
      }
    }
  }
  return best;
}
