import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { ROBUST_FORMAT, ROBUST_FORMAT_VERSION } from '../../../../models/problems/robust/format.js';
import type { RobustInstance, TaskRow } from '../../../../models/problems/robust/instance.js';
import type { TaskTimes } from '../../../../models/problems/robust/times.js';
import { type FileFormat, formatProblem } from '../../../instances/format-problem.js';
import { readJson } from '../../../instances/json-reader.js';
import { readTableFile, readTextFile } from '../../../instances/text-file.js';
import { problemInNamedFile } from '../../../instances/outside.js';
import { capped, type LocalProblem, type Problem } from '../../../instances/problem.js';
import { judgeBySchema } from '../../../instances/schema-problems.js';
import { robustConsistencyProblems } from './consistency.js';
import { csvRows } from './csv-times.js';
import { generatedTimes } from './generated-times.js';
import { robustSchema } from '../../../../models/problems/robust/instance.js';
import { robustWarnings } from './warnings.js';
import { SPREAD } from '../../../../models/fields/quantities.js';
import { columnsOf } from './columns.js';

/**
 * Greatest number of entries of all lists: a bag of a million tasks (the schema's limit) beside 100,000 nodes. Ours.
 */
const MAX_LIST_ENTRIES = 1_200_000;

export type LoadedRobustInstance =
  | {
      readonly ok: true;
      readonly instance: RobustInstance;
      readonly times: TaskTimes;
      /** SHA-256 of the file's bytes, followed by those of its CSV file if it names one; hexadecimal. */
      readonly sha256: string;
      /** Folder of the instance, absolute; other files that the instance names are relative to it. */
      readonly directory: string;
      /** Sentences on what is legal but probably not meant. */
      readonly warnings: string[];
    }
  | { readonly ok: false; readonly problems: Problem[] };

/** Instance and times of a file, or all problems at once; nothing is thrown for a bad file. */
export function loadRobustInstance(file: string): LoadedRobustInstance {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const judged = judgeRobustText(read.text);
  if (!judged.ok) return { ok: false, problems: judged.problems.map((problem) => ({ file, ...problem })) };
  const { instance } = judged;
  const directory = dirname(resolve(file));
  const times = timesOf(instance, directory);
  if (!times.ok) return times;
  const scattered = spreadProblem(times.times);
  if (scattered !== null) return { ok: false, problems: [{ file, ...scattered }] };
  return {
    ok: true,
    instance,
    times: times.times,
    sha256: createHash('sha256').update(read.bytes).update(times.bytes).digest('hex'),
    directory,
    warnings: robustWarnings(instance, times.times),
  };
}

export type JudgedRobustInstance =
  | { readonly ok: true; readonly instance: RobustInstance }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Instance in text already in memory, judged without reading times. */
export function judgeRobustText(text: string): JudgedRobustInstance {
  const json = readJson(text);
  return json.ok ? judgeRobustInstance(json.value) : json;
}

/** Instance in a value that came as JSON, judged without reading times. */
export function judgeRobustInstance(raw: unknown): JudgedRobustInstance {
  const foreign = formatProblem(raw, FILE_FORMAT);
  if (foreign !== null) return { ok: false, problems: [foreign] };
  const verdict = judgeBySchema<RobustInstance>(robustSchema, raw, MAX_LIST_ENTRIES);
  if (!verdict.ok) {
    return { ok: false, problems: capped([...verdict.problems, ...robustConsistencyProblems(verdict.draft)]) };
  }
  const problems = robustConsistencyProblems(verdict.instance);
  return problems.length === 0 ? { ok: true, instance: verdict.instance } : { ok: false, problems: capped(problems) };
}

/** Format of instance files of this family. */
const FILE_FORMAT: FileFormat = {
  format: ROBUST_FORMAT,
  version: ROBUST_FORMAT_VERSION,
  kind: 'robust bag-of-tasks',
  page: 'docs/robust/instances.md',
};

export type RobustTimes =
  | {
      readonly ok: true;
      readonly times: TaskTimes;
      /** Bytes of the file they were read from; none otherwise. */
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly problems: Problem[] };

/** The times of an instance that was judged valid; a CSV file is looked for relative to `directory`. */
export function timesOf(instance: RobustInstance, directory: string): RobustTimes {
  const { tasks } = instance.workload;
  const bytes = new Uint8Array();
  if (tasks.source === 'generated') return { ok: true, times: generatedTimes(instance, tasks), bytes };
  if (tasks.source === 'table') {
    return { ok: true, times: tableTimes(instance, tasks.tasks, columnsNamedIn(tasks.tasks)), bytes };
  }
  const file = resolve(directory, tasks.file);
  const read = readTableFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const parsed = csvRows(read.text, instance);
  if (!parsed.ok)
    return { ok: false, problems: parsed.problems.map((problem) => problemInNamedFile(directory, file, problem)) };
  return { ok: true, times: tableTimes(instance, parsed.rows, parsed.named), bytes: read.bytes };
}

/**
 * Problem of variances so large beside their means that sums of energies lose their digits, with their number and the
 * worst; null for none.
 */
function spreadProblem(times: TaskTimes): LocalProblem | null {
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

/** The columns that rows give times of. */
function columnsNamedIn(rows: readonly TaskRow[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { meanS } of rows) for (const column of Object.keys(meanS)) named.add(column);
  return named;
}

/** Times of rows that were judged consistent, in double precision as given. `named`: all columns. */
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
