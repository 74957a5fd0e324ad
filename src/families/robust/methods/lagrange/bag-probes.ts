import { normalCdfLog10 } from '../../../../../models/families/robust/normal.js';
import { zValue } from '../../../../../models/families/robust/loads.js';
import { meanTimeS, type RobustNode, timeVarianceS2 } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';

/**
 * Computes log10 of the probability that all cores are in time after a possible change of a schedule, without making
 * the change. Set-up takes time O(cores), each change O(1). After the schedule has changed, a new object is needed.
 */
export class BagProbes {
  readonly log10: number;
  /** For each core, log10 of the probability that it is in time. */
  private readonly ofCore: Float64Array;
  /** Sum of `ofCore` over all cores that are not certainly late. */
  private readonly sum: number;
  /** Number of cores that are certainly late. */
  private readonly late: number;

  constructor(private readonly schedule: Schedule) {
    this.ofCore = Float64Array.from(schedule.z, (z) => normalCdfLog10(z));
    this.sum = this.ofCore.reduce((sum, log10) => (log10 === -Infinity ? sum : sum + log10), 0);
    this.late = this.ofCore.reduce((count, log10) => (log10 === -Infinity ? count + 1 : count), 0);
    this.log10 = this.late > 0 ? -Infinity : this.sum;
  }

  /**
   * Returns log10 of the probability that all cores are in time after a task moves to a core and P-state. The core may
   * be the task's present core.
   */
  afterMove(task: number, core: number, pState: number): number {
    const from = this.schedule.core[task]!;
    if (from === core) return this.withCores([[core, [[task, pState]], [task]]]);
    return this.withCores([
      [from, [], [task]],
      [core, [[task, pState]], []],
    ]);
  }

  /**
   * Returns log10 of the probability that all cores are in time after tasks a and b swap their cores and run in the
   * given P-states.
   */
  afterSwap(a: number, pStateA: number, b: number, pStateB: number): number {
    const { core } = this.schedule;
    return this.withCores([
      [core[a]!, [[b, pStateB]], [a]],
      [core[b]!, [[a, pStateA]], [b]],
    ]);
  }

  /**
   * Returns log10 of the probability that all cores are in time after some cores get other tasks.
   *
   * @param changed for each such core: its index, the tasks added with their P-states, and the tasks removed
   */
  private withCores(
    changed: readonly (readonly [number, readonly (readonly [number, number])[], readonly number[]])[],
  ): number {
    let { sum, late } = this;
    for (const [core, coming, going] of changed) {
      const before = this.ofCore[core]!;
      if (before === -Infinity) late--;
      else sum -= before;
      const after = this.coreAfter(core, coming, going);
      if (after === -Infinity) late++;
      else sum += after;
    }
    return late > 0 ? -Infinity : sum;
  }

  private coreAfter(core: number, coming: readonly (readonly [number, number])[], going: readonly number[]): number {
    const { model, loads, pState, tasksOnCore } = this.schedule;
    // A core that loses its only task is empty to the last digit.
    if (coming.length === 0 && tasksOnCore[core] === going.length) return 0;
    const node: RobustNode = model.nodes[model.nodeOfCore[core]!]!;
    const alone = tasksOnCore[core] === going.length;
    let finishS = alone ? 0 : loads.finish.value[core]!;
    let varianceS2 = alone ? 0 : loads.variance.value[core]!;
    for (const task of alone ? [] : going) {
      finishS -= meanTimeS(model, node, task, pState[task]!);
      varianceS2 -= timeVarianceS2(model, node, task, pState[task]!);
    }
    for (const [task, at] of coming) {
      finishS += meanTimeS(model, node, task, at);
      varianceS2 += timeVarianceS2(model, node, task, at);
    }
    return normalCdfLog10(zValue(model.deadlineS, finishS, Math.max(0, varianceS2)));
  }
}
