import { resolve } from 'node:path';
import { SPREAD } from '../../../../models/fields/quantities.js';
import { ROBUST_FORMAT, ROBUST_FORMAT_VERSION } from '../../../../models/families/robust/format.js';
import { type RobustInstance, robustSchema, type TaskRow } from '../../../../models/families/robust/instance.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import type { LocalFault, Refused } from '../../../instances/fault.js';
import { instanceReader, readNamed, sha256Of } from '../../../instances/reader.js';
import { readTableFile } from '../../../instances/text-file.js';
import { columnsOf } from './columns.js';
import { robustConsistencyFaults } from './consistency.js';
import { csvRows } from './csv-times.js';
import { generatedTimes } from './generated-times.js';
import { robustWarnings } from './warnings.js';

/** Reads and validates robust instance files. It does not read the CSV files with task times. */
export const robustFiles = instanceReader<RobustInstance, RobustInstance>({
  format: ROBUST_FORMAT,
  version: ROBUST_FORMAT_VERSION,
  kind: 'robust bag-of-tasks',
  page: 'docs/robust/instances.md',
  schema: robustSchema,
  // A bag of a million tasks (the schema's limit) beside 100,000 nodes. The number is chosen.
  mostListEntries: 1_200_000,
  consistency: robustConsistencyFaults,
  instanceOf: (written) => written,
});

export interface LoadedRobust {
  readonly ok: true;
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  /**
   * Hexadecimal SHA-256 hash of the bytes of the instance file, followed by those of its CSV file if the instance names
   * one.
   */
  readonly sha256: string;
  readonly warnings: string[];
}

/** Loads an instance with its task times, or returns its faults. */
export function loadRobustInstance(file: string): LoadedRobust | Refused {
  const read = robustFiles.read(file);
  if (!read.ok) return read;
  const { instance, bytes, directory } = read;
  const times = timesOf(instance, directory);
  if (!times.ok) return times;
  const scattered = spreadFault(times.times);
  if (scattered !== null) return { ok: false, faults: [{ file, ...scattered }] };
  const warnings = robustWarnings(instance, times.times);
  return { ok: true, instance, times: times.times, sha256: sha256Of(bytes, [times.bytes]), warnings };
}

export interface RobustTimes {
  readonly ok: true;
  readonly times: TaskTimes;
  /** Bytes of the CSV file from which the times were read; empty if the times do not come from a CSV file. */
  readonly bytes: Uint8Array;
}

/** Returns the task times of a valid instance. The path of a CSV file is relative to `directory`. */
export function timesOf(instance: RobustInstance, directory: string): RobustTimes | Refused {
  const { tasks } = instance.workload;
  const bytes = new Uint8Array();
  if (tasks.source === 'generated') return { ok: true, times: generatedTimes(instance, tasks), bytes };
  if (tasks.source === 'table') {
    return { ok: true, times: tableTimes(instance, tasks.tasks, columnsNamedIn(tasks.tasks)), bytes };
  }
  const place = { directory, file: resolve(directory, tasks.file) };
  const read = readNamed(place, readTableFile, (text) => csvRows(text, instance));
  if (!read.ok) return read;
  const { rows, named } = read.found;
  return { ok: true, times: tableTimes(instance, rows, named), bytes: read.bytes };
}

/** Returns a fault if some task times vary so much that sums of energies would lose precision; null if none does. */
function spreadFault(times: TaskTimes): LocalFault | null {
  const { meanS, varianceS2 } = times;
  let count = 0;
  let worst = -1;
  let most = SPREAD.most ** 2 * (1 + 1e-9);
  for (let place = 0; place < meanS.length; place++) {
    // Where the task cannot run the mean is infinite.
    const squared = varianceS2[place]! / (meanS[place]! * meanS[place]!);
    if (!(squared > SPREAD.most ** 2 * (1 + 1e-9))) continue;
    count++;
    if (squared > most) {
      most = squared;
      worst = place;
    }
  }
  if (worst < 0) return null;
  const columns = times.columnNames.length;
  const task = times.taskName(Math.floor(worst / columns));
  return {
    path: 'workload.tasks',
    value: `varianceS2 ${varianceS2[worst]!} with meanS ${meanS[worst]!}, of "${task}" on "${times.columnNames[worst % columns]!}"${count > 1 ? ` and ${count - 1} more` : ''}`,
    allowed: `a standard deviation of at most ${SPREAD.most} times the mean`,
    remedy: 'Correct the variance (s2) or the mean (s).',
  };
}

/** Returns the columns (nodes and node types) for which some row states a time. */
function columnsNamedIn(rows: readonly TaskRow[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { meanS } of rows) for (const column of Object.keys(meanS)) named.add(column);
  return named;
}

/**
 * Returns the task times of a valid table, in double precision. `named` has all columns for which some row states a
 * time.
 */
function tableTimes(instance: RobustInstance, rows: readonly TaskRow[], named: ReadonlySet<string>): TaskTimes {
  const columns = columnsOf(instance, named);
  const count = columns.names.length;
  const meanS = new Float64Array(rows.length * count).fill(Infinity);
  const varianceS2 = new Float64Array(rows.length * count);
  const typeIndex = new Map(instance.workload.taskTypes.map(({ name }, index) => [name, index]));
  for (const [task, row] of rows.entries()) {
    for (const [column, name] of columns.names.entries()) {
      const mean = Object.hasOwn(row.meanS, name) ? row.meanS[name]! : undefined;
      if (mean === undefined) continue;
      meanS[task * count + column] = mean;
      varianceS2[task * count + column] = row.varianceS2?.[name] ?? ((row.coefficientOfVariation ?? 0) * mean) ** 2;
    }
  }
  return {
    taskCount: rows.length,
    taskName: (task) => rows[task]!.name,
    taskType: Uint8Array.from(rows, ({ taskType }) => typeIndex.get(taskType)!),
    columnNames: columns.names,
    columnOfNode: columns.ofNode,
    meanS,
    varianceS2,
  };
}
