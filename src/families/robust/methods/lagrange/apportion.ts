import type { RandomStream } from '../../../../random/stream.js';
import { coreShare, type ShareRule, shareRule } from '../bound/dual.js';
import type { BoundSetting } from '../bound/setting.js';
import { accepts } from './accepts.js';
import type { Candidates } from './candidates.js';

/** Step of the quantile with which the groups' loads are differentiated numerically. */
const SMALL_Z = 0.01;
/**
 * First step of the logarithm of a group's dual value of core time. Our choice: small, because the dual values of the
 * bound are close already.
 */
const FIRST_STEP = 0.02;
/** Largest step of the logarithm of a group's dual value of core time. */
const MAX_STEP = 0.2;
/** Factor by which the step of a dual value grows as long as its direction stays the same. */
const GROW = 1.2;
/** Factor by which the step of a dual value shrinks when its direction changes. */
const SHRINK = 0.5;
/**
 * A group's dual value moves by a full step if the group's load deviates from its capacity by at least this fraction.
 */
const FULL_STEP_SHARE = 0.02;

/**
 * Chooses an option (group of equivalent nodes, and P-state) for every task. All cores of a group are treated as one
 * core that can be filled completely. The result is near the solution of the bound's relaxation, but with whole tasks.
 *
 * Simulated annealing then improves the result. The cost, in J, is the sum of energy, energy variance at its dual
 * value, and the cost of load above capacity.
 */
export class Apportion {
  /** Option (node group and P-state) of each task. */
  readonly option: Int32Array;
  /** For each node group, sum of the core shares of its tasks, in cores. */
  readonly loadCores: Float64Array;
  /** Number of cores of each group that may be filled with tasks. */
  readonly capacityCores: Float64Array;
  /** Expected energy of the tasks including overhead, J. */
  energyJ = 0;
  /** Variance of the energy, J^2, at the time of the last call of `aim`. */
  varianceJ2 = 0;
  /**
   * For each group, sum of the variances of its tasks divided by the sum of their means, s, at the last call of `aim`;
   * 0 without tasks.
   */
  readonly ratioS: Float64Array;
  /** Dual value of energy variance, J per J^2. */
  varianceJPerJ2 = 0;
  temperatureJ = 0;
  /** Cost of load above a group's capacity, as a multiple of `rateJPerS` (cost of a second over the deadline). */
  overloadFactor = 2;
  /** Value of unused capacity of a group, as a fraction of the dual value of core time. */
  slackShare = 0;
  /** Dual value of the whole time of a core, J, by group. */
  private readonly coreJ: Float64Array;
  /** For each group, step of the logarithm of its dual value of core time. */
  private readonly step: Float64Array;
  /** For each group, last direction in which its dual value moved, from -1 (down) to 1 (up). */
  private readonly drive: Float64Array;
  private rule: ShareRule;
  // Scratch: what `look` found.
  private share = 0;
  private joules = 0;
  private meanS = 0;
  private varianceS2 = 0;
  private joules2 = 0;

  constructor(
    private readonly setting: BoundSetting,
    private readonly candidates: Candidates,
    private readonly random: RandomStream,
  ) {
    const { model, cores } = setting;
    this.option = new Int32Array(model.taskCount);
    this.loadCores = new Float64Array(cores.length);
    this.ratioS = new Float64Array(cores.length);
    this.capacityCores = Float64Array.from(cores);
    this.coreJ = candidates.coreJ.slice();
    this.step = new Float64Array(cores.length).fill(FIRST_STEP);
    this.drive = new Float64Array(cores.length);
    this.rule = shareRule(0, model.deadlineS);
    for (let task = 0; task < model.taskCount; task++) this.option[task] = candidates.option[task * candidates.width]!;
  }

  /** Sets the quantile z that cores should reach. Recomputes loads and energy for it, in time O(tasks). */
  aim(z: number): void {
    const { model, options } = this.setting;
    this.rule = shareRule(z, model.deadlineS);
    const sumS = new Float64Array(this.loadCores.length);
    this.loadCores.fill(0);
    this.ratioS.fill(0);
    this.energyJ = 0;
    this.varianceJ2 = 0;
    for (let task = 0; task < model.taskCount; task++) {
      const option = this.option[task]!;
      this.look(task, option);
      const g = options.group[option]!;
      this.loadCores[g]! += this.share;
      sumS[g]! += this.meanS;
      this.ratioS[g]! += this.varianceS2;
      this.energyJ += this.joules;
      this.varianceJ2 += this.joules2;
    }
    for (const [g, meanS] of sumS.entries()) if (meanS > 0) this.ratioS[g]! /= meanS;
  }

