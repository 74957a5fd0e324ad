import { z } from 'zod';
import { jsonPath, type LocalFault } from '../../../../instances/fault.js';
import * as quantity from '../../../../../models/fields/quantities.js';
import { named } from '../../../../../models/fields/fields.js';
import { MAX_TASKS_PER_JOB } from '../../../../../models/families/jobs/value-curve.js';
import { avgCPU, cores, fileBytes, nodeName, type RecordPlaces, speedInMHz, type WorkflowRecord } from './fields.js';

/**
 * Returns the schema of an optional list of names.
 *
 * WfFormat 1.3 and 1.4 describe tasks and their executions in one list and refer to tasks by name.
 */

const names = (meaning: string) => z.array(z.string()).meta({ description: meaning }).optional();

const flatTask = z.looseObject({
  name: named('Its name; other tasks refer to it.'),
  id: named('Unique.').optional(),
  parents: names('Names of the tasks that have to end first.'),
  children: names('Names of the tasks that wait for it.'),
  files: z
    .array(
      z.looseObject({
        name: z.string().meta({ description: 'Name of the file.' }),
        path: z.string().meta({ description: 'Folder of the file.' }).optional(),
        link: z.enum(['input', 'output']).meta({ description: 'Whether the task reads or writes it.' }),
        size: fileBytes.optional(),
        sizeInBytes: fileBytes.optional(),
      }),
    )
    .meta({ description: 'The files it reads and writes.' })
    .optional(),
  runtime: quantity.spanS('Time that the task ran (WfFormat 1.3).').optional(),
  runtimeInSeconds: quantity.spanS('Time that the task ran (WfFormat 1.4).').optional(),
  cores,
  avgCPU,
  machine: z.string().meta({ description: 'Name of the machine it ran on.' }).optional(),
});

export const flatSchema = z.looseObject({
  workflow: z.looseObject({
    tasks: z
      .array(flatTask)
      .min(1)
      .max(MAX_TASKS_PER_JOB)
      .meta({ description: 'Tasks, their order and how they ran.' }),
    machines: z
      .array(z.looseObject({ nodeName, cpu: z.looseObject({ speed: speedInMHz }).optional() }))
      .meta({ description: 'The machines of the run.' })
      .optional(),
  }),
});

type FlatRecord = z.output<typeof flatSchema>;

/** Path of the list of tasks in WfFormat 1.3 and 1.4. */
const TASKS = ['workflow', 'tasks'] as const;

/** Paths and field names of WfFormat 1.3 and 1.4, for messages. */
const PLACES: RecordPlaces = {
  specified: TASKS,
  executed: TASKS,
  coreCount: 'cores',
  machines: 'machine',
  inputFiles: 'files',
  speed: 'a machine in workflow.machines with cpu.speed',
  size: 'a file with its size',
};

type Unfolded =
  | { readonly ok: true; readonly record: WorkflowRecord }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Converts a record of WfFormat 1.3 or 1.4 to the form of 1.5. If only one of two tasks states that one is the parent
 * of the other, both get the relation. A task without stated parents depends on the tasks that write its input files.
 * Task names that are not unique get the task's identifier appended.
 */
