import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import type { CoreTasks } from './core-tasks.js';
import type { NodePreference } from './preference.js';
import type { Trial } from './trial.js';

/**
 * Data that the short-hop operators of one search share: comparison of plans, preferences, random numbers, a callback.
 */
export interface ShortHopParts {
  /**
   * Comparison of plans. Its goal also selects the operators (2.5.5.5 or 2.5.5.6). The weight of its penalty may
   * change.
   */
  readonly handler: ConstraintHandler;
  /** Preferences of tasks for nodes, from `nodePreference(model, goal)`. All searches on a model may share them. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Called for every task whose core or P-state changed. */
  readonly moved?: (task: number) => void;
}

/**
 * Tries to change the schedule so that it beats the handler's reference plan. Returns true if it made such a change.
 */
export type Operator = (schedule: Schedule) => boolean;

/** Parts that an operator uses: those that its search shares, and two buffers that may be overwritten between calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}
