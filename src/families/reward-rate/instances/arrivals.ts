import { S_PER_H } from '../../../../models/units.js';
import { basename } from 'node:path';
import { createHash } from 'node:crypto';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { csvRecords } from '../../../instances/csv-records.js';
import { readJson } from '../../../instances/json-reader.js';
import { readTableFile, readTextFile } from '../../../instances/text-file.js';
import { didYouMean } from '../../../instances/nearest-name.js';
import { capped, type LocalFault, MAX_FAULTS, type Fault } from '../../../instances/fault.js';

/** Period of a day with constant arrival rates. */
export interface Epoch {
  readonly name: string;
  readonly epochS: number;
  /** Arrival rates, tasks/s, in the order of the instance's task types. */
  readonly arrivalRatePerS: readonly number[];
  /** Power cap in the epoch, W. If absent, the power cap of the instance applies. */
  readonly powerCapW?: number;
  readonly redLineC?: number;
  /** Price of metered energy in the epoch, USD/kWh. If absent, the price of the option `--energy-usd` applies. */
  readonly energyUsdPerKWh?: number;
  /**
   * CO2 emission per unit of energy in the epoch, g/kWh. If absent, the value of the option `--carbon-intensity`
   * applies.
   */
  readonly carbonGPerKWh?: number;
}

export type LoadedArrivals =
  | { readonly ok: true; readonly epochs: readonly Epoch[]; readonly sha256: string }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Maximum number of epochs in an arrivals file: a leap year in hours. */
const MAX_EPOCHS = 8784;
/** Maximum length of an epoch, s: a leap year. */
const MAX_EPOCH_S = 366 * 24 * S_PER_H;
/** Column names of an arrivals file that are not names of task types. */
const COLUMNS: readonly string[] = ['epoch', 'epochS', 'powerCapW', 'redLineC', 'energyUsdPerKWh', 'carbonGPerKWh'];
/** Maximum values of the price and CO2 columns, by column, as on the command line. */
const MOST: Readonly<Record<string, number>> = { energyUsdPerKWh: 1e9, carbonGPerKWh: 10_000 };

/**
 * Reads the epochs of a day from a CSV or JSON file (docs/reward-rate/day.md). A CSV file has one row for each epoch
 * and one column for each task type, in tasks/s. Optional columns are epoch, epochS, powerCapW, redLineC,
 * energyUsdPerKWh and carbonGPerKWh. All faults are returned at once.
 */
export function loadArrivals(file: string, instance: RewardRateInstance): LoadedArrivals {
  const isJson = file.toLowerCase().endsWith('.json');
  const read = isJson ? readTextFile(file) : readTableFile(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const table = isJson ? fromJson(read.text, instance) : fromCsv(read.text, instance);
  const judged = table.ok ? judge(table.rows, instance, table.faults) : table;
  if (!judged.ok) return { ok: false, faults: capped(judged.faults).map((fault) => ({ file, ...fault })) };
  return { ok: true, epochs: judged.epochs, sha256: createHash('sha256').update(read.bytes).digest('hex') };
}

/** Values of one epoch by field name, with their place in the file for faults. */
interface Row {
  readonly path: string;
  readonly fields: ReadonlyMap<string, unknown>;
}

interface Table {
  readonly ok: true;
  readonly rows: readonly Row[];
  /** Faults found while the file was read as rows, such as keys in the wrong place. */
  readonly faults: readonly LocalFault[];
}

interface Refused {
  readonly ok: false;
  readonly faults: readonly LocalFault[];
}

function fromCsv(text: string, { workload }: RewardRateInstance): Table | Refused {
  const records = csvRecords(text);
  if ('fault' in records) return refuse(records.path, records.fault, 'CSV as in RFC 4180', 'Correct the quotes.');
  const [header, ...body] = records;
  const names = (header?.fields ?? []).map((name) => name.trim());
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) return refuse('line 1', twice, 'each column once', 'Remove or rename one of the two.');
  // A wrong column is wrong in every row: said once.
  const faults = columnFaults('line 1', names, tasksOf(workload), (name) => name);
  if (faults.length > 0) return { ok: false, faults };
  const uneven = body.find(({ fields }) => fields.length !== names.length);
  if (uneven !== undefined) {
    const found = uneven.fields.length === 1 ? '1 field' : `${uneven.fields.length} fields`;
    return refuse(`line ${uneven.line}`, found, `${names.length} fields, as in the header`, 'Correct the row.');
  }
  const rows = body.map(({ line, fields }): Row => {
    const pairs = names.map((name, n): [string, unknown] => [name, cell(name, fields[n]!.trim())]);
    return { path: `line ${line}`, fields: new Map(pairs.filter(([, value]) => value !== undefined)) };
  });
  return { ok: true, rows, faults: [] };
}

