import { createMapping, type Mapping } from '../../../../../models/problems/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import { meanTimeS, type RobustProblem } from '../../../../../models/problems/robust/problem.js';
import { Schedule } from '../../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import { balance, balancedFrom } from './balance.js';
import { MinMin, minMinMapping } from './min-min.js';

/** Returns the schedule of Min-Min Balance for all tasks. */
export function minMinBalanceSchedule(problem: RobustProblem, goal: RobustGoal, random: RandomStream): Schedule {
  const schedule = new Schedule(problem, minMinMapping(problem, balancedFrom(goal)));
  balance(schedule, goal, random);
  return schedule;
}

/**
 * Applies Min-Min Balance repeatedly to some of the tasks, as the long-hops of thesis 2.5.5.2 do; its lists are made
 * once.
 */
export class Rebalancer {
  private readonly minMin: MinMin;
  private readonly mapping: Mapping;
  private readonly readyS: Float64Array;

  constructor(
    private readonly problem: RobustProblem,
    private readonly goal: RobustGoal,
  ) {
    this.minMin = new MinMin(problem, balancedFrom(goal));
    this.mapping = createMapping(problem.taskCount);
    this.readyS = new Float64Array(problem.coreCount);
  }

  /**
   * Reassigns the tasks marked in `unmapped` (by task; the marks are cleared): they are removed from the schedule and
   * added again by Min-Min after the tasks that stay, and the whole is balanced. O(T G) and the balancing.
   */
  reassign(schedule: Schedule, unmapped: Uint8Array, random: RandomStream): void {
    const { problem, mapping, readyS } = this;
    mapping.core.set(schedule.core);
    mapping.pState.set(schedule.pState);
    readyS.fill(0);
    for (let task = 0; task < problem.taskCount; task++) {
      if (unmapped[task] !== 0) continue;
      const core = mapping.core[task]!;
      readyS[core]! += meanTimeS(problem, problem.nodes[problem.nodeOfCore[core]!]!, task, mapping.pState[task]!);
    }
    this.minMin.assign(mapping, readyS, unmapped);
    schedule.load(mapping);
    balance(schedule, this.goal, random);
  }
}
