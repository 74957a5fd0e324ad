import type { RandomStream } from '../../../../random/stream.js';
import { accepts } from './accepts.js';
import type { Candidates } from './candidates.js';
import { lnInTime } from './ln-in-time.js';
import { NodeEnds } from './node-ends.js';
import type { Packing } from './packing.js';

/**
 * Number of extra swaps per sweep for each task of a node's last core. The last core is the core that is meant to end
 * last.
 */
const END_SWAPS = 20;
/**
 * Value of `overloadFactor` from which the full cost is charged if a last core ends at the wrong time. Below it, the
 * cost is charged in proportion.
 */
const STRICT_OVERLOAD = 3;

/**
 * Cost of a task in an option, J, with mean and variance of its time. The cost is the energy, plus the energy variance
 * at its dual value.
 */
interface OptionCost {
  costJ: number;
  meanS: number;
  varianceS2: number;
}

/**
 * Simulated annealing of a complete assignment of tasks to cores and P-states. Each trial changes one or two tasks,
 * with the Metropolis rule, in time O(1). The cost, in J, is the sum of:
 * - expected energy and energy variance at its dual value;
 * - time over the deadline at the target quantile, at the dual value of core time; or, if `perLnJ` is above 0, `perLnJ`
 * times minus ln of the probability that all cores are in time;
 * - overhead of nodes that stay on for cores that end late.
 */
export class Anneal {
  /** Quantile that the finish time of every core should reach at the deadline. */
  targetZ = 0;
  /** Dual value of energy variance, J per J^2. */
  varianceJPerJ2 = 0;
  temperatureJ = 0;
  /**
   * Cost of a decrease of ln P by 1, J, where P is the probability that all cores are in time. If it is 0, time over
   * the deadline has a cost instead.
   */
  perLnJ = 0;
  /** Cost of each second over the deadline, as a multiple of `rateJPerS` of the candidates. */
  overloadFactor = 2;
  /** Number of accepted changes so far. */
  kept = 0;
  readonly ends: NodeEnds;

  /** For each core, cost that depends on its finish time, J, as `costOfLoad` returns it. */
  private readonly loadJ: Float64Array;
  /** For each core, cost of a second over the deadline, J/s. */
  private readonly overloadJPerS: Float64Array;
  /** For each task, cost in its present option, J: energy plus energy variance at its dual value. */
  private readonly costJ: Float64Array;
  /** Mean time of each task in its present option, s. */
  private readonly meanS: Float64Array;
  /** Variance of the time of each task in its present option, s^2. */
  private readonly varianceS2: Float64Array;
  // Records that `costOfOption` fills, reused so that no trial allocates.
  private readonly coming: OptionCost = { costJ: 0, meanS: 0, varianceS2: 0 };
  private readonly coming2: OptionCost = { costJ: 0, meanS: 0, varianceS2: 0 };

  constructor(
    private readonly packing: Packing,
    private readonly candidates: Candidates,
    private readonly random: RandomStream,
  ) {
    const { model } = packing;
    this.loadJ = new Float64Array(model.coreCount);
    this.overloadJPerS = new Float64Array(model.coreCount);
    this.costJ = new Float64Array(model.taskCount);
    this.meanS = new Float64Array(model.taskCount);
    this.varianceS2 = new Float64Array(model.taskCount);
    this.ends = new NodeEnds(packing);
  }

  /**
   * Tries, for each task, one swap with a task of an equivalent core, then extra swaps on the last cores. This evens
   * out loads without a change of energy.
   */
  balance(): void {
    this.prepare();
    for (let task = 0; task < this.packing.core.length; task++) this.swapAlike(task);
    this.swapAtEnds();
  }

  /**
   * Tries one change of each kind for each task. Only with `crossCore` does it also try moves and swaps between node
   * groups.
   */
  sweep({ crossCore }: { readonly crossCore: boolean }): void {
    this.prepare();
    for (let task = 0; task < this.packing.core.length; task++) {
      this.changePState(task);
      this.changeTwoPStates(task);
      this.swapAlike(task);
      if (!crossCore) continue;
      this.send(task);
      this.swapAcross(task);
    }
    this.swapAtEnds();
  }

