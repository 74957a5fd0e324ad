import { endsLater, type RobustMeasures, zValue } from '../../../../../models/families/robust/loads.js';
import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { NodeGroup } from '../bound/groups.js';
import type { OptionTable } from '../bound/options.js';
import type { BoundSetting } from '../bound/setting.js';
import { ratioS, type TaskTime } from './grades.js';

/**
 * A complete mapping in the form in which it is annealed. It has sums of times by core but no quantiles, so that
 * changes are cheap. Rounding errors of the sums grow until `resum` is called.
 */
export class Packing {
  readonly model: RobustModel;
  readonly groups: readonly NodeGroup[];
  readonly options: OptionTable;
  /** Core of each task. */
  readonly core: Int32Array;
  /** Option of each task: index into the table of pairs of node group (equivalent nodes) and P-state. */
  readonly option: Int32Array;
  /** Mean finish time F of each core, s. */
  readonly finishS: Float64Array;
  /** Variance of the finish time of each core, s^2. */
  readonly varianceS2: Float64Array;
  /** Tasks of each core, in no particular order. */
  readonly tasks: number[][];
  /** Indices of the cores of each node group. */
  readonly coresOf: readonly Int32Array[];
  readonly groupOfNode: Int32Array;
  /** For each option, factor that multiplies a task's time variance in the energy variance (Eq. 10), W^2. */
  readonly squareW2: Float64Array;
  /** For each task, its index in the list of tasks of its core. */
  private readonly place: Int32Array;
  /** Expected dynamic and static energy of the tasks, without overhead, J. */
  private taskJ = 0;
  /** Variance of the tasks' energy, J^2, at the time of the last `resum`. */
  private taskJ2 = 0;

  constructor({ model, groups, options }: BoundSetting) {
    this.model = model;
    this.groups = groups;
    this.options = options;
    this.core = new Int32Array(model.taskCount);
    this.option = new Int32Array(model.taskCount);
    this.place = new Int32Array(model.taskCount);
    this.finishS = new Float64Array(model.coreCount);
    this.varianceS2 = new Float64Array(model.coreCount);
    this.tasks = Array.from({ length: model.coreCount }, () => []);
    this.squareW2 = Float64Array.from({ length: options.count }, (_, option) => {
      const { node } = groups[options.group[option]!]!;
      return node.powerSquareW2[options.pState[option]!]!;
    });
    this.groupOfNode = new Int32Array(model.nodes.length);
    for (const [g, { nodes }] of groups.entries()) for (const n of nodes) this.groupOfNode[n] = g;
    this.coresOf = groups.map(({ nodes }) =>
      Int32Array.from(
        nodes.flatMap((n) => {
          const { firstCore, cores } = model.nodes[n]!;
          return Array.from({ length: cores }, (_, k) => firstCore + k);
        }),
      ),
    );
  }

  load(mapping: Mapping): void {
    const { model, options, groupOfNode } = this;
    for (const list of this.tasks) list.length = 0;
    for (let task = 0; task < model.taskCount; task++) {
      const core = mapping.core[task]!;
      this.core[task] = core;
      this.option[task] = options.firstOption[groupOfNode[model.nodeOfCore[core]!]!]! + mapping.pState[task]!;
      const list = this.tasks[core]!;
      this.place[task] = list.length;
      list.push(task);
    }
    this.resum();
  }

  mapping(): Mapping {
    const mapping = createMapping(this.model.taskCount);
    mapping.core.set(this.core);
    for (let task = 0; task < this.model.taskCount; task++) {
      mapping.pState[task] = this.options.pState[this.option[task]!]!;
    }
    return mapping;
  }

  /** Returns the mean time, s, of a task in an option of group g. */
  meanS(task: number, g: number, option: number): number {
    const { model, options, groups } = this;
    return (
      model.meanS[task * model.columnCount + groups[g]!.node.column]! *
      options.scale[model.taskType[task]! * options.count + option]!
    );
  }

  /**
   * Returns mean and variance of the times of the tasks on node n, in ascending order of the ratio of variance to mean.
   */
  timesOf(n: number): TaskTime[] {
    const { model, options, groups } = this;
    const { firstCore, cores } = model.nodes[n]!;
    const g = this.groupOfNode[n]!;
    const times = this.tasks.slice(firstCore, firstCore + cores).flatMap((list) =>
      list.map((task): TaskTime => {
        const at = task * model.columnCount + groups[g]!.node.column;
        const scale = options.scale[model.taskType[task]! * options.count + this.option[task]!]!;
        return { meanS: model.meanS[at]! * scale, varianceS2: model.varianceS2[at]! * (scale * scale) };
      }),
    );
    return times.sort((a, b) => ratioS(a) - ratioS(b));
  }

  /** Moves a task to another core, where it runs in `option`. The caller must update the sums of both cores. */
  move(task: number, core: number, option: number): void {
    const list = this.tasks[this.core[task]!]!;
    const last = list.pop()!;
    if (last !== task) {
      list[this.place[task]!] = last;
      this.place[last] = this.place[task]!;
    }
    const target = this.tasks[core]!;
    this.place[task] = target.length;
    target.push(task);
    this.core[task] = core;
    this.option[task] = option;
  }

  /** Computes all sums from the tasks again, in time O(tasks). */
  resum(): void {
    const { model, options, groups, finishS, varianceS2 } = this;
    finishS.fill(0);
    varianceS2.fill(0);
    let taskJ = 0;
    let taskJ2 = 0;
    for (let task = 0; task < model.taskCount; task++) {
      const core = this.core[task]!;
      const option = this.option[task]!;
      const { node } = groups[options.group[option]!]!;
      const pState = options.pState[option]!;
      const scale = options.scale[model.taskType[task]! * options.count + option]!;
      const at = task * model.columnCount + node.column;
      const mean = model.meanS[at]! * scale;
      const variance = model.varianceS2[at]! * (scale * scale);
      finishS[core]! += mean;
      varianceS2[core]! += variance;
      taskJ += node.powerW[pState]! * mean;
      taskJ2 += node.powerSquareW2[pState]! * variance;
    }
    this.taskJ = taskJ;
    this.taskJ2 = taskJ2;
  }

  /** Computes the measures by Eqs. 4, 9 and 10 from the sums, in time O(cores). `resum` must be called first. */
  measure(into: RobustMeasures): void {
    const { model, finishS, varianceS2 } = this;
    into.makespanZ = Infinity;
    into.leastCore = 0;
    into.energyMeanJ = this.taskJ;
    into.energyVarianceJ2 = this.taskJ2;
    for (const { firstCore, cores, overheadW } of model.nodes) {
      let last = firstCore;
      for (let core = firstCore; core < firstCore + cores; core++) {
        if (endsLater(finishS, varianceS2, core, last)) last = core;
        const z = zValue(model.deadlineS, finishS[core]!, varianceS2[core]!);
        if (z < into.makespanZ) {
          into.makespanZ = z;
          into.leastCore = core;
        }
      }
      into.energyMeanJ += overheadW * finishS[last]!;
      into.energyVarianceJ2 += overheadW * overheadW * varianceS2[last]!;
    }
    into.energyZ = zValue(model.energyBudgetJ, into.energyMeanJ, into.energyVarianceJ2);
  }
}
