import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { meanTimeS, type RobustModel } from '../../../../../models/families/robust/model.js';
import { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import { balance, balancedFrom } from './balance.js';
import { MinMin, minMinMapping } from './min-min.js';

export function minMinBalanceSchedule(model: RobustModel, goal: RobustGoal, random: RandomStream): Schedule {
  const schedule = new Schedule(model, minMinMapping(model, balancedFrom(goal)));
  balance(schedule, goal, random);
  return schedule;
}

/**
 * Applies Min-Min Balance to some of the tasks of a schedule, as long hops do (thesis 2.5.5.2). It can be used
 * repeatedly, because its sorted lists of tasks are built only once.
 */
export class Rebalancer {
  private readonly minMin: MinMin;
  private readonly mapping: Mapping;
  private readonly readyS: Float64Array;

  constructor(
    private readonly model: RobustModel,
    private readonly goal: RobustGoal,
  ) {
    this.minMin = new MinMin(model, balancedFrom(goal));
    this.mapping = createMapping(model.taskCount);
    this.readyS = new Float64Array(model.coreCount);
  }

  /**
   * Reassigns the tasks marked in `unmapped` (indexed by task) and clears the marks. Min-Min first adds them after the
   * remaining tasks of each core, then the schedule is balanced. Time O(T G) plus balancing, with T tasks and G groups
   * of nodes.
   */
  reassign(schedule: Schedule, unmapped: Uint8Array, random: RandomStream): void {
    const { model, mapping, readyS } = this;
    mapping.core.set(schedule.core);
    mapping.pState.set(schedule.pState);
    readyS.fill(0);
    for (let task = 0; task < model.taskCount; task++) {
      if (unmapped[task] !== 0) continue;
      const core = mapping.core[task]!;
      readyS[core]! += meanTimeS(model, model.nodes[model.nodeOfCore[core]!]!, task, mapping.pState[task]!);
    }
    this.minMin.assign(mapping, readyS, unmapped);
    schedule.load(mapping);
    balance(schedule, this.goal, random);
  }
}
