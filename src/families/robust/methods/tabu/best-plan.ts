import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import { ConstraintHandler } from '../handling.js';

/**
 * Best plan of a search. Feasible plans come first and are compared by the objective, infeasible ones by their distance
 * from the limit, both as quantiles. Copying a plan copies only what changed since the last copy.
 */
export class BestPlan {
  readonly mapping: Mapping;
  makespanZ = -Infinity;
  energyZ = -Infinity;

  private readonly order: ConstraintHandler;
  private readonly changed: Int32Array;
  private changedCount = 0;
  private allChanged = true;
  private empty = true;

  constructor(model: RobustModel, goal: RobustGoal) {
    this.mapping = createMapping(model.taskCount);
    this.order = new ConstraintHandler(model, goal, 'superiority', { zSpace: true, ties: true });
    this.changed = new Int32Array(model.taskCount);
  }

  get isFeasible(): boolean {
    return !this.empty && this.order.keeps(this.makespanZ, this.energyZ);
  }

  /** Returns the best plan's quantile of the measure that the goal maximizes; null if the best plan is not feasible. */
  get incumbent(): number | null {
    if (!this.isFeasible) return null;
    return this.order.goal === 'mo-ec' ? this.makespanZ : this.energyZ;
  }

  /** Records that a task of the schedule has another core or P-state. It must be called for every changed task. */
  taskMoved(task: number): void {
    if (this.changedCount < this.changed.length) this.changed[this.changedCount++] = task;
    else this.allChanged = true;
  }

  scheduleReplaced(): void {
    this.allChanged = true;
  }

  /** Copies the schedule if it is better than the best plan so far. Returns true if it is better. */
  consider(schedule: Schedule): boolean {
    const { makespanZ, energyZ } = schedule;
    if (!this.empty && !this.order.improves(makespanZ, energyZ)) return false;
    this.order.hold(makespanZ, energyZ);
    this.makespanZ = makespanZ;
    this.energyZ = energyZ;
    this.empty = false;
    this.copy(schedule);
    return true;
  }

  private copy({ core, pState }: Schedule): void {
    const { mapping, changed } = this;
    if (this.allChanged) {
      mapping.core.set(core);
      mapping.pState.set(pState);
    } else {
      for (let n = 0; n < this.changedCount; n++) {
        const task = changed[n]!;
        mapping.core[task] = core[task]!;
        mapping.pState[task] = pState[task]!;
      }
    }
    this.allChanged = false;
    this.changedCount = 0;
  }
}