  /** Tries extra swaps for the tasks of each node's last core, because that core determines how long the node is on. */
  private swapAtEnds(): void {
    const { packing, ends } = this;
    for (const core of ends.lastCore) {
      const list = packing.tasks[core]!;
      for (let k = 0; k < END_SWAPS * list.length; k++) this.swapAlike(list[k % list.length]!);
    }
  }

  private prepare(): void {
    const { packing, candidates, overloadJPerS, loadJ } = this;
    const { model, groupOfNode, finishS, varianceS2 } = packing;
    this.ends.refresh(this.varianceJPerJ2, this.overloadFactor / STRICT_OVERLOAD);
    for (let core = 0; core < model.coreCount; core++) {
      const g = groupOfNode[model.nodeOfCore[core]!]!;
      overloadJPerS[core] = this.overloadFactor * candidates.rateJPerS[g]!;
      loadJ[core] = this.costOfLoad(core, finishS[core]!, varianceS2[core]!);
    }
    const { option } = packing;
    for (let task = 0; task < option.length; task++) {
      this.take(task, this.costOfOption(task, option[task]!, this.coming));
    }
  }

  private costOfLoad(core: number, finishS: number, varianceS2: number): number {
    const { lateFromS, lateJPerS, earlyFromS, earlyJPerS, varianceJPerS2 } = this.ends;
    const lateS = finishS - lateFromS[core]!;
    const earlyS = earlyFromS[core]! - finishS;
    return (
      this.costOfLateness(core, finishS, varianceS2) +
      (lateS > 0 ? lateJPerS[core]! * lateS : 0) +
      (earlyS > 0 ? earlyJPerS[core]! * earlyS : 0) +
      varianceJPerS2[core]! * varianceS2
    );
  }

  /**
   * Returns the cost of a core's lateness, J. If `perLnJ` is above 0, it is minus `perLnJ` times ln of the probability
   * that the core is in time. Otherwise it is the cost of the time over the deadline at the target quantile.
   */
  private costOfLateness(core: number, finishS: number, varianceS2: number): number {
    const { deadlineS } = this.packing.model;
    if (this.perLnJ > 0) return -this.perLnJ * lnInTime(deadlineS, finishS, varianceS2);
    const over = (varianceS2 > 0 ? finishS + this.targetZ * Math.sqrt(varianceS2) : finishS) - deadlineS;
    return over > 0 ? this.overloadJPerS[core]! * over : 0;
  }

  /**
   * Writes the cost of a task in an option into `into`, and returns `into`. `costJ` is Infinity if the task cannot run
   * in the option.
   */
  private costOfOption(task: number, option: number, into: OptionCost): OptionCost {
    const { model, options, groups, squareW2 } = this.packing;
    const at = task * model.columnCount + groups[options.group[option]!]!.node.column;
    const scale = options.scale[model.taskType[task]! * options.count + option]!;
    const meanS = model.meanS[at]! * scale;
    const varianceS2 = model.varianceS2[at]! * (scale * scale);
    into.meanS = meanS;
    into.varianceS2 = varianceS2;
    into.costJ = options.powerW[option]! * meanS + this.varianceJPerJ2 * squareW2[option]! * varianceS2;
    return into;
  }

  private take(task: number, { costJ, meanS, varianceS2 }: OptionCost): void {
    this.costJ[task] = costJ;
    this.meanS[task] = meanS;
    this.varianceS2[task] = varianceS2;
  }

  private accept(changeJ: number): boolean {
    if (!accepts(changeJ, this.temperatureJ, this.random)) return false;
    this.kept++;
    return true;
  }

  private setCore(core: number, finishS: number, varianceS2: number, loadJ: number): void {
    const { packing } = this;
    packing.finishS[core] = finishS;
    packing.varianceS2[core] = varianceS2;
    this.loadJ[core] = loadJ;
  }

