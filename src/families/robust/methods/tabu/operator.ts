import type { Schedule } from '../../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import type { CoreTasks } from './core-tasks.js';
import type { NodePreference } from './preference.js';
import type { Trial } from './trial.js';

/** What the operators of one search share. */
export interface ShortHopParts {
  /** Its problem and goal are theirs, and decide which operators these are (2.5.5.5 or 2.5.5.6); its weight is the caller's to adapt. */
  readonly handler: ConstraintHandler;
  /** `nodePreference(problem, goal)`: made once per problem, shared by all searches on it. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Called with every task whose core or P-state has changed. */
  readonly moved?: (task: number) => void;
}

/** Changes the schedule if that improves it, in the handler's sense: whether it did. */
export type Operator = (schedule: Schedule) => boolean;

/** What an operator gets: buffers included, which nobody relies on between two calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}
