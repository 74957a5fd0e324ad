import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import { meanTimeS, timeVarianceS2 } from '../../../../../models/families/robust/model.js';
import { coreShare, type ShareRule, shareRule } from '../bound/dual.js';
import type { BoundSetting } from '../bound/setting.js';
import { endWindow, evenStarts, firstGrade, type GradePrices, ratioS } from './grades.js';

/**
 * A group's tasks are divided among its nodes by the ratio of variance to mean only if there are at least this many
 * tasks per core.
 */
export const MANY_PER_CORE = 8;

/** A task in its chosen P-state, with mean and variance of its time. */
interface Sized {
  readonly task: number;
  readonly pState: number;
  readonly meanS: number;
  readonly varianceS2: number;
  /** Fraction of a core's time until the deadline that the task needs. */
  readonly share: number;
}

/**
 * Returns a mapping in which the tasks of every node group are distributed over its cores. The longest task comes
 * first. Each task goes to the core that would finish first at quantile z (mean + z standard deviations).
 *
 * With many tasks per core and z > 0, each node gets tasks of similar ratio of variance to mean, because its cores can
 * then hold more. If `endRatioS` of a group is finite, the first core of each node gets tasks of about that ratio and
 * is meant to end last.
 */
export function spread(setting: BoundSetting, option: Int32Array, z: number, prices: readonly GradePrices[]): Mapping {
  const { model, groups } = setting;
  const mapping = createMapping(model.taskCount);
  const rule = shareRule(z, model.deadlineS);
  const members = membersOf(setting, option, rule);
  for (const [g, tasks] of members.entries()) {
    const { nodes, cores } = groups[g]!;
    const coresOf = nodes.map((n) => {
      const { firstCore, cores: count } = model.nodes[n]!;
      return Array.from({ length: count }, (_, k) => firstCore + k);
    });
    if (!(z > 0) || tasks.length < MANY_PER_CORE * cores) {
      fill(mapping, tasks, coresOf.flat(), z);
      continue;
    }
    tasks.sort((a, b) => ratioS(a) - ratioS(b) || a.task - b.task);
    const nodeShare = tasks.reduce((sum, { share }) => sum + share, 0) / nodes.length;
    let from = 0;
    let taken = 0;
    for (const [k, own] of coresOf.entries()) {
      let to = from;
      while (to < tasks.length && (k === nodes.length - 1 || taken + tasks[to]!.share / 2 < (k + 1) * nodeShare)) {
        taken += tasks[to++]!.share;
      }
      fillNode(mapping, tasks.slice(from, to), own, rule, prices[g]!);
      from = to;
    }
  }
  return mapping;
}

/**
 * Distributes a node's tasks over its cores in grades, sets of cores whose tasks have similar ratios of variance to
 * mean. The tasks must be in ascending order of this ratio. The first grade has `first` cores.
 */
function fillGrades(
  mapping: Mapping,
  tasks: readonly Sized[],
  cores: readonly number[],
  first: number,
  rule: ShareRule,
): void {
  const starts = evenStarts(tasks, cores.length, first, rule);
  for (let grade = 0; grade + 1 < starts.length; grade++) {
    const own = grade === 0 ? cores.slice(0, first) : cores.slice(first + grade - 1, first + grade);
    fill(mapping, tasks.slice(starts[grade], starts[grade + 1]), own, rule.z);
  }
}

/** Returns the tasks of each node group, with their times and core shares. */
function membersOf({ model, groups, options }: BoundSetting, option: Int32Array, rule: ShareRule): Sized[][] {
  const members: Sized[][] = groups.map(() => []);
  for (let task = 0; task < model.taskCount; task++) {
    const g = options.group[option[task]!]!;
    const pState = options.pState[option[task]!]!;
    const { node } = groups[g]!;
    const meanS = meanTimeS(model, node, task, pState);
    const varianceS2 = timeVarianceS2(model, node, task, pState);
    members[g]!.push({ task, pState, meanS, varianceS2, share: coreShare(rule, meanS, varianceS2) });
  }
  return members;
}

/**
 * Distributes a node's tasks over its cores. The tasks must be in ascending order of the ratio of variance to mean. If
 * grades (sets of cores with tasks of similar ratio) cost less, it forms grades. Otherwise the first core gets tasks
 * with a ratio around `endRatioS`.
 */
function fillNode(
  mapping: Mapping,
  tasks: readonly Sized[],
  cores: readonly number[],
  rule: ShareRule,
  prices: GradePrices,
): void {
  const { z } = rule;
  const first = firstGrade(tasks, cores.length, rule, prices);
  if (first < cores.length) {
    fillGrades(mapping, tasks, cores, first, rule);
    return;
  }
  const { first: start, end } = endWindow(tasks, cores.length, prices.endRatioS);
  if (end - start === tasks.length) {
    fill(mapping, tasks, cores, z);
    return;
  }
  fill(mapping, tasks.slice(start, end), cores.slice(0, 1), z);
  fill(mapping, tasks.slice(0, start).concat(tasks.slice(end)), cores.slice(1), z);
}

/**
 * Distributes tasks over cores. The longest task comes first. Each task goes to the core that would finish first at
 * quantile z.
 */
function fill(mapping: Mapping, tasks: readonly Sized[], cores: readonly number[], z: number): void {
  const heap = new LevelHeap(cores.length, z);
  for (const { task, pState, meanS, varianceS2 } of tasks.toSorted((a, b) => b.meanS - a.meanS || a.task - b.task)) {
    mapping.core[task] = cores[heap.top]!;
    mapping.pState[task] = pState;
    heap.add(meanS, varianceS2);
  }
}

/** Heap of cores ordered by their finish time at a quantile z: mean + z standard deviations. */
class LevelHeap {
  private readonly order: Int32Array;
  private readonly meanS: Float64Array;
  private readonly varianceS2: Float64Array;
  private readonly level: Float64Array;

  constructor(
    count: number,
    private readonly z: number,
  ) {
    this.order = Int32Array.from({ length: count }, (_, core) => core);
    this.meanS = new Float64Array(count);
    this.varianceS2 = new Float64Array(count);
    this.level = new Float64Array(count);
  }

  get top(): number {
    return this.order[0]!;
  }

  /** Adds a task to the first core of the heap, which would finish first. */
  add(meanS: number, varianceS2: number): void {
    const { order, level } = this;
    const core = order[0]!;
    this.meanS[core]! += meanS;
    this.varianceS2[core]! += varianceS2;
    level[core] = this.meanS[core]! + this.z * Math.sqrt(this.varianceS2[core]!);
    for (let place = 0; ;) {
      const left = 2 * place + 1;
      if (left >= order.length) return;
      const right = left + 1;
      const child = right < order.length && this.before(order[right]!, order[left]!) ? right : left;
      if (!this.before(order[child]!, core)) return;
      order[place] = order[child]!;
      order[child] = core;
      place = child;
    }
  }

  private before(a: number, b: number): boolean {
    return this.level[a]! < this.level[b]! || (this.level[a] === this.level[b] && a < b);
  }
}
