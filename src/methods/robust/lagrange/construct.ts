import { createMapping, type Mapping } from '../../../../models/problems/robust/mapping.js';
import { meanTimeS, timeVarianceS2 } from '../../../../models/problems/robust/problem.js';
import { coreShare, evaluateDual, type ShareRule } from '../bound/dual.js';
import type { BoundSetting } from '../bound/setting.js';
import type { RobustPrices } from '../outcome.js';

/** A core can never be filled to the last second: tasks do not come in that size. */
const FILL = 0.998;

/**
 * Tasks where the prices want them, overfull groups relieved of those that lose least elsewhere per core time, and every group's
 * tasks spread over its cores, longest first, each to the core that would be done first (F + z sigma). The result may miss the target
 * a little: lift and save see to that.
 */
export function constructMapping(setting: BoundSetting, rule: ShareRule, prices: RobustPrices): Mapping {
  const { problem, groups, options, point } = setting;
  evaluateDual(problem, groups, options, rule, prices, 1, point);
  const option = point.option.slice();
  const costs = new OptionCosts(setting, rule, prices);
  relieve(setting, option, costs);
  return spread(setting, option, rule);
}

/** Priced cost and share of one task's options, worked out one task at a time. */
class OptionCosts {
  readonly cost: Float64Array;
  readonly share: Float64Array;

  constructor(
    private readonly setting: BoundSetting,
    private readonly rule: ShareRule,
    private readonly prices: RobustPrices,
  ) {
    this.cost = new Float64Array(setting.options.count);
    this.share = new Float64Array(setting.options.count);
  }

  of(task: number): void {
    const { problem, groups, options } = this.setting;
    const { nodeJ, varianceJPerJ2 } = this.prices;
    for (let o = 0; o < options.count; o++) {
      const g = options.group[o]!;
      const { node } = groups[g]!;
      const meanS = meanTimeS(problem, node, task, options.pState[o]!);
      if (meanS === Infinity) {
        this.cost[o] = Infinity;
        this.share[o] = Infinity;
        continue;
      }
      const varianceS2 = timeVarianceS2(problem, node, task, options.pState[o]!);
      this.share[o] = coreShare(this.rule, meanS, varianceS2);
      this.cost[o] =
        options.powerW[o]! * meanS +
        nodeJ[g]! * this.share[o]! +
        varianceJPerJ2 * options.powerSquareW2[o]! * varianceS2;
    }
  }
}

/** Moves tasks out of overfull groups (or to faster P-states within), least loss per core time first, into what is free elsewhere. */
function relieve({ problem, groups, options }: BoundSetting, option: Int16Array, costs: OptionCosts): void {
  const free = Float64Array.from(groups, ({ cores }) => cores * FILL);
  const share = new Float64Array(problem.taskCount);
  for (let task = 0; task < problem.taskCount; task++) {
    if (option[task]! < 0) option[task] = leastShare(costs, task);
    costs.of(task);
    share[task] = costs.share[option[task]!]!;
    free[options.group[option[task]!]!]! -= share[task]!;
  }
  // Each pass sends every task of an overfull group to its best place that still has room; losses per share in rising order.
  for (let pass = 0; pass < PASSES && free.some((room) => room < 0); pass++) {
    const moves: { task: number; loss: number }[] = [];
    for (let task = 0; task < problem.taskCount; task++) {
      if (free[options.group[option[task]!]!]! >= 0) continue;
      costs.of(task);
      const best = bestMove(option[task]!, costs, free, options.group);
      if (best >= 0) moves.push({ task, loss: lossPerShare(option[task]!, best, costs, options.group) });
    }
    if (moves.length === 0) break;
    moves.sort((a, b) => a.loss - b.loss);
    let moved = 0;
    for (const { task } of moves) {
      const from = options.group[option[task]!]!;
      if (free[from]! >= 0) continue;
      costs.of(task);
      const best = bestMove(option[task]!, costs, free, options.group);
      if (best < 0) continue;
      free[from]! += share[task]!;
      option[task] = best;
      share[task] = costs.share[best]!;
      free[options.group[best]!]! -= share[task]!;
      moved++;
    }
    if (moved === 0) break;
  }
}

const PASSES = 6;

/** The option with the least loss per core time freed: another group with room, or a faster P-state; -1 if none. */
function bestMove(current: number, costs: OptionCosts, free: Float64Array, group: Uint16Array): number {
  let best = -1;
  let least = Infinity;
  for (let o = 0; o < costs.cost.length; o++) {
    if (o === current || costs.cost[o] === Infinity) continue;
    if (group[o] === group[current]) {
      if (!(costs.share[o]! < costs.share[current]!)) continue;
    } else if (!(costs.share[o]! <= free[group[o]!]!)) continue;
    const loss = lossPerShare(current, o, costs, group);
    if (loss < least) {
      least = loss;
      best = o;
    }
  }
  return best;
}

function lossPerShare(current: number, o: number, costs: OptionCosts, group: Uint16Array): number {
  const freed = group[o] === group[current] ? costs.share[current]! - costs.share[o]! : costs.share[current]!;
  return (costs.cost[o]! - costs.cost[current]!) / freed;
}

/** For a task that no core can take in time alone: the quickest there is. */
function leastShare(costs: OptionCosts, task: number): number {
  costs.of(task);
  return costs.share.reduce((best, share, o) => (share < costs.share[best]! ? o : best), 0);
}

function spread({ problem, groups, options }: BoundSetting, option: Int16Array, { z }: ShareRule): Mapping {
  const mapping = createMapping(problem.taskCount);
  const members: number[][] = groups.map(() => []);
  for (let task = 0; task < problem.taskCount; task++) members[options.group[option[task]!]!]!.push(task);
  for (const [g, tasks] of members.entries()) {
    const { node, nodes } = groups[g]!;
    const cores = nodes.flatMap((n) => {
      const { firstCore, cores: count } = problem.nodes[n]!;
      return Array.from({ length: count }, (_, k) => firstCore + k);
    });
    const sized = tasks.map((task) => {
      const pState = options.pState[option[task]!]!;
      return {
        task,
        pState,
        meanS: meanTimeS(problem, node, task, pState),
        varianceS2: timeVarianceS2(problem, node, task, pState),
      };
    });
    sized.sort((a, b) => b.meanS - a.meanS || a.task - b.task);
    const heap = new LevelHeap(cores.length, z);
    for (const { task, pState, meanS, varianceS2 } of sized) {
      mapping.core[task] = cores[heap.top]!;
      mapping.pState[task] = pState;
      heap.add(meanS, varianceS2);
    }
  }
  return mapping;
}

/** Cores by F + z sigma, least first. */
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

  /** To the core on top. */
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
