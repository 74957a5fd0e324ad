import type { WorkloadType } from '../../../../../models/families/utility/workload.js';
import type { PriorityShare } from '../../../../../models/families/utility/definitions.js';

/** A task type, listed or drawn: defaults for its tasks, and how long they take where. */
export interface TaskType extends WorkloadType {
  /** Starting utility of its tasks, and likewise urgency; null if each task draws it. */
  readonly startingUtility: number | null;
  readonly urgency: number | null;
  /** Index of its utility class; -1 if each task draws it. */
  readonly utilityClass: number;
  /** Priorities that its tasks draw from instead of the instance's; null if none. */
  readonly priorities: readonly PriorityShare[] | null;
  /** Weight among generated arrivals. */
  readonly share: number;
  /** True if special pools run it, so that it may have its own arrival pattern. */
  readonly special: boolean;
  /** Range of the cores of its generated tasks, drawn uniformly; null means 1. */
  readonly cores: { readonly least: number; readonly most: number } | null;
}
