import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { TaskTypeTable } from '../../../../models/families/utility/task-types.js';
import { generatedTasks } from './arrivals/generated.js';
import { listedTasks } from './arrivals/listed.js';
import type { TaskList } from './arrivals/task-list.js';
import { downeyTypes } from './types/parallel-types.js';
import { facilityTypes } from './facility/types.js';
import { twoLevelTypes } from './types/preemptive-types.js';
import { covTypes } from './types/serial-types.js';
import { tableTypes } from './types/table-types.js';
import type { TaskType } from './types/task-type.js';

/** Returns the task types of a valid instance: those it lists, or those drawn from its seed. */
export function typesOf({ taskTypes, pools, seed, utility, facility, operation }: UtilityInstance): TaskType[] {
  const classIndex = (name: string): number => utility.classes.findIndex((one) => one.name === name);
  switch (taskTypes.source) {
    case 'table':
      return tableTypes((taskTypes satisfies TaskTypeTable).types, pools, classIndex);
    case 'cov':
      return covTypes(taskTypes, pools, seed);
    case 'downey':
      return downeyTypes(taskTypes, pools, seed, utility.priorities ?? []);
    case 'two-level':
      return twoLevelTypes(taskTypes, pools, seed, classIndex);
    case 'facility':
      return facilityTypes(taskTypes, facility!, operation!, classIndex);
  }
}

/**
 * Returns the tasks that an instance lists or generates.
 *
 * @throws RangeError if the tasks are in another file
 */
export function tasksInside(instance: UtilityInstance, types: readonly TaskType[]): TaskList {
  const { arrivals, period, seed } = instance;
  if (arrivals.source === 'generated') return generatedTasks(arrivals, period, types, seed);
  if (arrivals.source === 'table') return listedTasks(arrivals.tasks, types, instance.utility.classes);
  throw new RangeError(`${instance.name}: its tasks are in another file`);
}
