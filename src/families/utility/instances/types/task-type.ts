import type { WorkloadType } from '../../../../../models/families/utility/workload.js';
import type { PriorityShare } from '../../../../../models/families/utility/definitions.js';
import type { FacilityTaskType, TaskTypeRow } from '../../../../../models/families/utility/task-types.js';

/** A task type, listed or drawn: defaults for its tasks, and how long they take where. */
export interface TaskType extends WorkloadType {
  /** Starting utility of its tasks; next, their urgency. Null if each task draws it. */
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

/** Default values of a drawn type's properties, except for its name and times. */
export const PLAIN_TYPE = {
  startingUtility: null,
  urgency: null,
  utilityClass: -1,
  priorities: null,
  share: 1,
  special: false,
  cores: null,
} as const satisfies Partial<TaskType>;

/**
 * Returns a listed type without its times.
 * @param classIndex returns the index of a utility class by name
 */
export function listedType(
  row: TaskTypeRow | FacilityTaskType,
  classIndex: (name: string) => number,
): Omit<TaskType, 'runs'> {
  return {
    ...PLAIN_TYPE,
    name: row.name,
    startingUtility: row.startingUtility ?? null,
    urgency: row.urgency ?? null,
    utilityClass: row.utilityClass === undefined ? -1 : classIndex(row.utilityClass),
    share: row.share ?? 1,
    cores: coresOf(row),
  };
}

/** Returns the range of the cores that a row states. */
export function coresOf({ leastCores = 1, mostCores = leastCores }: Pick<TaskTypeRow, 'leastCores' | 'mostCores'>): {
  readonly least: number;
  readonly most: number;
} {
  return { least: leastCores, most: mostCores };
}
