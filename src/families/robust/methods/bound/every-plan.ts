import { evaluateMapping } from '../../../../../models/families/robust/evaluate.js';
import { cloneMapping, createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { coreShare, shareRule } from './dual.js';
import { type BoundSetting, LIMIT_TOLERANCE_Z } from './setting.js';

/**
 * Maximum number of visits of a core in the search. Measured on six bags of nine tasks: 1e6 solves 1 of them in at most
 * 0.23 CPU s, 1e7 1 (0.45 s), 3e7 2 (0.91 s): ten times as many allow one task more.
 */
const MAX_LOOKS = 10_000_000;
/**
 * Number of visits between two pauses. Measured: 1.7 CPU s with 1e5 and with 1e6, so pauses cost nothing; 1e6 is 0.04
 * s.
 */
const PAUSE = 1_000_000;
/**
 * Number of visits that evaluating a whole plan counts as. Measured where most plans are whole (seven tasks): 0.11 us a
 * visit with 1, 0.04 with 10, 0.02 with 40, and 0.04 where most are parts.
 */
const JUDGEMENT = 10;
/** Maximum number of tasks for which an exhaustive search is tried. */
const MAX_TASKS = 40;
/** Share by which time and energy may be exceeded before a partial plan is pruned; far above rounding. */
const SLACK = 1e-9;
/** Rounding of a quantile, absolute and relative. Chosen generously. */
const CLOSE_Z = 1e-12;

/** Result of an exhaustive search. */
export interface EveryPlan {
  /** Best plan better than the known one; null if none is. */
  readonly mapping: Mapping | null;
  /** Quantile of the goal that no plan exceeds; Infinity if the search was given up. */
  readonly boundZ: number;
  /** Number of partial plans visited. */
  readonly visits: number;
}

/** Task with an option. */
interface Choice {
  readonly group: number;
  readonly pState: number;
  readonly meanS: number;
  readonly varianceS2: number;
  /** Energy (P_dyn + P_stat) m, J. Next: e + w u of the dual, J, and P2 v, J^2. */
  readonly taskJ: number;
  readonly pricedJ: number;
  readonly joules2: number;
}

/**
 * Searches all plans that keep the limit and beat `knownZ` (the goal's quantile of a known plan), depth first, task by
 * task. Partial plans are pruned if a core is late, or if the least energy of the rest is too much by the powers or by
 * the dual at prices `nodeJ` (docs/robust/bound.md). Equivalent empty cores and nodes are tried once. @param shouldStop
 * asked now and then and at the end, so that a run limited by work is repeatable
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
  /** Number of tasks by core. */
  private readonly taken: Int32Array;
  private readonly mapping: Mapping;
  private readonly order: readonly number[];
  private readonly choices: readonly (readonly Choice[])[];
  /** By depth: lower bound on what the remaining tasks add, J. */
  private readonly restJ: Float64Array;
  private readonly restPricedJ: Float64Array;
  private readonly restJ2: Float64Array;
  /** Value of all cores at the prices, J. */
  private readonly coresJ: number;
  /** Quantile that partial plans must reach. */
  private timeZ: number;
  private energyZ: number;
  /** Quantile of the best plan to return. */
  private planZ: number;
  /** Quantile of the best plan within the checker's tolerance. */
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

  /** Visits all plans that continue a partial plan of this depth; returns false if there are too many. */
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

  /** Returns true if a core misses its quantile and would with more tasks, too (quantiles of at least 0). */
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
