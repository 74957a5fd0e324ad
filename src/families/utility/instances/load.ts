import { dirname, resolve } from 'node:path';
import { UTILITY_FORMAT, UTILITY_FORMAT_VERSION } from '../../../../models/families/utility/format.js';
import {
  type ArrivalFile,
  type ArrivalTrace,
  type UtilityInstance,
  type UtilityInstanceFile,
  utilitySchema,
} from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import { readMaybePacked } from '../../../instances/packed-text-file.js';
import { capped, COMMAND_LINE, type Refused } from '../../../instances/fault.js';
import { instanceReader, readNamed, sha256Of } from '../../../instances/reader.js';
import type { TraceCounts } from '../../../instances/swf/window.js';
import { readTableFile } from '../../../instances/text-file.js';
import { allowedCoresFaults } from './allowed-cores.js';
import { csvTasks } from './arrivals/csv.js';
import type { TaskList } from './arrivals/task-list.js';
import { traceTasks } from './arrivals/trace.js';
import { compileUtility } from './compile.js';
import { utilityConsistencyFaults } from './consistency.js';
import { wholeFacilityFaults } from './facility/consistency.js';
import { withPools } from './facility/pools.js';
import { instanceOfFile } from './written.js';
import { openRoom, type OpenedRoom } from './facility/room.js';
import { tasksInside, typesOf } from './model.js';
import type { TaskType } from './types/task-type.js';
import { utilityWarnings } from './warnings.js';

/** Reads and validates utility instance files. Tasks in other files (CSV file, job trace) are not read. */
export const utilityFiles = instanceReader<UtilityInstanceFile, UtilityInstance>({
  format: UTILITY_FORMAT,
  version: UTILITY_FORMAT_VERSION,
  kind: 'utility',
  page: 'docs/utility/instances.md',
  schema: utilitySchema,
  // A million tasks (the schema's limit) beside 10,000 task types on 10 pools. The number is chosen.
  mostListEntries: 1_200_000,
  consistency: utilityConsistencyFaults,
  whole: (written, known) => {
    if (known.length > 0) return [];
    const instance = withPools(written);
    const ofFacility = wholeFacilityFaults(instance);
    return ofFacility.length > 0 ? ofFacility : allowedCoresFaults(instance);
  },
  instanceOf: instanceOfFile,
});

