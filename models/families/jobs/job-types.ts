import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../fields/quantities.js';
import { fraction, named, prose, whole } from '../../fields/fields.js';
import {
  bytes,
  jobValue,
  MAX_EDGES_PER_JOB,
  MAX_JOB_TYPES,
  MAX_LEVELS,
  MAX_TASKS_PER_JOB,
  multiple,
  range,
  weight,
} from './value-curve.js';

/** Schema of the fraction of a task's execution time that is proportional to 1 / frequency. */

const cpuShare = fraction('Share of the time that is in proportion to 1 / frequency; the rest does not depend on it.', {
  fallback: '1',
}).optional();

const task = z.strictObject({
  name: named('Unique in the job type; edges refer to it.'),
  timeS: quantity.spanS('Time at the reference frequency and speed 1.').optional(),
  cpuShare,
  timesS: z
    .record(
      named('Name of a node type.'),
      z
        .array(quantity.spanS('Time at a level.'))
        .min(1)
        .max(MAX_LEVELS)
        .meta({ description: 'Times by level, the slowest level first: not rising.' }),
    )
    .meta({ description: 'Times by node type and level, in place of timeS.' })
    .optional(),
  taskType: named('In place of timeS, on a facility: a task type that its node types run.').optional(),
  length: multiple('Time relative to that of the task type.', { fallback: '1' }).optional(),
  cores: whole(1, 1_000_000, 'Cores of the task: others than 1 are refused.', { fallback: '1' }).optional(),
});

export const typeTable = z.strictObject({
  source: z.literal('table').meta({ description: 'Tasks and edges spelled out.' }),
  types: z
    .array(
      z.strictObject({
        name: named('Unique; jobs refer to it.'),
        description: prose('For readers.').optional(),
        share: weight('Weight among generated jobs and those of a log.', { fallback: '1' }).optional(),
        tasks: z.array(task).min(1).max(MAX_TASKS_PER_JOB).meta({ description: 'Tasks, each on one core.' }),
        edges: z
          .array(
            z.strictObject({
              from: named('Name of the task that has to end first.'),
              to: named('Name of the task that needs it.'),
              bytes: bytes('Data handed over; nothing between tasks on one core.', { fallback: '0' }).optional(),
            }),
          )
          .max(MAX_EDGES_PER_JOB)
          .meta({ description: 'Dependences.', fallback: 'none' })
          .optional(),
        value: jobValue('Value curve of its jobs that have none.').optional(),
      }),
    )
    .min(1)
    .max(MAX_JOB_TYPES)
    .meta({ description: 'The job types.' }),
});

const tasks = (meaning: string) => whole(1, MAX_TASKS_PER_JOB, meaning);

export const layeredTypes = z.strictObject({
  source: z
    .literal('layered')
    .meta({ description: 'Drawn: tasks in layers, each with predecessors in the one before.' }),
  count: whole(1, MAX_JOB_TYPES, 'Number of job types.'),
  tasks: range('Tasks of a type.', tasks),
  layers: range('Layers of a type, at most its tasks.', tasks),
  predecessors: range('Predecessors of a task, at most the tasks of the layer before its own.', tasks),
  meanTimeS: quantity.timeS('Mean task time at the reference frequency.'),
  typeFactor: range('Mean task time of a type over meanTimeS.', multiple),
  taskFactor: range('Time of a task over the mean of its type.', multiple),
  cpuShare,
  transferShare: multiple(
    'Mean transfer time of an edge over the mean task time of its type; uniform from 0 to twice that.',
  ),
});

/** A task of a job type. One of the fields `timeS`, `timesS` and `taskType` gives its execution time. */
export type JobTaskRow = Declared<typeof task>;
export type JobTypeRow = Declared<typeof typeTable>['types'][number];
export type JobEdgeRow = NonNullable<JobTypeRow['edges']>[number];
/** Randomly generated job types. Tasks form layers, and depend only on tasks of the preceding layer. */
export type LayeredJobTypes = Declared<typeof layeredTypes>;
