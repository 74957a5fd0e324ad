import { z } from 'zod';
import { readJson } from '../../../../instances/json-reader.js';
import { capped, type LocalProblem } from '../../../../instances/problem.js';
import { judgeBySchema } from '../../../../instances/schema-problems.js';
import * as quantity from '../../../../instances/quantities.js';
import { named } from '../../../../instances/schema-fields.js';
import { MAX_TASKS_PER_JOB } from '../schema-parts.js';

/**
 * The part of a workflow record of WfCommons (WfFormat 1.5 and 1.6, github.com/wfcommons/WfFormat) that a job type is made of. Other properties are
 * allowed, as the format allows them.
 */

/** Versions of the format that are read; the format's own schema lists each that there is. */
const VERSIONS = ['1.5', '1.6'] as const;
/** Greatest number of cores of a task of a record. Ours. */
const MAX_CORES = 1_000_000;

const ids = (meaning: string) => z.array(z.string()).meta({ description: meaning });

const specifiedTask = z.looseObject({
  id: named('Unique.'),
  parents: ids('Identifiers of the tasks that have to end first.'),
  children: ids('Identifiers of the tasks that wait for it.'),
  inputFiles: ids('Identifiers of the files read.').optional(),
  outputFiles: ids('Identifiers of the files written.').optional(),
});

const executedTask = z.looseObject({
  id: z.string().meta({ description: 'Identifier of a task of the specification.' }),
  runtimeInSeconds: quantity.spanS('Time that the task ran.'),
  coreCount: z.number().min(0).max(MAX_CORES).meta({ description: 'Cores it had.' }).optional(),
  avgCPU: z.number().min(0).max(1e9).meta({ description: 'Use of the processor, per cent of one core.' }).optional(),
  machines: ids('Names of the machines it ran on.').optional(),
});

const machine = z.looseObject({
  nodeName: z.string().meta({ description: 'Name of the machine.' }),
  cpu: z
    .looseObject({
      speedInMHz: z.number().min(1).max(100_000).meta({ description: 'Clock frequency.', unit: 'MHz' }).optional(),
    })
    .optional(),
});

const recordSchema = z.looseObject({
  schemaVersion: z.enum(VERSIONS).meta({ description: 'Version of WfFormat.' }),
  workflow: z.looseObject({
    specification: z.looseObject({
      tasks: z.array(specifiedTask).min(1).max(MAX_TASKS_PER_JOB).meta({ description: 'Tasks and their order.' }),
      files: z
        .array(
          z.looseObject({
            id: z.string().meta({ description: 'Identifier of the file.' }),
            sizeInBytes: z.number().min(0).max(1e18).meta({ description: 'Its size.', unit: 'bytes' }),
          }),
        )
        .meta({ description: 'Sizes of files.' })
        .optional(),
    }),
    execution: z.looseObject({
      tasks: z.array(executedTask).meta({ description: 'What became of each task.' }),
      machines: z.array(machine).meta({ description: 'The machines of the run.' }).optional(),
    }),
  }),
});

export type WorkflowRecord = z.output<typeof recordSchema>;
export type SpecifiedTask = z.output<typeof specifiedTask>;
export type ExecutedTask = z.output<typeof executedTask>;

export type ReadRecord =
  | { readonly ok: true; readonly record: WorkflowRecord }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Record of a text, judged field by field. */
export function workflowRecord(text: string): ReadRecord {
  const json = readJson(text);
  if (!json.ok) return json;
  const verdict = judgeBySchema<WorkflowRecord>(recordSchema, json.value);
  return verdict.ok ? { ok: true, record: verdict.instance } : { ok: false, problems: capped(verdict.problems) };
}
