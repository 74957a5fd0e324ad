import type { RobustInstance, RobustWorkload, TaskRow } from '../../../../models/families/robust/instance.js';
import { type CsvRecord, csvRecords } from '../../../instances/csv-records.js';
import { SPREAD, TIME_S, VARIANCE_S2 } from '../../../../models/fields/quantities.js';
import { NameSet } from '../../../instances/consistency-names.js';
import { capped, type LocalFault } from '../../../instances/fault.js';
import { columnsOf, possibleColumns } from './columns.js';
import { tooManyTimes } from './sizes.js';

export type CsvRows =
  | {
      readonly ok: true;
      readonly rows: readonly TaskRow[];
      /** Names of all columns of times in the header, even if no row has a time there. */
      readonly named: ReadonlySet<string>;
    }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Header of the CSV field with task names. */
const TASK = 'task';
/** Header of the CSV field with task types. */
const TASK_TYPE = 'taskType';
/** Header of the CSV field with coefficients of variation of times. A file may have this field instead of variances. */
const COEFFICIENT = 'coefficientOfVariation';
/** Beginning of the headers of CSV fields with mean times, s. The name of a node or node type follows. */
const MEAN = 'mean:';
/** Beginning of the headers of CSV fields with variances, s^2. The name of a node or node type follows. */
const VARIANCE = 'variance:';
/** Range of valid numbers, by their unit: mean times (s), variances (s2), coefficients of variation (1). */
const RANGE = { s: TIME_S, s2: VARIANCE_S2, '1': SPREAD } as const;
/**
 * Pattern of a valid task name. A name is not empty, has no blanks at its ends, and is not "__proto__", which every
 * JavaScript object has.
 */
const NAME = /^(?!__proto__$)\S(.*\S)?$/u;

/**
 * Reads the text of a CSV file of task times with one row per task. Returns its rows or its faults. The header is
 * `task,taskType,mean:<column>,...,variance:<column>,...` in any order, where a column is a node or node type. A field
 * `coefficientOfVariation` may replace the variances.
 *
 * Where a task cannot run, both fields of the column are empty. If the header has faults, the rows are not examined.
 */
export function csvRows(text: string, instance: RobustInstance): CsvRows {
  const records = csvRecords(text);
  if ('fault' in records) {
    const { path, fault } = records;
    return refuse([{ path, value: fault, allowed: 'CSV as in RFC 4180', remedy: 'Correct the quotes.' }]);
  }
  const [header, ...body] = records;
  if (header === undefined || body.length === 0) {
    const remedy = 'Write a header and one row per task.';
    return refuse([{ path: '', value: 'no tasks', allowed: 'at least one task', remedy }]);
  }
  const layout = readHeader(header, possibleColumns(instance));
  if (!layout.ok) return layout;
  const named = new Set(layout.columns.map(({ name }) => name));
  const used = new Set(columnsOf(instance, named).names);
  const sizes = tooManyTimes('', body.length, used.size);
  if (sizes.length > 0) return refuse(sizes);
  const reader = new RowReader(layout, instance.workload, used);
  const rows = body.map((record) => reader.read(record));
  return reader.faults.length > 0 ? refuse(capped(reader.faults)) : { ok: true, rows, named };
}

function refuse(faults: readonly LocalFault[]): { readonly ok: false; readonly faults: readonly LocalFault[] } {
  return { ok: false, faults };
}

/** Position of each CSV field in a row, counted from 0. */
interface Layout {
  readonly ok: true;
  readonly header: readonly string[];
  readonly task: number;
  readonly taskType: number;
  /** Position of the field `coefficientOfVariation`; -1 if the file has none. */
  readonly coefficient: number;
  /**
   * Positions of the fields with mean and variance for each node or node type. `variance` is -1 if the file has no
   * variances.
   */
  readonly columns: readonly { readonly name: string; readonly mean: number; readonly variance: number }[];
}

