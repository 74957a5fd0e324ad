import type { RobustNode } from '../../../../../models/problems/robust/problem.js';
import type { Schedule } from '../../../../../models/problems/robust/schedule.js';
import type { Operator, OperatorParts } from './operator.js';
import { Trial } from './trial.js';

/**
 * Task swap: from an arbitrary core, worst placed task first, each task is offered to an arbitrary core of its best node in exchange
 * for the task there that this core's node suits best, both in their best P-states. The first exchange that improves is made.
 */
export function createTaskSwap({ handler, preference, random, moved, tasks, trial }: OperatorParts): Operator {
  const { problem } = handler;
  const otherCoreOf = ({ firstCore, cores }: RobustNode, core: number): number => {
    if (core < firstCore || core >= firstCore + cores) return firstCore + random.integer(0, cores - 1);
    if (cores === 1) return -1;
    const drawn = firstCore + random.integer(0, cores - 2);
    return drawn < core ? drawn : drawn + 1;
  };
  const bestSuited = (schedule: Schedule, core: number, node: number): number => {
    let best = -1;
    let least = Infinity;
    for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) {
      const unfitness = preference.unfitness(task, node);
      if (unfitness < least) {
        least = unfitness;
        best = task;
      }
    }
    return best;
  };
  return (schedule) => {
    const core = random.integer(0, problem.coreCount - 1);
    const node = problem.nodeOfCore[core]!;
    tasks.gatherByUrgency(schedule, core, preference);
    handler.hold(schedule.makespanZ, schedule.energyZ);
    for (let n = 0; n < tasks.count; n++) {
      const a = tasks.tasks[n]!;
      const other = otherCoreOf(problem.nodes[preference.bestNode(a, random)]!, core);
      if (other < 0 || !handler.mayImprove(Trial.leastZWithout(schedule, core, other))) continue;
      const b = bestSuited(schedule, other, node);
      if (b < 0 || !trial.swap(schedule, a, b)) continue;
      schedule.swap(a, trial.pStateA, b, trial.pStateB);
      moved(a);
      moved(b);
      return true;
    }
    return false;
  };
}
