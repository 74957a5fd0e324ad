import type { Options } from './options.js';

// Options of new instances that several families take.

/**
 * Maximum number of task types of a generated instance. Our choice: several times the number of benchmarks in the
 * thesis.
 */
const MAX_TASK_TYPES = 100;

/** Options of `plenum generate` that describe the task types of a new instance. */
export const TASK_OPTIONS = {
  workload: {
    flags: '--workload <name>',
    verbs: ['generate'],
    help: 'tasks of a new room or of data centres, of those drawn all if absent; mixed is hybrid',
    kind: { is: 'choice', of: ['memory', 'hybrid', 'cpu', 'all', 'mixed'] },
    preset: 'hybrid',
  },
  taskTypes: {
    flags: '--task-types <n>',
    verbs: ['generate'],
    help: "task types of a new room, or of data centres that are drawn: the workload's first n, or copies of them with measurements of their own",
    kind: { is: 'whole', least: 1, most: MAX_TASK_TYPES },
  },
} as const satisfies Options;