function readHeader(
  { line, fields }: CsvRecord,
  columnNames: ReadonlySet<string>,
): Layout | { readonly ok: false; readonly faults: readonly LocalFault[] } {
  const header = fields.map((field) => field.trim());
  const separator = header.length === 1 ? /[;\t|]/.exec(header[0]!)?.[0] : undefined;
  if (separator !== undefined) {
    const value = `fields separated by ${JSON.stringify(separator)}`;
    const remedy = 'Export the table with commas between fields and points in numbers (1.5).';
    return { ok: false, faults: [{ path: `line ${line}`, value, allowed: 'fields separated by commas', remedy }] };
  }
  const faults: LocalFault[] = [];
  const at = new Map<string, number>();
  for (const [index, name] of header.entries()) if (!at.has(name)) at.set(name, index);
  const hasCoefficient = at.has(COEFFICIENT);
  const possible = new NameSet(columnNames);
  for (const [index, name] of header.entries()) {
    const path = place(line, index, name);
    const column = name.startsWith(MEAN)
      ? name.slice(MEAN.length)
      : name.startsWith(VARIANCE)
        ? name.slice(VARIANCE.length)
        : null;
    if (at.get(name) !== index) {
      faults.push({ path, value: name, allowed: 'each column once', remedy: 'Remove or rename one of the two.' });
    } else if (column === null) {
      if (name === TASK || name === TASK_TYPE || name === COEFFICIENT) continue;
      const allowed = `task, taskType, mean:<node or node type>, variance:<node or node type>, ${COEFFICIENT}`;
      faults.push({ path, value: name, allowed, remedy: 'Rename or remove the column.' });
    } else if (!possible.has(column)) {
      const allowed = 'a name of facility.nodes (groups unrolled) or facility.nodeTypes';
      faults.push({ path, value: column, allowed, remedy: `${possible.suggestion(column)}Correct the name.` });
    } else {
      const other = (name.startsWith(MEAN) ? VARIANCE : MEAN) + column;
      if (at.has(other) || (hasCoefficient && other.startsWith(VARIANCE))) continue;
      const orElse = other.startsWith(VARIANCE) ? `, or one column "${COEFFICIENT}"` : '';
      const allowed = `mean and variance of every column${orElse}`;
      faults.push({ path, value: name, allowed, remedy: `Add "${other}"${orElse}.` });
    }
  }
  for (const name of [TASK, TASK_TYPE]) {
    if (at.has(name)) continue;
    faults.push({ path: `line ${line}`, value: undefined, allowed: `a column "${name}"`, remedy: `Add "${name}".` });
  }
  const columns = header.flatMap((name, mean) => {
    if (!name.startsWith(MEAN)) return [];
    const column = name.slice(MEAN.length);
    return [{ name: column, mean, variance: at.get(VARIANCE + column) ?? -1 }];
  });
  if (faults.length === 0 && columns.length === 0) {
    const remedy = 'Add "mean:" and "variance:" of the nodes or node types that run the tasks.';
    faults.push({ path: `line ${line}`, value: 'no times', allowed: 'the times of at least one column', remedy });
  }
  if (faults.length > 0) return { ok: false, faults: capped(faults) };
  const [task, taskType, coefficient] = [TASK, TASK_TYPE, COEFFICIENT].map((name) => at.get(name) ?? -1);
  return { ok: true, header, task: task!, taskType: taskType!, coefficient: coefficient!, columns };
}

function place(line: number, index: number, name: string): string {
  return `line ${line}, column ${index + 1}${name === '' ? '' : ` (${name})`}`;
}

class RowReader {
  readonly faults: LocalFault[] = [];
  readonly #layout: Layout;
  readonly #taskTypes: NameSet;
  readonly #used: ReadonlySet<string>;
  readonly #lineOf = new Map<string, number>();

  constructor(layout: Layout, { taskTypes }: RobustWorkload, used: ReadonlySet<string>) {
    this.#layout = layout;
    this.#taskTypes = new NameSet(taskTypes.map(({ name }) => name));
    this.#used = used;
  }

