import type { Schedule } from '../../../../../models/problems/robust/schedule.js';
import { CoreTasks } from './core-tasks.js';
import type { Operator, OperatorParts, ShortHopParts } from './operator.js';
import { createPStateReassignment } from './p-state-reassignment.js';
import { createTaskReassignment } from './task-reassignment.js';
import { createTaskSwap } from './task-swap.js';
import { Trial } from './trial.js';

/** Local search (2.5.5.4). */
export interface ShortHops {
  /** One short-hop on any schedule of the problem, all three operators in their order: how many of them changed it, 0 to 3. */
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
    tasks: new CoreTasks(handler.problem),
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
