import type { Schedule } from '../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import { CoreTasks } from './core-tasks.js';
import { createPStateReassignment } from './p-state-reassignment.js';
import type { NodePreference } from './preference.js';
import { createTaskReassignment } from './task-reassignment.js';
import { createTaskSwap } from './task-swap.js';
import { Trial } from './trial.js';

/** What the operators of one search share. */
export interface ShortHopParts {
  /** Its problem and goal are theirs, and decide which operators these are (2.5.5.5 or 2.5.5.6); its weight is the caller's to adapt. */
  readonly handler: ConstraintHandler;
  /** `nodePreference(problem, goal)`: made once per problem, shared by all searches on it. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Told of every task whose core or P-state has changed. */
  readonly moved?: (task: number) => void;
}

/** Changes the schedule if that improves it, in the handler's sense: whether it did. */
export type Operator = (schedule: Schedule) => boolean;

/** What an operator gets: buffers included, which nobody relies on between two calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}

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
