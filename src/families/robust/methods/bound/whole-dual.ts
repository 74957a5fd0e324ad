import type { BagPrices } from '../outcome.js';
import type { BoundSetting } from './setting.js';
import { Sum } from './sum.js';
import { fillAt, leastRate, lnCdf, mostOfLateCore, quickRate } from './whole-core.js';

/** Relative amount by which the deadline is lengthened to cover rounding errors in a plan's sums. */
const DEADLINE_SLACK = 1e-10;
/** Relative amount by which the range of ratios of variance to mean is widened for rounding errors. */
const RATIO_SLACK = 1e-9;
/**
 * Upper bound on the rounding error of a task's cost in the dual, as a fraction of the cost. Our choice: a safe value.
 */
const COST_ROUNDING = 1e-14;
/**
 * Relative amount by which the smallest costs of a node group are reduced. Rounding errors then cannot cause the search
 * for a task's cheapest option to skip a group wrongly.
 */
const RATE_SLACK = 1e-12;
/** Number of linear pieces of a rate table that is used in a proof. */
export const PROOF_PIECES = 64;
/** Number of linear pieces of a rate table while dual values are searched. */
export const QUICK_PIECES = 24;

/**
 * Cost of core time for the tasks of one node group ("charge"), as a function of a task's ratio r of variance to mean,
 * s. A charge is the dual value of core time per second of a task's mean time, in units of ln P. P is the probability
 * that all cores are in time. The function is piecewise linear. Distances between its points grow with the ratio.
 */
export interface RateTable {
  readonly leastS: number;
  /** Width of the range of ratios of variance to mean that the table covers, s; 0 if all ratios are equal. */
  readonly spanS: number;
  /** Charge per second of mean time at each of the `pieces` + 1 points, 1/s; concave in the ratio. */
  readonly ratePerS: Float64Array;
  /**
   * For each point, number of cores that tasks fill per second of their mean time, 1/s, at the quantile where the
   * charge is exact.
   */
  readonly fillPerS: Float64Array;
  /**
   * Upper bound on the sum of two terms for any core of the group: the natural logarithm of the probability that the
   * core is in time, and the charges of the core's tasks. It holds for any tasks on the core.
   */
  readonly most: number;
}

/**
 * Result of evaluating the dual that bounds the probability that all cores are in time. It sums over the cheapest
 * option of each task.
 */
export interface BagPoint {
  /**
   * Sum over tasks of the cost of the cheapest option, in units of ln P. The cost is that of core time and energy at
   * their dual values.
   */
  readonly charged: number;
  /** Sum over cores of `RateTable.most`. It is an upper bound on the sum of ln P and the charges of all tasks. */
  readonly worth: number;
  /** Expected energy of the chosen options including overhead, J. */
  readonly energyJ: number;
  readonly varianceJ2: number;
  /** For each node group, number of cores that the chosen options fill. */
  readonly loadCores: Float64Array;
}

/** Returns, by node group, the smallest and largest ratio of variance to mean, s, widened for rounding errors. */
export function ratioRanges({ model, groups, options }: BoundSetting): [number, number][] {
  return groups.map(({ node }, g) => {
    let [leastS, mostS] = [Infinity, 0];
    for (let task = 0; task < model.taskCount; task++) {
      const place = task * model.columnCount + node.column;
      const meanS = model.meanS[place]!;
      if (meanS === Infinity) continue;
      const ratioS = model.varianceS2[place]! / meanS;
      for (let o = options.firstOption[g]!; o < options.firstOption[g + 1]!; o++) {
        const scaled = ratioS * options.scale[model.taskType[task]! * options.count + o]!;
        leastS = Math.min(leastS, scaled);
        mostS = Math.max(mostS, scaled);
      }
    }
    return [leastS === Infinity ? 0 : leastS * (1 - RATIO_SLACK), mostS * (1 + RATIO_SLACK)];
  });
}

/**
 * Returns the rate table of a node group: the charge per second of a task's mean time, by the task's ratio of variance
 * to mean.
 *
 * @param worth dual value of one core, in units of ln P, where P is the probability that all cores are in time
 */
export function rateTable(
  deadlineS: number,
  [leastS, mostS]: readonly [number, number],
  worth: number,
  { pieces, certified }: { readonly pieces: number; readonly certified: boolean },
): RateTable {
  const stretchedS = deadlineS * (1 + DEADLINE_SLACK);
  const spanS = mostS - leastS;
  const ratePerS = new Float64Array(pieces + 1);
  const fillPerS = new Float64Array(pieces + 1);
  for (let n = 0; n <= pieces; n++) {
    const root = Math.sqrt((leastS + spanS * (n / pieces) ** 2) / (4 * stretchedS));
    const { rate, z } = quickRate(worth, root);
    ratePerS[n] = (certified ? leastRate(worth, root) : rate) / stretchedS;
    fillPerS[n] = fillAt(root, z) / stretchedS;
  }
  const dearest = ratePerS.reduce((most, rate) => Math.max(most, rate), 0) * stretchedS;
  const late = certified ? mostOfLateCore(dearest, Math.sqrt(mostS / (4 * stretchedS))) : -Infinity;
  return { leastS, spanS, ratePerS, fillPerS, most: Math.max(worth, late) };
}

/** Returns the charge per second of mean time, 1/s, at a ratio of variance to mean within the table's range. */
export function chargeAt(table: RateTable, ratioS: number): number {
  return valueAt(table, table.ratePerS, ratioS);
}

/**
 * Returns the value of a piecewise linear function at a ratio within the table's range. `values` has the function's
 * values at the table's points.
 */
