import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import type { CoreTasks } from './core-tasks.js';
import type { NodePreference } from './preference.js';
import type { Trial } from './trial.js';

/**
 * What the short-hop operators of one search share: comparison of plans, preferences for nodes, random numbers, and a
 * callback.
 */
export interface ShortHopParts {
  /**
   * Comparison of plans that the operators use. Its goal also selects the operators (2.5.5.5 or 2.5.5.6). Its weight
   * may change.
   */
  readonly handler: ConstraintHandler;
  /** Result of `nodePreference(model, goal)`, shared by all searches on a model. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Called for every task whose core or P-state changed. */
  readonly moved?: (task: number) => void;
}

/** Changes the schedule if the handler finds the change better; returns true if it did. */
export type Operator = (schedule: Schedule) => boolean;

/** What an operator uses: the shared parts of its search, and two buffers that may be overwritten between calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}