  read({ line, fields }: CsvRecord): TaskRow {
    const { header, columns } = this.#layout;
    if (fields.length !== header.length) {
      const found = fields.length === 1 ? '1 field' : `${fields.length} fields`;
      this.#add(`line ${line}`, found, `${header.length} fields, as in the header`, 'Correct the row.');
      return { name: '', taskType: '', meanS: {}, varianceS2: {} };
    }
    const name = this.#name(line, fields[this.#layout.task]!.trim());
    const taskType = this.#taskType(line, fields[this.#layout.taskType]!.trim());
    const meanS: Record<string, number> = {};
    const varianceS2: Record<string, number> = {};
    const before = this.faults.length;
    const coefficient = this.#layout.coefficient;
    const spread = fields[coefficient]?.trim() ?? '';
    let needsSpread = false;
    for (const column of columns) {
      const mean = fields[column.mean]!.trim();
      const variance = fields[column.variance]?.trim() ?? '';
      if (mean === '' && variance === '') continue;
      meanS[column.name] = this.#number(line, column.mean, mean, 's');
      if (spread !== '' && variance !== '') {
        const remedy = 'Both say how far times vary: leave one of the two empty.';
        const path = place(line, column.variance, header[column.variance]!);
        this.#add(path, variance, `nothing, with a ${COEFFICIENT} in the row`, remedy);
      } else if (column.variance < 0) needsSpread = true;
      else if (spread === '') varianceS2[column.name] = this.#number(line, column.variance, variance, 's2');
    }
    const coefficientOfVariation =
      spread !== '' || needsSpread ? this.#number(line, coefficient, spread, '1') : undefined;
    if (this.faults.length === before && !Object.keys(meanS).some((column) => this.#used.has(column))) {
      const remedy = 'The task fits no node: give its times on a node that can run it, or remove the row.';
      this.#add(`line ${line}`, 'no times', 'the time on at least one node', remedy);
    }
    const row = { name, taskType, meanS };
    return coefficientOfVariation === undefined ? { ...row, varianceS2 } : { ...row, coefficientOfVariation };
  }

  #name(line: number, name: string): string {
    const path = place(line, this.#layout.task, TASK);
    const first = this.#lineOf.get(name);
    if (!NAME.test(name)) this.#add(path, name, 'a name that is not empty', 'Name the task.');
    else if (first !== undefined) {
      this.#add(path, name, 'each task once', `It is in line ${first} already: rename or remove one of the two.`);
    } else this.#lineOf.set(name, line);
    return name;
  }

  #taskType(line: number, name: string): string {
    if (this.#taskTypes.has(name)) return name;
    const path = place(line, this.#layout.taskType, TASK_TYPE);
    const allowed = `a name in workload.taskTypes: ${this.#taskTypes.shown}`;
    this.#add(path, name, allowed, `${this.#taskTypes.suggestion(name)}Correct the name.`);
    return name;
  }

  /**
   * Returns the number in a field. Records a fault if the text is no number or the number is out of range. Number()
   * alone would accept "" and 0x10.
   */
  #number(line: number, index: number, text: string, unit: keyof typeof RANGE): number {
    const value = Number(text);
    const { least, most } = RANGE[unit];
    const inRange = value >= least && value <= most;
    if (text !== '' && inRange && !/^[+-]?0[box]/i.test(text)) return value;
    const range = `at least ${least} and at most ${most.toExponential()}`;
    const remedy =
      text === ''
        ? unit === '1'
          ? 'Say how far times vary: standard deviation over mean, 0 where nothing varies.'
          : 'Give both mean and variance of a column, or neither where it cannot run the task.'
        : /^[+-]?[\d.]*,\d+$/.test(text)
          ? 'Write a decimal point instead of the comma.'
          : 'Correct the value.';
    const found = text === '' ? undefined : text;
    this.#add(place(line, index, this.#layout.header[index]!), found, `a number ${range} (${unit})`, remedy);
    return NaN;
  }

  #add(path: string, value: unknown, allowed: string, remedy: string): void {
    this.faults.push({ path, value, allowed, remedy });
  }
}