function valueAt({ leastS, spanS }: RateTable, values: Float64Array, ratioS: number): number {
  if (!(spanS > 0)) return Math.min(values[0]!, values.at(-1)!);
  const pieces = values.length - 1;
  const share = Math.min(1, Math.max(0, (ratioS - leastS) / spanS));
  let n = Math.min(pieces - 1, Math.floor(pieces * Math.sqrt(share)));
  // The root is rounded: beyond its piece a chord would lie above the curve.
  if (share < (n / pieces) ** 2) n--;
  else if (n < pieces - 1 && share > ((n + 1) / pieces) ** 2) n++;
  const from = (n / pieces) ** 2;
  const part = (share - from) / (((n + 1) / pieces) ** 2 - from);
  return values[n]! + part * (values[n + 1]! - values[n]!);
}

/**
 * Evaluates the dual that bounds the probability that all cores are in time. Only one of every `every` tasks is used,
 * with sums scaled up to all tasks.
 */
export function bagPoint(
  { model, groups, options }: BoundSetting,
  { perJ, varianceJPerJ2 }: Pick<BagPrices, 'perJ' | 'varianceJPerJ2'>,
  tables: readonly RateTable[],
  every = 1,
): BagPoint {
  const squareW2 = varianceJPerJ2 < 0 ? options.mostSquareW2 : options.powerSquareW2;
  const least = varianceJPerJ2 >= 0 ? leastCharges(options, tables, perJ) : null;
  const [charged, energy, variance] = [new Sum(), new Sum(), new Sum()];
  const loadCores = new Float64Array(groups.length);
  for (let task = 0; task < model.taskCount; task += every) {
    const type = model.taskType[task]!;
    let best = Infinity;
    let [option, bestS, bestRatioS, bestJ, bestJ2] = [-1, 0, 0, 0, 0];
    for (let g = 0; g < groups.length; g++) {
      const place = task * model.columnCount + groups[g]!.node.column;
      const mean0 = model.meanS[place]!;
      if (mean0 === Infinity || (least !== null && mean0 * least[type * groups.length + g]! > best)) continue;
      const ratio0 = model.varianceS2[place]! / mean0;
      const table = tables[g]!;
      for (let o = options.firstOption[g]!; o < options.firstOption[g + 1]!; o++) {
        const scale = options.scale[type * options.count + o]!;
        const meanS = mean0 * scale;
        const ratioS = ratio0 * scale;
        const energyJ = options.powerW[o]! * meanS;
        const joules2 = squareW2[o]! * ratioS * meanS;
        const time = meanS * chargeAt(table, ratioS);
        const [power, risk] = [perJ * energyJ, perJ * varianceJPerJ2 * joules2];
        const cost = time + power + risk - COST_ROUNDING * (time + power + Math.abs(risk));
        if (cost >= best) continue;
        // No number: for all we know it is less than anything.
        best = cost < best ? cost : -Infinity;
        [option, bestS, bestRatioS, bestJ, bestJ2] = [o, meanS, ratioS, energyJ, joules2];
      }
    }
    charged.add(best);
    energy.add(bestJ);
    variance.add(bestJ2);
    if (option < 0) continue;
    const g = options.group[option]!;
    loadCores[g]! += bestS * valueAt(tables[g]!, tables[g]!.fillPerS, bestRatioS);
  }
  const worth = new Sum();
  for (const [g, { cores }] of groups.entries()) worth.add(cores * tables[g]!.most * (1 + COST_ROUNDING));
  const weight = model.taskCount / Math.ceil(model.taskCount / every);
  const total = charged.total;
  return {
    charged: every === 1 ? total - COST_ROUNDING * Math.abs(total) : weight * total,
    worth: worth.total,
    energyJ: weight * energy.total,
    varianceJ2: weight * variance.total,
    loadCores: loadCores.map((load) => weight * load),
  };
}

/**
 * Returns the least cost over P-states, per second of a task's mean time in P-state 0. The index is task type * G +
 * group, where G is the number of groups.
 */
function leastCharges(
  { count, firstOption, powerW, scale }: BoundSetting['options'],
  tables: readonly RateTable[],
  perJ: number,
): Float64Array {
  const groups = tables.length;
  const least = new Float64Array((scale.length / count) * groups).fill(Infinity);
  for (let at = 0; at < least.length; at++) {
    const g = at % groups;
    const scales = ((at - g) / groups) * count;
    const rate = tables[g]!.ratePerS.reduce((low, one) => Math.min(low, one), Infinity);
    for (let o = firstOption[g]!; o < firstOption[g + 1]!; o++) {
      least[at] = Math.min(least[at]!, (perJ * powerW[o]! + rate) * scale[scales + o]! * (1 - RATE_SLACK));
    }
  }
  return least;
}

/**
 * Returns the dual value of a core at which tasks with ratio `ratioS` of variance to mean have the charge `ratePerS`.
 * It is found by bisection.
 */
export function worthOfRate(deadlineS: number, ratioS: number, ratePerS: number): number {
  const root = Math.sqrt(ratioS / (4 * deadlineS));
  const wanted = ratePerS * deadlineS;
  // At z = infinity all of the deadline is charged, so worth >= rate there; at z = 0 it is worth + ln 2.
  let [low, high] = [0, Math.max(1, wanted)];
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (quickRate(middle, root).rate < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Returns two derivatives with respect to a core's quantile z: that of ln Phi(z), and that of the logarithm of
 * `fillAt`.
 */
export function slopesAt(root: number, z: number): { readonly ln: number; readonly fill: number } {
  const step = 1e-4;
  return {
    ln: (lnCdf(z + step) - lnCdf(z - step)) / (2 * step),
    fill: (fillAt(root, z + step) / fillAt(root, z - step) - 1) / (2 * step),
  };
}
