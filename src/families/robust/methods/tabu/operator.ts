import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';
import type { CoreTasks } from './core-tasks.js';
import type { NodePreference } from './preference.js';
import type { Trial } from './trial.js';

/** What the short-hop operators of one search share: comparison, preferences, random numbers, a callback. */
export interface ShortHopParts {
  /** Comparison of plans. Its goal also selects the operators (2.5.5.5 or 2.5.5.6). Its weight may change. */
  readonly handler: ConstraintHandler;
  /** Preferences of tasks for nodes: `nodePreference(model, goal)`, which all searches on a model may share. */
  readonly preference: NodePreference;
  readonly random: RandomStream;
  /** Called for every task whose core or P-state changed. */
  readonly moved?: (task: number) => void;
}

/** Makes a change of the schedule that the handler finds better than the reference plan; returns true if so. */
export type Operator = (schedule: Schedule) => boolean;

/** What an operator uses: the shared parts of its search, and two buffers that may be overwritten between calls. */
export interface OperatorParts extends Required<ShortHopParts> {
  readonly tasks: CoreTasks;
  readonly trial: Trial;
}
