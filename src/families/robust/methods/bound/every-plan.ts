import { evaluateMapping } from '../../../../../models/families/robust/evaluate.js';
import { cloneMapping, createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { coreShare, shareRule } from './dual.js';
import { type BoundSetting, LIMIT_TOLERANCE_Z } from './setting.js';

/**
 * Maximum number of core visits in the exhaustive search. A visit of a partial plan counts as one core visit for each
 * core. Measured on six bags of nine tasks: 1e6 core visits solve one of them in at most 0.23 CPU s, 1e7 also one (0.45
 * s), and 3e7 two (0.91 s). Ten times as many core visits allow one more task.
 */
const MAX_LOOKS = 10_000_000;
/**
 * Number of core visits between two pauses of the search. Measured: the same work takes 1.7 CPU s with 1e5 and with 1e6
 * core visits between pauses. 1e6 core visits take 0.04 s.
 */
const PAUSE = 1_000_000;
/**
 * Work of evaluating one complete plan, in visits of partial plans. Measured with seven tasks, where most plans are
 * complete: if a complete plan counts as 1, 10 or 40 visits, a visit takes 0.11, 0.04 or 0.02 us of CPU time. Where
 * most plans are partial, a visit takes 0.04 us.
 */
const JUDGEMENT = 10;
/** Maximum number of tasks for which an exhaustive search is tried. */
const MAX_TASKS = 40;
/** Relative amount by which a partial plan must exceed a limit to be pruned, so that rounding errors cannot matter. */
const SLACK = 1e-9;
/**
 * Upper bound on the rounding error of a quantile: absolute for small quantiles, relative for large ones. Our choice: a
 * safe value.
 */
const CLOSE_Z = 1e-12;

/** Result of an exhaustive search: the best plan, a bound over all plans, and the number of partial plans visited. */
export interface EveryPlan {
  /** Best plan found; null if none is better than the plan known before. */
  readonly mapping: Mapping | null;
  /** Upper bound over all plans on the quantile of the maximized measure; Infinity if the search was given up. */
  readonly boundZ: number;
  readonly visits: number;
}

/** A task's assignment to a node group and a P-state. */
interface Choice {
  readonly group: number;
  readonly pState: number;
  readonly meanS: number;
  readonly varianceS2: number;
  /** Energy of the task (P_dyn + P_stat) x mean time, J. */
  readonly taskJ: number;
  /** Cost of the task in the dual, J: energy with overhead, plus its core share x the dual value of a core's time. */
  readonly pricedJ: number;
  /** Smallest contribution of the task to the energy variance of any plan, J^2. */
  readonly joules2: number;
}

/**
 * Searches all plans that keep the limit and beat a known plan, depth first, task by task (docs/robust/bound.md).
 * Returns the best plan and a bound over all plans. A partial plan is pruned if a core misses its quantile, or if its
 * energy and the least energy of the remaining tasks exceed the budget. Of equivalent empty cores and nodes, only one
 * is tried.
 *
 * @param knownZ quantile of the known plan in the measure that the goal maximizes
 * @param nodeJ dual values of core time by node group, J; they tighten the bound on the energy of partial plans
 * @param shouldStop called at fixed amounts of work and at the end, so that a run with a work limit is repeatable
 */
export async function everyPlan(
  setting: BoundSetting,
  goal: RobustGoal,
  knownZ: number,
  nodeJ: Float64Array,
  shouldStop: () => Promise<boolean>,
): Promise<EveryPlan> {
  if (setting.model.taskCount > MAX_TASKS || !Number.isFinite(knownZ)) {
    return { mapping: null, boundZ: Infinity, visits: 0 };
  }
  return new Enumeration(setting, goal, knownZ, nodeJ).run(shouldStop);
}

class Enumeration {
  private readonly finishS: Float64Array;
  private readonly varianceS2: Float64Array;
  /** Number of tasks on each core. */
  private readonly taken: Int32Array;
  private readonly mapping: Mapping;
  private readonly order: readonly number[];
  private readonly choices: readonly (readonly Choice[])[];
  /** For each depth of the search, lower bound on the energy of the tasks not yet assigned, J. */
  private readonly restJ: Float64Array;
  /**
   * For each depth of the search, lower bound on the dual cost (energy and core time) of the tasks not yet assigned, J.
   */
  private readonly restPricedJ: Float64Array;
  /**
   * For each depth of the search, lower bound on the amount that the tasks not yet assigned add to the energy variance,
   * J^2.
   */
  private readonly restJ2: Float64Array;
  /** Sum over all cores of the dual value of a core's time, J. */
  private readonly coresJ: number;
  /** Quantile that every core must reach at the deadline. A partial plan in which some core misses it is pruned. */
  private timeZ: number;
  /** Quantile that the energy must reach at the budget. A partial plan that cannot reach it is pruned. */
  private energyZ: number;
  /** Quantile of the maximized measure in the best plan so far that keeps the limit. */
  private planZ: number;
  /** Quantile of the maximized measure in the best plan so far that keeps the limit within the checker's tolerance. */
  private mostZ: number;
  private best: Mapping | null = null;
  private visits = 0;
  private looks = 0;
  private nextPause = PAUSE;

  constructor(
    private readonly setting: BoundSetting,
    private readonly goal: RobustGoal,
    knownZ: number,
    nodeJ: Float64Array,
  ) {
    const { model, cores } = setting;
    this.finishS = new Float64Array(model.coreCount);
    this.varianceS2 = new Float64Array(model.coreCount);
    this.taken = new Int32Array(model.coreCount);
    this.mapping = createMapping(model.taskCount);
    this.planZ = knownZ;
    this.mostZ = knownZ;
    this.timeZ = (goal === 'mo-ec' ? knownZ : model.makespanZ) - LIMIT_TOLERANCE_Z;
    this.energyZ = (goal === 'mo-ec' ? model.energyZ : knownZ) - LIMIT_TOLERANCE_Z;
    const prices = this.timeZ >= 0 ? nodeJ : new Float64Array(nodeJ.length);
    this.coresJ = cores.reduce((sum, count, g) => sum + count * prices[g]!, 0) * (1 + SLACK);
    const unordered = Array.from({ length: model.taskCount }, (_, task) =>
      choicesOf(setting, task, this.timeZ, prices),
    );
    const leastJ = unordered.map((choices) => least(choices, ({ taskJ }) => taskJ));
    this.order = leastJ.map((_, task) => task).sort((a, b) => leastJ[b]! - leastJ[a]! || a - b);
    this.choices = this.order.map((task) => unordered[task]!);
    this.restJ = this.rest(({ taskJ }) => taskJ);
    this.restPricedJ = this.rest(({ pricedJ }) => pricedJ);
    this.restJ2 = this.rest(({ joules2 }) => joules2);
  }

  async run(shouldStop: () => Promise<boolean>): Promise<EveryPlan> {
    const search = this.visit(0, 0, 0, 0);
    let answer = search.next();
    for (; answer.done !== true; answer = search.next()) {
      if (await shouldStop()) return { mapping: this.best, boundZ: Infinity, visits: this.visits };
      this.nextPause += PAUSE;
    }
    await shouldStop();
    const { mostZ, visits, best } = this;
    const boundZ = answer.value ? mostZ + CLOSE_Z * (1 + Math.abs(mostZ)) : Infinity;
    return { mapping: best, boundZ, visits };
  }

  private rest(part: (choice: Choice) => number): Float64Array {
    const sums = new Float64Array(this.choices.length + 1);
    for (let depth = this.choices.length - 1; depth >= 0; depth--) {
      sums[depth] = sums[depth + 1]! + least(this.choices[depth]!, part);
    }
    return sums;
  }

  /**
   * Visits all plans that continue the partial plan of the first `depth` tasks. Returns false if the maximum number of
   * core visits is exceeded. `taskJ`, `pricedJ` and `joules2` are sums over the assigned tasks (see `Choice`).
   */
  private *visit(depth: number, taskJ: number, pricedJ: number, joules2: number): Generator<undefined, boolean> {
    this.visits++;
    this.looks += this.finishS.length;
    if (this.looks > MAX_LOOKS) return false;
    if (this.looks > this.nextPause) yield;
    if (this.tooMuchEnergy(depth, taskJ, pricedJ, joules2)) return true;
    if (depth === this.order.length) {
      this.judge();
      return true;
    }
    const { model, groups } = this.setting;
    const { finishS, varianceS2, taken, mapping } = this;
    const task = this.order[depth]!;
    for (const choice of this.choices[depth]!) {
      for (const n of groups[choice.group]!.nodes) {
        const { firstCore, cores } = model.nodes[n]!;
        let nodeIsOn = false;
        for (let core = firstCore; core < firstCore + cores; core++) {
          const isFree = taken[core] === 0;
          if (!isFree) nodeIsOn = true;
          const [beforeS, beforeS2] = [finishS[core]!, varianceS2[core]!];
          const [afterS, afterS2] = [beforeS + choice.meanS, beforeS2 + choice.varianceS2];
          finishS[core] = afterS;
          varianceS2[core] = afterS2;
          if (!this.late(afterS, afterS2)) {
            taken[core]!++;
            mapping.core[task] = core;
            mapping.pState[task] = choice.pState;
            const sums = [taskJ + choice.taskJ, pricedJ + choice.pricedJ, joules2 + choice.joules2] as const;
            const whole = yield* this.visit(depth + 1, ...sums);
            taken[core]!--;
            if (!whole) return false;
          }
          finishS[core] = beforeS;
          varianceS2[core] = beforeS2;
          if (isFree) break;
        }
        // Like nodes without tasks are all the same.
        if (!nodeIsOn) break;
      }
    }
    return true;
  }

  /**
   * Returns true if a core misses the required quantile, also if more tasks are added. For a required quantile below 0
   * it returns false.
   */
  private late(finishS: number, varianceS2: number): boolean {
    const { timeZ, setting } = this;
    return timeZ >= 0 && finishS + timeZ * Math.sqrt(varianceS2) > setting.model.deadlineS * (1 + SLACK);
  }

  private tooMuchEnergy(depth: number, taskJ: number, pricedJ: number, joules2: number): boolean {
    const { energyZ, finishS, setting } = this;
    if (!(energyZ >= 0)) return false;
    const { nodes, energyBudgetJ } = setting.model;
    const mostJ = energyBudgetJ * (1 + SLACK) - energyZ * Math.sqrt(joules2 + this.restJ2[depth]!) * (1 - SLACK);
    if (pricedJ + this.restPricedJ[depth]! - this.coresJ > mostJ + SLACK * this.coresJ) return true;
    let leastJ = taskJ + this.restJ[depth]!;
    for (const { firstCore, cores, overheadW } of nodes) {
      let latestS = 0;
      for (let core = firstCore; core < firstCore + cores; core++) latestS = Math.max(latestS, finishS[core]!);
      leastJ += overheadW * latestS;
    }
    return leastJ > mostJ;
  }

  private judge(): void {
    const { goal, mapping } = this;
    const { model } = this.setting;
    const { makespanZ, energyZ } = evaluateMapping(model, mapping);
    const limited = goal === 'mo-ec' ? energyZ - model.energyZ : makespanZ - model.makespanZ;
    const value = goal === 'mo-ec' ? makespanZ : energyZ;
    this.looks += JUDGEMENT * this.finishS.length;
    // A plan that keeps the limit within the checker's tolerance is bounded, too, but no plan to give.
    if (!(limited >= -LIMIT_TOLERANCE_Z)) return;
    this.mostZ = Math.max(this.mostZ, value);
    // Nothing better, and nothing to compare with.
    if (value === Infinity) this.looks = MAX_LOOKS;
    if (limited < 0 || !(value > this.planZ)) return;
    this.planZ = value;
    this.best = cloneMapping(mapping);
    if (goal === 'eo-mc') this.energyZ = value - LIMIT_TOLERANCE_Z;
    else this.timeZ = value - LIMIT_TOLERANCE_Z;
  }
}

function choicesOf(setting: BoundSetting, task: number, timeZ: number, prices: Float64Array): Choice[] {
  const { model, groups, options } = setting;
  const rule = shareRule(Math.max(0, timeZ), model.deadlineS);
  const choices: Choice[] = [];
  for (const [g, { node }] of groups.entries()) {
    const at = task * model.columnCount + node.column;
    if (model.meanS[at] === Infinity) continue;
    for (let p = 0; p < node.pStateCount; p++) {
      const o = options.firstOption[g]! + p;
      const scale = options.scale[model.taskType[task]! * options.count + o]!;
      const meanS = model.meanS[at]! * scale;
      const varianceS2 = model.varianceS2[at]! * (scale * scale);
      const pricedJ = options.powerW[o]! * meanS + prices[g]! * coreShare(rule, meanS, varianceS2);
      const joules2 = options.powerSquareW2[o]! * varianceS2;
      choices.push({ group: g, pState: p, meanS, varianceS2, taskJ: node.powerW[p]! * meanS, pricedJ, joules2 });
    }
  }
  return choices.sort((a, b) => a.pricedJ - b.pricedJ);
}

function least<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((best, item) => Math.min(best, of(item)), Infinity);
}
