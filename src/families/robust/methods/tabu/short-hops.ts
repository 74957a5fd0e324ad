import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import { CoreTasks } from './core-tasks.js';
import type { Operator, OperatorParts, ShortHopParts } from './operator.js';
import { createPStateReassignment } from './p-state-reassignment.js';
import { Trial } from './trial.js';
import type { RobustNode } from '../../../../../models/families/robust/model.js';

/** Local search of tabu search, which uses three operators (2.5.5.4). */
export interface ShortHops {
  /**
   * Makes one short hop on a schedule of the model, by calling all three operators in order. Returns the number of
   * operators that changed the schedule.
   */
  iterate(schedule: Schedule): number;
  readonly taskSwap: Operator;
  readonly taskReassignment: Operator;
  readonly pStateReassignment: Operator;
}

export function createShortHops(shared: ShortHopParts): ShortHops {
  const { handler } = shared;
  const parts: OperatorParts = {
    moved: () => undefined,
    ...shared,
    tasks: new CoreTasks(handler.model),
    trial: new Trial(handler),
  };
  const taskSwap = createTaskSwap(parts);
  const taskReassignment = createTaskReassignment(parts);
  const pStateReassignment = createPStateReassignment(parts);
  return {
    iterate: (schedule) =>
      Number(taskSwap(schedule)) + Number(taskReassignment(schedule)) + Number(pStateReassignment(schedule)),
    taskSwap,
    taskReassignment,
    pStateReassignment,
  };
}

/**
 * Returns the operator that reassigns a task. It tries the tasks of the core least likely to finish in time, beginning
 * with those that the core's node suits worst. Each task is tried on its best node, there on the core most likely to
 * finish in time, in its best P-state. The first move that improves the schedule is made.
 */
function createTaskReassignment(parts: OperatorParts): Operator {
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

/**
 * Returns the operator that swaps two tasks. It tries the tasks of a random core, beginning with those that the core's
 * node suits worst. For each such task it takes a random core of the task's best node. There it chooses the task that
 * the first core's node suits best. Both tasks get their best P-states. The first swap that improves the schedule is
 * made.
 */
function createTaskSwap({ handler, preference, random, moved, tasks, trial }: OperatorParts): Operator {
  const { model } = handler;
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
    const core = random.integer(0, model.coreCount - 1);
    const node = model.nodeOfCore[core]!;
    tasks.gatherByUrgency(schedule, core, preference);
    handler.hold(schedule.makespanZ, schedule.energyZ);
    for (let n = 0; n < tasks.count; n++) {
      const a = tasks.tasks[n]!;
      const other = otherCoreOf(model.nodes[preference.bestNode(a, random)]!, core);
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
