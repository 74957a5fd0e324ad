import type { RobustModel } from '../../../../../models/families/robust/model.js';
import {
  coreShare,
  creditsW2,
  type DualPoint,
  type DualPrices,
  lastCoreTerms,
  mayTake,
  ruleOfCores,
  type ShareRule,
} from './dual.js';
import type { NodeGroup } from './groups.js';
import type { ShareProgram } from './interior-point.js';
import { bestLastCorePrices, type LastCorePrices, type LastCoreTerm, lastCoreVarianceS2 } from './last-core.js';
import { leastRates, type OptionTable } from './options.js';

/**
 * Relative allowance for rounding errors in a limit on costs. An option (node group and P-state) that costs more than
 * the limit cannot be among the cheapest options of a task. Our choice: far more than the errors.
 */
const KNOWN_SLACK = 1e-9;

/**
 * Reduced problem for the search for dual values. It has some of the tasks, each of which stands for `weight` tasks,
 * with their `width` cheapest options. It is evaluated more quickly than the full dual. Its value proves no bound,
 * because fewer options make it higher.
 */
export class ActiveSet {
  private readonly width: number;
  private readonly option: Int32Array;
  private readonly meanS: Float64Array;
  private readonly spreadS2: Float64Array;
  /**
   * For each option in the set, smallest contribution of the task to the energy variance of any plan, J^2. It depends
   * on `ends`.
   */
  private readonly joules2: Float64Array;
  /** For each option in the set, largest contribution of the task to the energy variance of any plan, J^2. */
  private readonly mostJoules2: Float64Array;
  private readonly share: Float64Array;
  private readonly costs: Float64Array;
  private rule: ShareRule | null = null;
  private terms: readonly LastCoreTerm[] = [];

  constructor(
    private readonly model: RobustModel,
    private readonly groups: readonly NodeGroup[],
    private readonly options: OptionTable,
    private readonly ends: LastCorePrices,
    readonly tasks: Int32Array,
    /** Number of tasks of the bag for which each task of this set stands. */
    readonly weight: number,
    width: number,
  ) {
    this.width = Math.min(width, options.count);
    const size = tasks.length * this.width;
    this.option = new Int32Array(size);
    this.meanS = new Float64Array(size);
    this.spreadS2 = new Float64Array(size);
    this.joules2 = new Float64Array(size);
    this.mostJoules2 = new Float64Array(size);
    this.share = new Float64Array(size);
    this.costs = new Float64Array(this.width);
  }

  /** Replaces the options in the set by those that are cheapest for each task at these dual values. */
  refresh(rule: ShareRule, { nodeJ, varianceJPerJ2 }: DualPrices): void {
    const { model, groups, options, width, costs } = this;
    const { firstOption, powerW, scale, count } = options;
    const everyOption = width === count;
    const positive = rule.z >= 0;
    const rules = this.rulesOf(rule);
    const plain = positive && varianceJPerJ2 >= 0;
    this.terms = lastCoreTerms(groups, this.ends, rule, { nodeJ, varianceJPerJ2 }, 1);
    const credits = creditsW2(groups, this.terms);
    const rates = leastRates(options, { nodeJ, varianceJPerJ2 }, rule.deadlineS, 1, credits);
    for (let n = 0; n < this.tasks.length; n++) {
      const task = this.tasks[n]!;
      const base = n * width;
      const typeRates = model.taskType[task]! * groups.length;
      const scales = model.taskType[task]! * count;
      let filled = 0;
      const knownJ = everyOption ? Infinity : this.dearestKnown(base, rules, { nodeJ, varianceJPerJ2 });
      for (let g = 0; g < groups.length; g++) {
        const place = task * model.columnCount + groups[g]!.node.column;
        const mean0 = model.meanS[place]!;
        if (mean0 === Infinity) continue;
        const variance0 = model.varianceS2[place]!;
        const mostJ = filled === width ? Math.min(knownJ, costs[width - 1]!) : knownJ;
        const leastJ = mean0 * rates.timeW[typeRates + g]! + variance0 * rates.varianceW2[typeRates + g]!;
        if (plain && !everyOption && leastJ > mostJ) continue;
        const perSecondW = nodeJ[g]! / rule.deadlineS;
        const groupRule = rules[g]!;
        for (let o = firstOption[g]!; o < firstOption[g + 1]!; o++) {
          const s = scale[scales + o]!;
          const mean = mean0 * s;
          const spread = variance0 * (s * s);
          if (everyOption) {
            this.place(base + filled++, o, mean, spread);
            continue;
          }
          const joules2 = varianceJPerJ2 < 0 ? options.mostSquareW2[o]! * spread : this.leastJoules2(o, mean, spread);
          const unpriced = powerW[o]! * mean + varianceJPerJ2 * joules2;
          // As in evaluateDual: shares are at least mean / deadline then.
          const leastCostJ = unpriced + perSecondW * mean;
          if (positive && (leastCostJ > knownJ || (filled === width && leastCostJ >= costs[width - 1]!))) continue;
          const share = coreShare(groupRule, mean, spread);
          if (!mayTake(groupRule, share, mean, spread)) continue;
          const cost = unpriced + nodeJ[g]! * share;
          if (filled === width && cost >= costs[width - 1]!) continue;
          let at = filled < width ? filled++ : width - 1;
          for (; at > 0 && costs[at - 1]! > cost; at--) {
            costs[at] = costs[at - 1]!;
            this.option[base + at] = this.option[base + at - 1]!;
            this.meanS[base + at] = this.meanS[base + at - 1]!;
            this.spreadS2[base + at] = this.spreadS2[base + at - 1]!;
            this.joules2[base + at] = this.joules2[base + at - 1]!;
            this.mostJoules2[base + at] = this.mostJoules2[base + at - 1]!;
          }
          costs[at] = cost;
          this.place(base + at, o, mean, spread);
        }
      }
      for (let at = filled; at < width; at++) this.option[base + at] = -1;
    }
    this.rule = null;
    this.use(rule);
  }