  /**
   * Returns the cost of raising the quantile z by 1, J. It is the additional core time of all tasks at the cost of a
   * second over the deadline.
   */
  costOfZ(z: number): number {
    const { candidates, setting } = this;
    this.aim(z + SMALL_Z);
    const above = this.loadCores.slice();
    this.aim(z);
    return above.reduce(
      (sum, load, g) =>
        sum + (candidates.rateJPerS[g]! * setting.model.deadlineS * (load - this.loadCores[g]!)) / SMALL_Z,
      0,
    );
  }

  /**
   * Gives every task its cheapest option, recomputes the loads for quantile z, and moves the dual values so that loads
   * approach capacities. Returns the sum over groups of dual value x (load - capacity), J, before the move.
   */
  choose(z: number): number {
    const { candidates, setting, varianceJPerJ2, coreJ, step, drive, loadCores, capacityCores } = this;
    const { group } = setting.options;
    const { width } = candidates;
    for (let task = 0; task < this.option.length; task++) {
      let leastJ = Infinity;
      for (let k = task * width; k < (task + 1) * width; k++) {
        const option = candidates.option[k]!;
        if (option < 0) break;
        this.look(task, option);
        const costJ = this.joules + varianceJPerJ2 * this.joules2 + coreJ[group[option]!]! * this.share;
        if (!(costJ < leastJ)) continue;
        leastJ = costJ;
        this.option[task] = option;
      }
    }
    this.aim(z);
    let moreJ = 0;
    for (let g = 0; g < coreJ.length; g++) {
      const more = loadCores[g]! / capacityCores[g]! - 1;
      moreJ += coreJ[g]! * (loadCores[g]! - capacityCores[g]!);
      const now = Math.max(-1, Math.min(1, more / FULL_STEP_SHARE));
      step[g] = now * drive[g]! < 0 ? step[g]! * SHRINK : Math.min(MAX_STEP, step[g]! * GROW);
      drive[g] = now;
      coreJ[g]! *= Math.exp(step[g]! * now);
    }
    return moreJ;
  }

  /** Tries one change of option for each task. The Metropolis rule decides which changes are accepted. */
  sweep(): void {
    const { candidates, random, loadCores, setting, varianceJPerJ2, temperatureJ } = this;
    const { group } = setting.options;
    const { width } = candidates;
    for (let task = 0; task < this.option.length; task++) {
      const r = random.uniform();
      const to = candidates.option[task * width + Math.floor(width * r * r)]!;
      const from = this.option[task]!;
      if (to < 0 || to === from) continue;
      this.look(task, from);
      const { share, joules, joules2 } = this;
      this.look(task, to);
      const home = group[from]!;
      const away = group[to]!;
      let changeJ = this.joules - joules + varianceJPerJ2 * (this.joules2 - joules2);
      if (home === away) changeJ += this.growth(home, this.share - share);
      else changeJ += this.growth(home, -share) + this.growth(away, this.share);
      if (!accepts(changeJ, temperatureJ, random)) continue;
      this.option[task] = to;
      loadCores[home]! -= share;
      loadCores[away]! += this.share;
    }
  }

  /** Returns the increase of the cost of group g, J, if its load rises by `cores`. */
  private growth(g: number, cores: number): number {
    return this.costOfLoad(g, this.loadCores[g]! + cores) - this.costOfLoad(g, this.loadCores[g]!);
  }

  private costOfLoad(g: number, cores: number): number {
    const { candidates, setting } = this;
    const overS = (cores - this.capacityCores[g]!) * setting.model.deadlineS;
    return overS > 0
      ? this.overloadFactor * candidates.rateJPerS[g]! * overS
      : this.slackShare * candidates.priceJPerS[g]! * overS;
  }

  private look(task: number, option: number): void {
    const { model, groups, options } = this.setting;
    const { node } = groups[options.group[option]!]!;
    const at = task * model.columnCount + node.column;
    const scale = options.scale[model.taskType[task]! * options.count + option]!;
    const meanS = model.meanS[at]! * scale;
    const varianceS2 = model.varianceS2[at]! * (scale * scale);
    this.meanS = meanS;
    this.varianceS2 = varianceS2;
    this.share = coreShare(this.rule, meanS, varianceS2);
    this.joules = options.powerW[option]! * meanS;
    this.joules2 = node.powerSquareW2[options.pState[option]!]! * varianceS2;
  }
}