export interface LoadedUtility {
  readonly ok: true;
  readonly instance: UtilityInstance;
  readonly types: readonly TaskType[];
  /** Machine room of the facility; null without a facility. */
  readonly room: OpenedRoom | null;
  /** Compiled model; null if the instance needs a job trace, but neither it nor the user names one. */
  readonly model: UtilityModel | null;
  /** Task types and tasks before compilation, for the checker; null if `model` is. */
  readonly workload: UtilityWorkload | null;
  /** Numbers of the trace's jobs that became tasks and that were left out; null without a trace. */
  readonly traceUse: TraceCounts | null;
  /**
   * SHA-256 (hexadecimal) of the content of the instance file followed by that of its CSV file or job trace, if it has
   * one.
   */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/**
 * Reads, validates and compiles an instance file with its tasks. Returns all faults; does not throw for an invalid
 * file.
 *
 * @param trace job trace to use in place of the one that the instance names, relative to the working directory
 */
export function loadUtilityInstance(file: string, trace?: string): LoadedUtility | Refused {
  const read = utilityFiles.read(file);
  if (!read.ok) return read;
  const { instance } = read;
  if (trace !== undefined && instance.arrivals.source !== 'swf') {
    const allowed = 'nothing: the tasks of this instance are not those of a trace';
    const fault = { path: '--trace', value: trace, allowed, remedy: 'Leave it out, or name another instance.' };
    return { ok: false, faults: [{ file: COMMAND_LINE, ...fault }] };
  }
  return loadJudgedUtility(instance, { file, bytes: read.bytes, trace });
}

/**
 * Contents of an instance file. A job trace or a machine room, if given, is used in place of the one that the instance
 * describes.
 */
export interface InstanceSource {
  /** Instance file. Paths in the instance are relative to its folder. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Job trace to use in place of the one that the instance names. */
  readonly trace?: string | undefined;
  /**
   * Machine room of the instance's facility if already known, which saves computing it. It does not depend on the seed.
   */
  readonly room?: OpenedRoom | null | undefined;
}

/**
 * Reads or draws the tasks of an instance and compiles it. The instance must be valid, e.g. a trial of a loaded one.
 */
export function loadJudgedUtility(
  instance: UtilityInstance,
  { file, bytes, trace, room: before }: InstanceSource,
): LoadedUtility | Refused {
  const room = before ?? openRoom(instance, file, dirname(resolve(file)));
  if (room !== null && !room.ok) return room;
  const types = typesOf(instance);
  const tasks = tasksOf(instance, types, dirname(resolve(file)), trace);
  if (!tasks.ok) return tasks;
  const known = { ok: true, instance, types, room, traceUse: tasks.use, sha256: sha256Of(bytes, tasks.bytes) } as const;
  if (tasks.list === null)
    return { ...known, model: null, workload: null, warnings: [NO_TRACE, ...utilityWarnings(instance, null)] };
  const compiled = compileUtility(instance, types, tasks.list, room?.room);
  if (!compiled.ok) {
    const own = capped(compiled.faults).map((fault) => ({ file: tasks.file ?? file, ...fault }));
    return { ok: false, faults: own };
  }
  const { model, workload } = compiled;
  return { ...known, model, workload, warnings: [...tasks.warnings, ...utilityWarnings(instance, model)] };
}

/** Warning for an instance that needs a job trace, but neither it nor the user names one. */
const NO_TRACE = 'arrivals.file: no trace is named, so there are no tasks: name one with --trace, or in the instance.';

interface Tasks {
  readonly ok: true;
  /** Tasks; null if they are in a job trace that neither the instance nor the user names. */
  readonly list: TaskList | null;
  /** File with the tasks; null if the instance lists or generates them. */
  readonly file: string | null;
  /** Contents of the CSV file or job trace; empty if there is none. */
  readonly bytes: readonly Uint8Array[];
  readonly use: TraceCounts | null;
  readonly warnings: readonly string[];
}

function tasksOf(
  instance: UtilityInstance,
  types: readonly TaskType[],
  directory: string,
  trace?: string,
): Tasks | Refused {
  const { arrivals } = instance;
  switch (arrivals.source) {
    case 'csv':
      return tasksOfCsv(instance, arrivals, types, directory);
    case 'swf':
      return tasksOfTrace(instance, arrivals, types, directory, trace);
    default:
      return { ...NOTHING_READ, list: tasksInside(instance, types) };
  }
}

/**
 * Result for an instance whose tasks need no file: the caller adds `list`. Also the result, with `list` null, if a job
 * trace is needed but not named.
 */
const NOTHING_READ = { ok: true, list: null, file: null, bytes: [], use: null, warnings: [] } as const;

function tasksOfCsv(
  instance: UtilityInstance,
  { file: name }: ArrivalFile,
  types: readonly TaskType[],
  directory: string,
): Tasks | Refused {
  const file = resolve(directory, name);
  const read = readNamed({ directory, file }, readTableFile, (text) => csvTasks(text, instance, types));
  return read.ok ? { ...NOTHING_READ, list: read.found.tasks, file, bytes: [read.bytes] } : read;
}

function tasksOfTrace(
  instance: UtilityInstance,
  arrivals: ArrivalTrace,
  types: readonly TaskType[],
  directory: string,
  trace: string | undefined,
): Tasks | Refused {
  if (trace === undefined && arrivals.file === undefined) return NOTHING_READ;
  const file = trace ?? resolve(directory, arrivals.file!);
  const place = { directory, file, isUsers: trace !== undefined };
  const read = readNamed(place, readMaybePacked, (text) => traceTasks(text, instance, arrivals, types));
  if (!read.ok) return read;
  const { tasks, use, warnings } = read.found;
  return { ok: true, list: tasks, file, bytes: [read.bytes], use, warnings };
}
