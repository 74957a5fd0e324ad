import type { WorkloadType } from '../../../../../models/families/utility/workload.js';
import type { PriorityShare } from '../../../../../models/families/utility/definitions.js';

/** A task type, listed or drawn: what its tasks have unless they say otherwise, and how long they take where. */
export interface TaskType extends WorkloadType {
  /** Starting utility and urgency of its tasks; null if these draw theirs. */
  readonly startingUtility: number | null;
  readonly urgency: number | null;
  /** Index of its utility class; -1 where its tasks draw theirs. */
  readonly utilityClass: number;
  /** Draws for its tasks in place of the instance's own; null for none. */
  readonly priorities: readonly PriorityShare[] | null;
  /** Weight among generated arrivals. */
  readonly share: number;
  /** True if special pools run it, so that it may arrive in a pattern of its own. */
  readonly special: boolean;
  /** Cores of its generated tasks, uniform; null: 1. */
  readonly cores: { readonly least: number; readonly most: number } | null;
}
