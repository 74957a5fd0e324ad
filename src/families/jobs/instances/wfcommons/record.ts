import { z } from 'zod';
import { readJson } from '../../../../instances/json-reader.js';
import { capped, type LocalFault } from '../../../../instances/fault.js';
import { judgeBySchema } from '../../../../instances/schema-faults.js';
import * as quantity from '../../../../../models/fields/quantities.js';
import { named } from '../../../../../models/fields/fields.js';
import { MAX_TASKS_PER_JOB } from '../../../../../models/families/jobs/value-curve.js';
import { avgCPU, cores, fileBytes, nodeName, type RecordPlaces, speedInMHz, type WorkflowRecord } from './fields.js';
import { flatSchema, unfolded } from './flat-record.js';

// Records of WfFormat 1.3 to 1.6. Additional properties are allowed, as the format allows them.

/** Versions of the format that describe tasks and their executions in one list. */
const FLAT_VERSIONS: readonly unknown[] = ['1.3', '1.4'];
/** Versions of the format that describe tasks and their executions in two lists. */
const VERSIONS = ['1.5', '1.6'] as const;
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
  coreCount: cores,
  avgCPU,
  machines: ids('Names of the machines it ran on.').optional(),
});

const recordSchema = z.looseObject({
  schemaVersion: z.enum(VERSIONS).meta({ description: 'Version of WfFormat.' }),
  workflow: z.looseObject({
    specification: z.looseObject({
      tasks: z.array(specifiedTask).min(1).max(MAX_TASKS_PER_JOB).meta({ description: 'Tasks and their order.' }),
      files: z
        .array(
          z.looseObject({ id: z.string().meta({ description: 'Identifier of the file.' }), sizeInBytes: fileBytes }),
        )
        .meta({ description: 'Sizes of files.' })
        .optional(),
    }),
    execution: z.looseObject({
      tasks: z.array(executedTask).meta({ description: 'What became of each task.' }),
      machines: z
        .array(z.looseObject({ nodeName, cpu: z.looseObject({ speedInMHz }).optional() }))
        .meta({ description: 'The machines of the run.' })
        .optional(),
    }),
  }),
});

/** Paths and field names of WfFormat 1.5 and 1.6, for messages. */
const PLACES: RecordPlaces = {
  specified: ['workflow', 'specification', 'tasks'],
  executed: ['workflow', 'execution', 'tasks'],
  coreCount: 'coreCount',
  machines: 'machines',
  inputFiles: 'inputFiles',
  speed: 'a machine in workflow.execution.machines with cpu.speedInMHz',
  size: 'a file with its size in workflow.specification.files',
};

export type ReadRecord =
  | { readonly ok: true; readonly record: WorkflowRecord }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Parses a workflow record and checks the fields that are used. Other fields are allowed, as in WfFormat. */
export function workflowRecord(text: string): ReadRecord {
  const json = readJson(text);
  if (!json.ok) return json;
  const version = (json.value as { readonly schemaVersion?: unknown } | null)?.schemaVersion;
  if (FLAT_VERSIONS.includes(version)) {
    const verdict = judgeBySchema(flatSchema, json.value);
    if (!verdict.ok) return { ok: false, faults: capped(verdict.faults) };
    const found = unfolded(verdict.instance, version === '1.3');
    return found.ok ? found : { ok: false, faults: capped(found.faults) };
  }
  const isOther =
    typeof version === 'number' || (typeof version === 'string' && !VERSIONS.some((one) => one === version));
  if (isOther) return { ok: false, faults: [otherVersion(version)] };
  const verdict = judgeBySchema(recordSchema, json.value);
  if (!verdict.ok) return { ok: false, faults: capped(verdict.faults) };
  return { ok: true, record: { workflow: verdict.instance.workflow, places: PLACES, notes: [] } };
}

function otherVersion(value: string | number): LocalFault {
  const known = [...FLAT_VERSIONS, ...VERSIONS];
  const allowed = known.map((one) => JSON.stringify(one)).join(' or ');
  if (typeof value === 'number' && known.includes(String(value))) {
    return { path: 'schemaVersion', value, allowed, remedy: 'Put it in quotes.' };
  }
  const remedy =
    'Older records become newer ones by wfcommons-migrate-instance.py of github.com/wfcommons/WfFormat (tools).';
  return { path: 'schemaVersion', value, allowed, remedy };
}