  /** Tries to run a task in the next faster or the next slower P-state. */
  private changePState(task: number): void {
    const { packing } = this;
    const { options } = packing;
    const from = packing.option[task]!;
    const g = options.group[from]!;
    const to = from + (this.random.uniform() < 0.5 ? -1 : 1);
    if (to < options.firstOption[g]! || to >= options.firstOption[g + 1]!) return;
    this.tryOption(task, to);
  }

  private tryOption(task: number, to: number): void {
    const { packing } = this;
    const core = packing.core[task]!;
    const now = this.costOfOption(task, to, this.coming);
    const changeJ = now.costJ - this.costJ[task]!;
    const finishS = packing.finishS[core]! - this.meanS[task]! + now.meanS;
    const varianceS2 = packing.varianceS2[core]! - this.varianceS2[task]! + now.varianceS2;
    const loadJ = this.costOfLoad(core, finishS, varianceS2);
    if (!this.accept(changeJ + loadJ - this.loadJ[core]!)) return;
    packing.option[task] = to;
    this.take(task, now);
    this.setCore(core, finishS, varianceS2, loadJ);
  }

  /** Tries a change of two tasks on one core: one task gets the next faster P-state, the other the next slower one. */
  private changeTwoPStates(task: number): void {
    const { packing, random } = this;
    const { options } = packing;
    const core = packing.core[task]!;
    const list = packing.tasks[core]!;
    const x = random.uniform() * list.length;
    const k = Math.floor(x);
    const other = list[k]!;
    if (other === task) return;
    const from = packing.option[task]!;
    const otherFrom = packing.option[other]!;
    const step = x - k < 0.5 ? -1 : 1;
    const first = options.firstOption[options.group[from]!]!;
    const end = options.firstOption[options.group[from]! + 1]!;
    if (Math.min(from + step, otherFrom - step) < first || Math.max(from + step, otherFrom - step) >= end) return;
    const { costJ, meanS } = this;
    const one = this.costOfOption(task, from + step, this.coming);
    const two = this.costOfOption(other, otherFrom - step, this.coming2);
    const changeJ = one.costJ + two.costJ - costJ[task]! - costJ[other]!;
    const finishS = packing.finishS[core]! + one.meanS + two.meanS - meanS[task]! - meanS[other]!;
    const varianceS2 =
      packing.varianceS2[core]! + one.varianceS2 + two.varianceS2 - this.varianceS2[task]! - this.varianceS2[other]!;
    const loadJ = this.costOfLoad(core, finishS, varianceS2);
    if (!this.accept(changeJ + loadJ - this.loadJ[core]!)) return;
    packing.option[task] = from + step;
    packing.option[other] = otherFrom - step;
    this.take(task, one);
    this.take(other, two);
    this.setCore(core, finishS, varianceS2, loadJ);
  }

  /**
   * Tries to run a task in one of its cheapest options. If the option belongs to another node group, the task moves to
   * the one of two random cores that finishes earlier.
   */
  private send(task: number): void {
    const { packing, candidates, random } = this;
    const r = random.uniform();
    const to = candidates.option[task * candidates.width + Math.floor(candidates.width * r * r)]!;
    const from = packing.option[task]!;
    if (to < 0 || to === from) return;
    const g = packing.options.group[to]!;
    if (g === packing.options.group[from]!) {
      this.tryOption(task, to);
      return;
    }
    const cores = packing.coresOf[g]!;
    const x = random.uniform() * cores.length;
    const k = Math.floor(x);
    const one = cores[k]!;
    const two = cores[Math.floor((x - k) * cores.length)]!;
    const target = packing.finishS[two]! < packing.finishS[one]! ? two : one;
    const core = packing.core[task]!;
    const now = this.costOfOption(task, to, this.coming);
    const targetS = packing.finishS[target]! + now.meanS;
    const targetS2 = packing.varianceS2[target]! + now.varianceS2;
    const targetJ = this.costOfLoad(target, targetS, targetS2);
    const coreS = packing.finishS[core]! - this.meanS[task]!;
    const coreS2 = packing.varianceS2[core]! - this.varianceS2[task]!;
    const coreJ = this.costOfLoad(core, coreS, coreS2);
    if (!this.accept(now.costJ - this.costJ[task]! + targetJ - this.loadJ[target]! + coreJ - this.loadJ[core]!)) return;
    packing.move(task, target, to);
    this.take(task, now);
    this.setCore(target, targetS, targetS2, targetJ);
    this.setCore(core, coreS, coreS2, coreJ);
  }