  /**
   * Returns an upper bound, J, on the costs of a task's `width` cheapest options: the highest cost in the set plus an
   * allowance for rounding. Returns Infinity if the task has fewer options or if `rules` exclude some options.
   */
  private dearestKnown(base: number, rules: readonly ShareRule[], { nodeJ, varianceJPerJ2 }: DualPrices): number {
    const { option, options, width } = this;
    let dearestJ = -Infinity;
    for (let k = base; k < base + width; k++) {
      const o = option[k]!;
      if (o < 0 || this.rule === null) return Infinity;
      const g = options.group[o]!;
      const meanS = this.meanS[k]!;
      const spreadS2 = this.spreadS2[k]!;
      const share = coreShare(rules[g]!, meanS, spreadS2);
      if (!mayTake(rules[g]!, share, meanS, spreadS2)) return Infinity;
      const joules2 = varianceJPerJ2 < 0 ? options.mostSquareW2[o]! * spreadS2 : this.leastJoules2(o, meanS, spreadS2);
      dearestJ = Math.max(dearestJ, options.powerW[o]! * meanS + varianceJPerJ2 * joules2 + nodeJ[g]! * share);
    }
    return dearestJ + KNOWN_SLACK * Math.abs(dearestJ);
  }

  private place(at: number, option: number, meanS: number, spreadS2: number): void {
    this.option[at] = option;
    this.meanS[at] = meanS;
    this.spreadS2[at] = spreadS2;
    this.joules2[at] = this.leastJoules2(option, meanS, spreadS2);
    this.mostJoules2[at] = this.options.mostSquareW2[option]! * spreadS2;
  }

  private leastJoules2(option: number, meanS: number, spreadS2: number): number {
    const { powerSquareW2, overheadSquareW2, nodeCores, group } = this.options;
    const g = group[option]!;
    const lastS2 = lastCoreVarianceS2(this.terms[g]!, nodeCores[g]!, meanS, spreadS2);
    return powerSquareW2[option]! * spreadS2 + overheadSquareW2[g]! * lastS2;
  }

  /** Returns the multipliers for nodes' last cores that add most to the bound, given the options chosen in `point`. */
  bestEnds(point: DualPoint, { nodeJ, varianceJPerJ2 }: DualPrices): LastCorePrices {
    const { width, options, option, groups, weight } = this;
    const loadCores = point.loadCores.map((load) => load / weight);
    const chosen = { meanS: 0, varianceS2: 0 };
    const { z, deadlineS } = this.rule ?? { z: 0, deadlineS: Infinity };
    const timeOf = (n: number): typeof chosen => {
      const k = option.indexOf(point.option[n]!, n * width);
      chosen.meanS = this.meanS[k]!;
      chosen.varianceS2 = this.spreadS2[k]!;
      return chosen;
    };
    return bestLastCorePrices(groups, options.group, point, this.tasks.length, timeOf, loadCores, (g) => ({
      z,
      deadlineS,
      nodeJ: nodeJ[g]!,
      varianceJPerJ2,
      energyWeight: 1,
    }));
  }

  /**
   * Sets the multipliers for nodes' last cores in all later evaluations. They also apply to other sets of the search,
   * which share `ends`.
   */
  useEnds(ends: LastCorePrices, prices: DualPrices): void {
    const { option, groups } = this;
    this.ends.ratioS.set(ends.ratioS);
    this.ends.idleS2.set(ends.idleS2);
    this.ends.tangentS.set(ends.tangentS);
    if (this.rule !== null) this.terms = lastCoreTerms(groups, this.ends, this.rule, prices, 1);
    for (let k = 0; k < option.length; k++) {
      const o = option[k]!;
      if (o >= 0) this.joules2[k] = this.leastJoules2(o, this.meanS[k]!, this.spreadS2[k]!);
    }
  }