export function unfolded({ workflow }: FlatRecord, areSizesOpen: boolean): Unfolded {
  const { tasks, machines } = workflow;
  const idOf = identifiers(tasks);
  const faults = twins(tasks, idOf);
  const indexOf = indexByReference(tasks, idOf);
  const parentsOf = tasks.map(() => new Set<number>());
  for (const [n, task] of tasks.entries()) {
    for (const field of ['parents', 'children'] as const) {
      for (const [i, name] of (task[field] ?? []).entries()) {
        const other = indexOf.get(name);
        if (other === undefined) faults.push(unknownTask(jsonPath([...TASKS, n, field, i]), name));
        else if (field === 'parents') parentsOf[n]!.add(other);
        else parentsOf[other]!.add(n);
      }
    }
    if (task.runtime === undefined && task.runtimeInSeconds === undefined) {
      const field = areSizesOpen ? 'runtime' : 'runtimeInSeconds';
      const remedy = 'How long it ran is not known: add it, or leave the task out everywhere.';
      faults.push({ path: jsonPath([...TASKS, n, field]), value: undefined, allowed: 'a time (s)', remedy });
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  const { sizeOf, writerOf } = filesOf(tasks);
  let inferred = 0;
  for (const [n, { files = [] }] of tasks.entries()) {
    if (parentsOf[n]!.size > 0) continue;
    const writers = files
      .filter(({ link }) => link === 'input')
      .flatMap((file) => writerOf.get(fileId(file)) ?? [])
      .filter((writer) => writer !== n);
    if (writers.length > 0) inferred++;
    for (const writer of writers) parentsOf[n]!.add(writer);
  }
  const childrenOf = tasks.map((): string[] => []);
  for (const [n, parents] of parentsOf.entries()) for (const from of parents) childrenOf[from]!.push(idOf[n]!);
  const notes: string[] = [];
  if (inferred > 0) notes.push(`tasks: ${inferred} without parents wait for those that write what they read.`);
  if (areSizesOpen && sizeOf.size > 0) {
    notes.push('files: sizes of WfFormat 1.3 are taken to be bytes, as WfCommons itself does; its text says KB.');
  }
  return {
    ok: true,
    record: {
      workflow: {
        specification: {
          tasks: tasks.map(({ files = [] }, n) => ({
            id: idOf[n]!,
            parents: [...parentsOf[n]!].map((from) => idOf[from]!),
            children: childrenOf[n]!,
            inputFiles: files.filter(({ link }) => link === 'input').map(fileId),
            outputFiles: files.filter(({ link }) => link === 'output').map(fileId),
          })),
          files: [...sizeOf].map(([id, sizeInBytes]) => ({ id, sizeInBytes })),
        },
        execution: {
          tasks: tasks.map((task, n) => ({
            id: idOf[n]!,
            runtimeInSeconds: (task.runtimeInSeconds ?? task.runtime)!,
            coreCount: task.cores,
            avgCPU: task.avgCPU,
            ...(task.machine === undefined ? {} : { machines: [task.machine] }),
          })),
          machines: machines?.map(({ nodeName: name, cpu }) => ({
            nodeName: name,
            ...(cpu === undefined ? {} : { cpu: { speedInMHz: cpu.speed } }),
          })),
        },
      },
      places: PLACES,
      notes,
    },
  };
}

type FlatTask = FlatRecord['workflow']['tasks'][number];
type FlatFile = NonNullable<FlatTask['files']>[number];

/** Returns a unique name for each task: its name, with its identifier if the name is not unique. */
function identifiers(tasks: readonly FlatTask[]): readonly string[] {
  const count = new Map<string, number>();
  for (const { name } of tasks) count.set(name, (count.get(name) ?? 0) + 1);
  return tasks.map(({ name, id }) => (count.get(name) === 1 || id === undefined ? name : `${name} ${id}`));
}

/** Returns faults for tasks that have the same name and the same or no identifier. */
function twins(tasks: readonly FlatTask[], idOf: readonly string[]): LocalFault[] {
  const seen = new Set<string>();
  return idOf.flatMap((id, n) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const remedy = 'Another task has this name and nothing tells them apart: give each an id of its own.';
    return [{ path: jsonPath([...TASKS, n, 'name']), value: tasks[n]!.name, allowed: 'each task once', remedy }];
  });
}

/** Returns the index of each task by the texts that may refer to it: its identifier, and its name if unique. */
function indexByReference(tasks: readonly FlatTask[], idOf: readonly string[]): ReadonlyMap<string, number> {
  const indexOf = new Map<string, number>();
  for (const [n, { id }] of tasks.entries()) if (id !== undefined) indexOf.set(id, n);
  for (const [n, { name }] of tasks.entries()) if (idOf[n] === name) indexOf.set(name, n);
  return indexOf;
}

function unknownTask(path: string, value: string): LocalFault {
  const remedy = 'There is no one such task: correct the name, or add the task.';
  return { path, value, allowed: `the name of a task in ${jsonPath(TASKS)}`, remedy };
}

function fileId({ name, path = '' }: FlatFile): string {
  return `${path}${name}`;
}

/** Returns the size of each file, bytes, and the first task that writes the file. */
function filesOf(tasks: readonly FlatTask[]): {
  readonly sizeOf: ReadonlyMap<string, number>;
  readonly writerOf: ReadonlyMap<string, number>;
} {
  const sizeOf = new Map<string, number>();
  const writerOf = new Map<string, number>();
  for (const [n, { files = [] }] of tasks.entries()) {
    for (const file of files) {
      const id = fileId(file);
      const size = file.sizeInBytes ?? file.size;
      // What a task writes is its size; others may have seen a part.
      if (size !== undefined && (!sizeOf.has(id) || file.link === 'output')) sizeOf.set(id, size);
      if (file.link === 'output' && !writerOf.has(id)) writerOf.set(id, n);
    }
  }
  return { sizeOf, writerOf };
}