  /**
   * Tries to swap a task with a task of an equivalent core. Both keep their P-states, so that only the sums of two
   * cores change.
   */
  private swapAlike(task: number): void {
    const { packing, random } = this;
    const option = packing.option[task]!;
    const core = packing.core[task]!;
    const cores = packing.coresOf[packing.options.group[option]!]!;
    const x = random.uniform() * cores.length;
    const k = Math.floor(x);
    const target = cores[k]!;
    if (target === core) return;
    const list = packing.tasks[target]!;
    if (list.length === 0) return;
    const other = list[Math.floor((x - k) * list.length)]!;
    const moreS = this.meanS[other]! - this.meanS[task]!;
    const moreS2 = this.varianceS2[other]! - this.varianceS2[task]!;
    const coreS = packing.finishS[core]! + moreS;
    const coreS2 = packing.varianceS2[core]! + moreS2;
    const coreJ = this.costOfLoad(core, coreS, coreS2);
    const targetS = packing.finishS[target]! - moreS;
    const targetS2 = packing.varianceS2[target]! - moreS2;
    const targetJ = this.costOfLoad(target, targetS, targetS2);
    if (!this.accept(coreJ - this.loadJ[core]! + targetJ - this.loadJ[target]!)) return;
    packing.move(task, target, option);
    packing.move(other, core, packing.option[other]!);
    this.setCore(core, coreS, coreS2, coreJ);
    this.setCore(target, targetS, targetS2, targetJ);
  }

  /**
   * Tries to swap a task with a task on a core of a different node group. `task` gets one of its cheapest options at
   * the dual values, the other task the best P-state for its task type.
   */
  private swapAcross(task: number): void {
    const { packing, candidates, random } = this;
    const { model, options, groups } = packing;
    const r = random.uniform();
    const to = candidates.option[task * candidates.width + Math.floor(candidates.width * r * r)]!;
    const from = packing.option[task]!;
    if (to < 0) return;
    const home = options.group[from]!;
    const g = options.group[to]!;
    if (g === home) return;
    const cores = packing.coresOf[g]!;
    const x = random.uniform() * cores.length;
    const k = Math.floor(x);
    const target = cores[k]!;
    const list = packing.tasks[target]!;
    if (list.length === 0) return;
    const other = list[Math.floor((x - k) * list.length)]!;
    const back = candidates.bestOption[model.taskType[other]! * groups.length + home]!;
    const core = packing.core[task]!;
    const { costJ, meanS, varianceS2 } = this;
    const homeward = this.costOfOption(other, back, this.coming);
    if (homeward.costJ === Infinity) return;
    const away = this.costOfOption(task, to, this.coming2);
    const changeJ = homeward.costJ + away.costJ - costJ[task]! - costJ[other]!;
    const coreS = packing.finishS[core]! + homeward.meanS - meanS[task]!;
    const coreS2 = packing.varianceS2[core]! + homeward.varianceS2 - varianceS2[task]!;
    const targetS = packing.finishS[target]! + away.meanS - meanS[other]!;
    const targetS2 = packing.varianceS2[target]! + away.varianceS2 - varianceS2[other]!;
    const coreJ = this.costOfLoad(core, coreS, coreS2);
    const targetJ = this.costOfLoad(target, targetS, targetS2);
    if (!this.accept(changeJ + coreJ - this.loadJ[core]! + targetJ - this.loadJ[target]!)) return;
    packing.move(task, target, to);
    packing.move(other, core, back);
    this.take(task, away);
    this.take(other, homeward);
    this.setCore(core, coreS, coreS2, coreJ);
    this.setCore(target, targetS, targetS2, targetJ);
  }
}