/** Returns the value of a CSV cell: a number, else its text, or undefined for an empty cell of an optional column. */
function cell(name: string, text: string): unknown {
  if (name === 'epoch') return text;
  if (text === '') return COLUMNS.includes(name) ? undefined : '';
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function fromJson(text: string, { workload }: RewardRateInstance): Table | Refused {
  const json = readJson(text);
  if (!json.ok) return { ok: false, faults: json.faults };
  const root = asObject(json.value);
  const epochs = root?.['epochs'];
  const remedy = 'Write { "epochS": 3600, "epochs": [ { "arrivalRatePerS": { "<task type>": 0.5 } } ] }.';
  if (root === null || !Array.isArray(epochs)) return refuse('epochs', epochs, 'a list of epochs', remedy);
  const odd = Object.keys(root).find((key) => key !== 'epochs' && key !== 'epochS' && key !== '$schema');
  if (odd !== undefined) return refuse(odd, root[odd], 'only the keys epochS, epochs', 'Rename or remove it.');
  const rows: Row[] = [];
  const faults: LocalFault[] = [];
  const tasks = tasksOf(workload);
  for (const [n, one] of epochs.entries()) {
    const path = `epochs[${n}]`;
    const epoch = asObject(one);
    const rates = asObject(epoch?.['arrivalRatePerS']);
    if (epoch === null || rates === null) return refuse(`${path}.arrivalRatePerS`, one, 'rates by task type', remedy);
    const fields = new Map<string, unknown>(root['epochS'] === undefined ? [] : [['epochS', root['epochS']]]);
    const levels = [
      { found: { ...epoch, arrivalRatePerS: undefined }, where: path, own: COLUMNS, others: tasks },
      { found: rates, where: `${path}.arrivalRatePerS`, own: tasks, others: COLUMNS },
    ];
    for (const { found, where, own, others } of levels) {
      for (const [key, value] of Object.entries(found)) {
        if (value === undefined) continue;
        // A misplaced field is read all the same, so that it is not reported as missing, too.
        if (own.includes(key) || others.includes(key)) fields.set(key, value);
        if (!own.includes(key)) faults.push(stray(where, key, value, own, others));
      }
    }
    rows.push({ path, fields });
  }
  return { ok: true, rows, faults };
}

/**
 * Returns the fault of a JSON key in the wrong place: a field of the epoch among the arrival rates, a task type outside
 * of them, or an unknown name.
 */
function stray(
  where: string,
  key: string,
  value: unknown,
  own: readonly string[],
  others: readonly string[],
): LocalFault {
  const there = own === COLUMNS ? 'Move it into arrivalRatePerS.' : 'Move it out of arrivalRatePerS, beside it.';
  const remedy = others.includes(key) ? there : `${didYouMean(key, own)}Rename or remove it.`;
  return { path: `${where}.${key}`, value, allowed: `only ${own.join(', ')}`, remedy };
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function refuse(path: string, value: unknown, allowed: string, remedy: string): Refused {
  return { ok: false, faults: [{ path, value, allowed, remedy }] };
}

function judge(
  rows: readonly Row[],
  { workload }: RewardRateInstance,
  found: readonly LocalFault[],
): { readonly ok: true; readonly epochs: readonly Epoch[] } | Refused {
  if (rows.length === 0) return refuse('', 'no epochs', 'at least one epoch', 'Add a row per epoch.');
  if (rows.length > MAX_EPOCHS) {
    return refuse('', `${rows.length} epochs`, `at most ${MAX_EPOCHS} epochs`, 'Split the file.');
  }
  const tasks = tasksOf(workload);
  const faults = [...clashes(tasks), ...found, ...rows.flatMap((row) => rowFaults(row, tasks))];
  if (faults.length > 0) return { ok: false, faults };
  const epochs = rows.map(({ fields }, n) => epochOf(fields, tasks, n));
  const twice = sameNames(rows, epochs);
  return twice.length > 0 ? { ok: false, faults: twice } : { ok: true, epochs };
}

function rowFaults({ path, fields }: Row, tasks: readonly string[]): LocalFault[] {
  const faults = columnFaults(path, [...fields.keys()], tasks, (name) => fields.get(name));
  for (const [name, value] of fields) {
    const known = COLUMNS.includes(name) || tasks.includes(name);
    const fault = !known || name === 'epoch' ? null : allowedOf(name, value);
    if (fault !== null) faults.push({ path: `${path}, ${name}`, value, allowed: fault, remedy: 'Correct the value.' });
  }
  return faults;
}

/** Returns the faults of columns with unknown names, and of task types without a column. */
function columnFaults(
  path: string,
  names: readonly string[],
  tasks: readonly string[],
  valueOf: (name: string) => unknown,
): LocalFault[] {
  const known = [...COLUMNS, ...tasks];
  const knownSet = new Set(known);
  const given = new Set(names);
  const strange = names.filter((name) => !knownSet.has(name));
  const allowed = 'an arrival rate of every task type of the instance (tasks/s)';
  return [
    ...strange.map((name, n) => ({
      path: `${path}, ${name === '' ? 'a column without a name' : name}`,
      value: valueOf(name),
      allowed: `only ${known.join(', ')}`,
      remedy: `${n < MAX_FAULTS ? didYouMean(name, known) : ''}Rename or remove it.`,
    })),
    ...tasks
      .filter((name) => !given.has(name))
      .map((name) => ({ path: `${path}, ${name}`, value: undefined, allowed, remedy: 'Add it; 0 when none arrive.' })),
  ];
}

/**
 * Returns faults for task types with the name of another column: rates of a task type named epochS would be read as
 * lengths of epochs.
 */
function clashes(tasks: readonly string[]): LocalFault[] {
  const remedy = 'Rename the task type in the instance.';
  return tasks
    .filter((name) => COLUMNS.includes(name))
    .map((name) => ({ path: name, value: name, allowed: 'task types not named like a column of epochs', remedy }));
}

function tasksOf({ taskTypes }: RewardRateInstance['workload']): string[] {
  return taskTypes.map(({ name }) => name);
}

/**
 * Returns the allowed values of a field as text if `value` is not one of them; otherwise null. Power caps and red lines
 * need only be numbers here, because they are validated with the instance.
 */
function allowedOf(name: string, value: unknown): string | null {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (name === 'redLineC' || name === 'powerCapW') return isNumber ? null : 'a number';
  const most = MOST[name];
  if (most !== undefined) return isNumber && value >= 0 && value <= most ? null : `a number from 0 to ${most}`;
  if (name === 'epochS') {
    return isNumber && value > 0 && value <= MAX_EPOCH_S ? null : `a number above 0 and at most ${MAX_EPOCH_S} (s)`;
  }
  return isNumber && value >= 0 ? null : 'a number of at least 0 (tasks/s)';
}

/** Returns faults for epochs with equal names, because plans are stored by name of the epoch. */
function sameNames(rows: readonly Row[], epochs: readonly Epoch[]): LocalFault[] {
  const seen = new Set<string>();
  return epochs.flatMap(({ name }, n) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const remedy = 'Rename one of the two, with the date, say.';
    return [{ path: `${rows[n]!.path}.epoch`, value: name, allowed: 'a name no other epoch has', remedy }];
  });
}

function epochOf(fields: ReadonlyMap<string, unknown>, tasks: readonly string[], n: number): Epoch {
  const given = fields.get('epoch');
  const name = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const optional = (key: 'powerCapW' | 'redLineC' | 'energyUsdPerKWh' | 'carbonGPerKWh'): Record<string, number> =>
    fields.has(key) ? { [key]: fields.get(key) as number } : {};
  return {
    name: name === '' ? String(n) : name,
    epochS: (fields.get('epochS') as number | undefined) ?? S_PER_H,
    arrivalRatePerS: tasks.map((task) => fields.get(task) as number),
    ...optional('powerCapW'),
    ...optional('redLineC'),
    ...optional('energyUsdPerKWh'),
    ...optional('carbonGPerKWh'),
  };
}

/** Returns the name of an arrivals file without its folder, as records state it. */
export function nameOfArrivals(file: string): string {
  return basename(file);
}
