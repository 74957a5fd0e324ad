import type { Schedule } from '../../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import type { CoreTasks } from './core-tasks.js';
import type { NodePreference } from './preference.js';
import type { Trial } from './trial.js';

/** Parts that the operators of one search share. */
export interface ShortHopParts {
  /**
   * Handler whose problem and goal are the operators', and decide which operators these are (2.5.5.5 or 2.5.5.6); its
   * weight is the caller's to adapt.
   */
  readonly handler: ConstraintHandler;
  /** `nodePreference(problem, goal)`: made once per problem, shared by all searches on it. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Callback for every task whose core or P-state has changed. */
  readonly moved?: (task: number) => void;
}

/** Operator that changes the schedule if that improves it, in the handler's sense; true if it did. */
export type Operator = (schedule: Schedule) => boolean;

/** Parts of an operator, buffers included, whose contents nobody relies on between two calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}
