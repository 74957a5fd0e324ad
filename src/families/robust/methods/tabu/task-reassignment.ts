import type { Operator, OperatorParts } from './operator.js';
import { Trial } from './trial.js';

/**
 * Task reassignment: from the least robust core, worst placed task first, each task is offered to the most robust core of its best
 * node in its best P-state. The first that improves is moved.
 */
export function createTaskReassignment(parts: OperatorParts): Operator {
  const { handler, preference, random, moved, tasks, trial } = parts;
  return (schedule) => {
    const core = schedule.leastRobustCore;
    tasks.gatherByUrgency(schedule, core, preference);
    handler.hold(schedule.makespanZ, schedule.energyZ);
    for (let n = 0; n < tasks.count; n++) {
      const task = tasks.tasks[n]!;
      const target = schedule.mostRobustCoreOf(preference.bestNode(task, random));
      if (!handler.mayImprove(Trial.leastZWithout(schedule, core, target))) continue;
      if (!trial.reassign(schedule, task, target)) continue;
      schedule.move(task, target, trial.pStateA);
      moved(task);
      return true;
    }
    return false;
  };
}