  /**
   * Returns a linear program that assigns the tasks of the set to options at least cost. The cost of an option includes
   * its energy variance at the dual value `varianceJPerJ2`. The dual values of the capacities in the program are the
   * best dual values of core time. The capacity of each node group is divided by `weight`, because each task stands for
   * `weight` tasks.
   */
  program(varianceJPerJ2: number): ShareProgram {
    const { width, options, weight } = this;
    const joules2 = varianceJPerJ2 < 0 ? this.mostJoules2 : this.joules2;
    const first = new Int32Array(this.tasks.length + 1);
    const size = this.share.reduce((sum, share) => sum + (share < Infinity ? 1 : 0), 0);
    const group = new Int32Array(size);
    const cost = new Float64Array(size);
    const share = new Float64Array(size);
    let entry = 0;
    for (let n = 0; n < this.tasks.length; n++) {
      for (let k = n * width; k < (n + 1) * width; k++) {
        if (this.share[k] === Infinity) continue;
        const o = this.option[k]!;
        group[entry] = options.group[o]!;
        cost[entry] = options.powerW[o]! * this.meanS[k]! + varianceJPerJ2 * joules2[k]!;
        share[entry++] = this.share[k]!;
      }
      first[n + 1] = entry;
    }
    return { first, group, cost, share, capacity: Float64Array.from(this.groups, ({ cores }) => cores / weight) };
  }

  /** Sets the constraint on every core (`ShareRule`) that later evaluations use. */
  use(rule: ShareRule): void {
    if (this.rule !== null && this.rule.z === rule.z && this.rule.deadlineS === rule.deadlineS) return;
    this.rule = rule;
    const rules = this.rulesOf(rule);
    for (let k = 0; k < this.option.length; k++) {
      const o = this.option[k]!;
      this.share[k] = Infinity;
      if (o < 0) continue;
      const groupRule = rules[this.options.group[o]!]!;
      const share = coreShare(groupRule, this.meanS[k]!, this.spreadS2[k]!);
      if (mayTake(groupRule, share, this.meanS[k]!, this.spreadS2[k]!)) this.share[k] = share;
    }
  }

  private rulesOf(rule: ShareRule): ShareRule[] {
    return this.groups.map((_, g) => ruleOfCores(rule, this.options.mostRatioS[g]!));
  }

  /**
   * Evaluates the dual over the set and writes the result into `point`, as `evaluateDual` does. `point.option` has one
   * entry for each task of the set.
   */
  evaluate({ nodeJ, varianceJPerJ2 }: DualPrices, energyWeight: 0 | 1, point: DualPoint): void {
    const { width, options, groups, weight } = this;
    const { group, powerW } = options;
    const joules2 = varianceJPerJ2 < 0 ? this.mostJoules2 : this.joules2;
    point.loadCores.fill(0);
    let value = 0;
    let energy = 0;
    let variance = 0;
    for (let n = 0; n < this.tasks.length; n++) {
      let best = Infinity;
      let bestAt = -1;
      for (let k = n * width; k < (n + 1) * width; k++) {
        const share = this.share[k]!;
        if (share === Infinity) continue;
        const o = this.option[k]!;
        const cost =
          energyWeight * powerW[o]! * this.meanS[k]! + nodeJ[group[o]!]! * share + varianceJPerJ2 * joules2[k]!;
        if (cost < best) {
          best = cost;
          bestAt = k;
        }
      }
      value += best;
      if (bestAt < 0) {
        point.option[n] = -1;
        continue;
      }
      const o = this.option[bestAt]!;
      point.option[n] = o;
      energy += powerW[o]! * this.meanS[bestAt]!;
      variance += joules2[bestAt]!;
      point.loadCores[group[o]!]! += weight * this.share[bestAt]!;
    }
    value *= weight;
    variance *= weight;
    for (const [g, { cores, node, nodes }] of groups.entries()) {
      value -= nodeJ[g]! * cores;
      if (!(varianceJPerJ2 > 0)) continue;
      // No more than a core's time is worth at these prices.
      const joules2 = Math.min(node.overheadW ** 2 * this.terms[g]!.nodeS2, nodeJ[g]! / varianceJPerJ2) * nodes.length;
      value += varianceJPerJ2 * joules2;
      variance += joules2;
    }
    point.valueJ = value;
    point.energyJ = weight * energy;
    point.varianceJ2 = variance;
  }
}
