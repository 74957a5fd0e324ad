import { MAX_TASKS } from '../../../../../models/families/utility/definitions.js';
import { taskRowSchema, type UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { csvPlace, readCsvRows } from '../../../../instances/csv-rows.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { TASK_COLUMNS } from './columns.js';
import type { TaskType } from '../types/task-type.js';
import { TaskGatherer } from './listed.js';
import { RowJudge } from './row-judge.js';
import type { TaskList } from './task-list.js';

export type CsvTasks =
  | { readonly ok: true; readonly tasks: TaskList }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Returns the tasks in the text of a CSV file, or the faults of its rows. The instance must be valid. */
export function csvTasks(text: string, instance: UtilityInstance, types: readonly TaskType[]): CsvTasks {
  const judge = new RowJudge(instance);
  const tasks = new TaskGatherer(types, instance.utility.classes);
  const lines: number[] = [];
  const faults = readCsvRows(
    text,
    {
      of: 'tasks',
      columns: TASK_COLUMNS,
      required: ['task', 'taskType', 'arrivalS'],
      most: MAX_TASKS,
      schema: taskRowSchema,
      written: ({ task, ...others }) => (task === undefined ? others : { name: task, ...others }),
      columnOf: ([field]) => columnOf(field),
      faults: (row, place) => judge.faults(row, (field) => place([field])),
    },
    (row, line) => {
      tasks.add(row);
      lines.push(line);
    },
  );
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, tasks: tasks.gathered((task, field) => csvPlace(lines[task]!, columnOf(field))) };
}

function columnOf(field: string | number | undefined): string {
  return field === 'name' ? 'task' : String(field);
}
