import type { SharedOption } from './options.js';

// Options of new instances that several families take.

/** Maximum number of task types of a generated instance. Chosen: several times the benchmarks of the thesis. */
const MAX_TASK_TYPES = 100;

/** Option for the benchmarks of the thesis that a new instance has as tasks. */
export const WORKLOAD_OPTION: SharedOption = {
  name: 'workload',
  flags: '--workload <name>',
  help: 'tasks of a new room or of data centres, of those drawn all if absent; mixed is hybrid',
  kind: { is: 'choice', of: ['memory', 'hybrid', 'cpu', 'all', 'mixed'] },
  preset: 'hybrid',
};

/** Option for the number of task types of a new instance. */
export const TASK_TYPES_OPTION: SharedOption = {
  name: 'taskTypes',
  flags: '--task-types <n>',
  help: "task types of a new room, or of data centres that are drawn: the workload's first n, or copies of them with measurements of their own",
  kind: { is: 'whole', least: 1, most: MAX_TASK_TYPES },
};
