import type { UtilityInstance, UtilityTaskRow } from '../../../../../models/families/utility/instance.js';
import { csvRecords, type CsvRecord } from '../../../../instances/csv-records.js';
import { capped, type LocalFault, MAX_FAULTS } from '../../../../instances/fault.js';
import { judgeBySchema } from '../../../../instances/schema-faults.js';
import { taskRowSchema } from '../../../../../models/families/utility/instance.js';
import { MAX_TASKS } from '../../../../../models/families/utility/definitions.js';
import type { TaskType } from '../types/task-type.js';
import { TaskGatherer } from './listed.js';
import { RowJudge } from './row-judge.js';
import type { TaskList } from './task-list.js';

/** Columns of a task CSV file with the type of their cells. */
const COLUMNS = {
  task: 'text',
  taskType: 'text',
  arrivalS: 'number',
  cores: 'number',
  utilityClass: 'text',
  startingUtility: 'number',
  urgency: 'number',
  mayPreempt: 'flag',
  mayBePreempted: 'flag',
} as const;
/** Columns that the header must have, because they have no default. */
const REQUIRED: readonly string[] = ['task', 'taskType', 'arrivalS'];
/** Number of characters read at a time. Chosen so that a file of a million tasks is never held as a million records. */
const CHUNK = 1_000_000;

export type CsvTasks =
  | { readonly ok: true; readonly tasks: TaskList }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Reads the tasks of a CSV file for a valid instance. Rows are judged like those of a table; faults name line and
 * column.
 */
export function csvTasks(text: string, instance: UtilityInstance, types: readonly TaskType[]): CsvTasks {
  const judge = new RowJudge(instance);
  const tasks = new TaskGatherer(types, instance.utility.classes);
  const lines: number[] = [];
  const faults: LocalFault[] = [];
  let columns: readonly Column[] | null = null;
  for (const part of recordsOf(text)) {
    if (!Array.isArray(part)) return { ok: false, faults: capped([...faults, fault(part)]) };
    for (const record of part) {
      if (columns === null) {
        const header = headerOf(record);
        if (!header.ok) return header;
        columns = header.columns;
        continue;
      }
      const judged = rowOf(record, columns, judge);
      if (!judged.ok) faults.push(...judged.faults);
      else if (faults.length === 0) {
        tasks.add(judged.row);
        lines.push(record.line);
      }
      if (faults.length > MAX_FAULTS) return { ok: false, faults: capped(faults) };
      if (lines.length > MAX_TASKS) return { ok: false, faults: [tooMany()] };
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  if (lines.length === 0) return { ok: false, faults: [noTask()] };
  return { ok: true, tasks: tasks.gathered((task, field) => placeOf(lines[task]!, field)) };
}

type Column = keyof typeof COLUMNS;

/**
 * Yields records in portions. The text has no quotes, so every line end ends a record and the text can be cut there.
 */
function* recordsOf(source: string): Generator<ReturnType<typeof csvRecords>> {
  const text = source.replace(/^\uFEFF/, '');
  if (text.includes('"')) {
    yield csvRecords(text);
    return;
  }
  for (let from = 0, line = 0; from < text.length;) {
    const end = text.indexOf('\n', from + CHUNK);
    const to = end < 0 ? text.length : end + 1;
    const chunk = text.slice(from, to);
    const records = csvRecords(chunk);
    const before = line;
    yield Array.isArray(records) ? records.map((one) => ({ ...one, line: one.line + before })) : records;
    line += chunk.match(/\r\n|\n|\r/g)?.length ?? 0;
    from = to;
  }
}

type Header =
  | { readonly ok: true; readonly columns: readonly Column[] }
  | { readonly ok: false; readonly faults: LocalFault[] };

function headerOf({ line, fields }: CsvRecord): Header {
  const names = fields.map((field) => field.trim());
  const known = Object.keys(COLUMNS);
  const unknown = names.flatMap((name, n) => (known.includes(name) && names.indexOf(name) === n ? [] : [name]));
  const missing = REQUIRED.filter((name) => !names.includes(name));
  const allowed = `a header of ${REQUIRED.join(', ')} and any of ${known.filter((name) => !REQUIRED.includes(name)).join(', ')}, each once`;
  const faults = [
    ...unknown
      .slice(0, MAX_FAULTS)
      .map((name) => ({ path: `line ${line}`, value: name, allowed, remedy: 'Correct or remove the column.' })),
    ...missing.map((name) => ({
      path: `line ${line}`,
      value: undefined,
      allowed,
      remedy: `Add the column "${name}".`,
    })),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, columns: names as Column[] };
}

type JudgedRow =
  | { readonly ok: true; readonly row: UtilityTaskRow }
  | { readonly ok: false; readonly faults: LocalFault[] };

function rowOf({ line, fields }: CsvRecord, columns: readonly Column[], judge: RowJudge): JudgedRow {
  if (fields.length !== columns.length) {
    const remedy = 'Write a cell for every column, empty where there is nothing to say.';
    const value = `${fields.length} cells`;
    return {
      ok: false,
      faults: [{ path: `line ${line}`, value, allowed: `${columns.length} cells, as the header`, remedy }],
    };
  }
  const written: Record<string, unknown> = {};
  for (const [n, column] of columns.entries()) {
    const cell = fields[n]!.trim();
    if (cell !== '') written[column === 'task' ? 'name' : column] = valueOf(cell, COLUMNS[column]);
  }
  const parsed = taskRowSchema.safeParse(written);
  if (parsed.success) {
    const faults = judge.faults(parsed.data, (field) => placeOf(line, field));
    return faults.length === 0 ? { ok: true, row: parsed.data } : { ok: false, faults };
  }
  const verdict = judgeBySchema<UtilityTaskRow>(taskRowSchema, written);
  const faults = verdict.ok ? [] : verdict.faults.map((one) => ({ ...one, path: placeOf(line, one.path) }));
  return { ok: false, faults };
}

/** Returns the value of a cell; its text if it is not of the column's type, for the schema to refuse. */
function valueOf(cell: string, kind: (typeof COLUMNS)[Column]): unknown {
  if (kind === 'number' && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(cell)) return Number(cell);
  if (kind === 'flag' && (cell === 'true' || cell === 'false')) return cell === 'true';
  return cell;
}

function placeOf(line: number, field: string): string {
  return `line ${line}, column ${field === 'name' ? 'task' : field}`;
}

function fault({ path, fault: value }: { readonly path: string; readonly fault: string }): LocalFault {
  return {
    path,
    value,
    allowed: 'cells separated by commas, in quotes where they hold one',
    remedy: 'Correct the line.',
  };
}

function noTask(): LocalFault {
  const remedy = 'Check that the file was written completely.';
  return { path: '', value: 'no tasks', allowed: 'a header and at least one line', remedy };
}

function tooMany(): LocalFault {
  return {
    path: '',
    value: `more than ${MAX_TASKS} tasks`,
    allowed: `at most ${MAX_TASKS} tasks`,
    remedy: 'Shorten the period.',
  };
}
