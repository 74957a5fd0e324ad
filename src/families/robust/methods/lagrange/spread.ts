import { createMapping, type Mapping } from '../../../../../models/problems/robust/mapping.js';
import { meanTimeS, timeVarianceS2 } from '../../../../../models/problems/robust/problem.js';
import type { BoundSetting } from '../bound/setting.js';

/** Every group's tasks over its cores: longest first, each to the core that would be done first at quantile z (F + z sigma). */
export function spread({ problem, groups, options }: BoundSetting, option: Int32Array, z: number): Mapping {
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

  /** Addition of a task to the core on top. */
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
