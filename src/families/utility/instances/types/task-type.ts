import type { WorkloadType } from '../../../../../models/families/utility/workload.js';
import type { PriorityShare } from '../../../../../models/families/utility/definitions.js';
import type { FacilityTaskType, TaskTypeRow } from '../../../../../models/families/utility/task-types.js';

/** A task type, listed or drawn: default values for its tasks, and their execution times on each pool. */
export interface TaskType extends WorkloadType {
  /** Starting utility of the type's tasks; null if it is drawn for each task. */
  readonly startingUtility: number | null;
  /** Urgency of the type's tasks, 1/urgencyUnitS; null if it is drawn for each task. */
  readonly urgency: number | null;
  /** Index of the type's utility class; -1 if it is drawn for each task. */
  readonly utilityClass: number;
  /** Priorities from which the type's tasks draw; null if they draw from those of the instance. */
  readonly priorities: readonly PriorityShare[] | null;
  /** Weight of the type when generated or traced tasks are divided among types. */
  readonly share: number;
  /** True if a special pool runs the type. Such types can have their own arrival pattern. */
  readonly special: boolean;
  /** Range from which the number of cores of generated tasks is drawn uniformly; null means 1 core. */
  readonly cores: { readonly least: number; readonly most: number } | null;
}

/** Default values of a task type's fields, except for its name and times. */
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
 * Returns a listed task type without its execution times.
 *
 * @param classIndex returns the index of a utility class by its name
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

/** Returns the range of numbers of cores that a listed task type states. */
export function coresOf({ leastCores = 1, mostCores = leastCores }: Pick<TaskTypeRow, 'leastCores' | 'mostCores'>): {
  readonly least: number;
  readonly most: number;
} {
  return { least: leastCores, most: mostCores };
}
