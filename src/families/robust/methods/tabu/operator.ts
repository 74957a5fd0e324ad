import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import type { CoreTasks } from './core-tasks.js';
import type { NodePreference } from './preference.js';
import type { Trial } from './trial.js';

/** Parts that the operators of one search share. */
export interface ShortHopParts {
  /**
   * Handler whose model and goal the operators use, and which decides which operators these are (2.5.5.5 or 2.5.5.6);
   * the caller may adapt its weight.
   */
  readonly handler: ConstraintHandler;
  /** `nodePreference(model, goal)`: made once per model, shared by all searches on it. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Called with every task whose core or P-state has changed. */
  readonly moved?: (task: number) => void;
}

/** Changes the schedule if that improves it by the handler; returns true if it did. */
export type Operator = (schedule: Schedule) => boolean;

/** Parts of an operator, with buffers whose contents may be overwritten between two calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}
