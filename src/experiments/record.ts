import { type Cell, cellsOf, type Design, designText, type Factor, trialKey, validateDesign } from './design.js';

/** Value of a trial's result; null if the trial has no such value. */
export type Value = number | string | boolean | null | readonly Value[];
export type Values = Readonly<Record<string, Value>>;

export interface TrialRecord {
  readonly cell: Cell;
  readonly trial: number;
  readonly seed: number;
  readonly values: Values;
}

/** Result of a trial. `values` are the same in every repetition; `times`, running times in s, are not. */
export interface TrialOutput {
  readonly values: Values;
  readonly times: Readonly<Record<string, number>>;
}

/** Entry of the journal, the file to which finished trials are appended. */
export interface JournalEntry extends TrialOutput {
  readonly cell: Cell;
  readonly trial: number;
}

/** Name of the file format of records. */
const FORMAT = 'plenum.records';
/** Version of the file format of records. */
const FORMAT_VERSION = 1;

/**
 * Checks that a record can store all values of a trial.
 *
 * @throws RangeError for objects and for numbers that are not finite, alone or in a list.
 */
export function checkValues(values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const wrong = unfit(value);
    if (wrong !== undefined)
      throw new RangeError(
        `The value "${name}" is ${String(wrong.value)}: no finite number, text, true, false, null or list of these`,
      );
  }
}

/** Returns the first number or object that a record cannot store, wrapped in an object; undefined if there is none. */
function unfit(value: unknown): { readonly value: unknown } | undefined {
  if (Array.isArray(value)) {
    for (const one of value) {
      const wrong = unfit(one);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  const fine = value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  return fine ? undefined : { value };
}

/**
 * Returns the text of the records file. The first line holds the design and the names of the values; each further line
 * holds one trial, in the order of cells, then of trials. Equal records give equal bytes, whatever the order of
 * execution.
 *
 * @throws RangeError unless there is exactly one record for each trial, all with the same value names.
 */
export function recordsText(design: Design, records: readonly TrialRecord[]): string {
  const byKey = new Map(records.map((record) => [trialKey(design.factors, record.cell, record.trial), record]));
  const cells = cellsOf(design);
  if (byKey.size !== records.length || records.length !== cells.length * design.trials) {
    throw new RangeError(`${design.name}: ${records.length} records where ${cells.length * design.trials} belong`);
  }
  const names = Object.keys(records[0]!.values);
  const rows = cells.flatMap((cell) =>
    Array.from({ length: design.trials }, (_, trial) => rowText(design.factors, names, byKey, cell, trial)),
  );
  const head = { format: FORMAT, formatVersion: FORMAT_VERSION, values: names };
  const first = `${JSON.stringify(head).slice(0, -1)},"design":${designText(design)}}`;
  return `${[first, ...rows].join('\n')}\n`;
}

function rowText(
  factors: readonly Factor[],
  names: readonly string[],
  byKey: ReadonlyMap<string, TrialRecord>,
  cell: Cell,
  trial: number,
): string {
  const key = trialKey(factors, cell, trial);
  const record = byKey.get(key);
  if (record === undefined) throw new RangeError(`There is no record of ${key}`);
  const own = Object.keys(record.values);
  if (own.length !== names.length || !names.every((name) => name in record.values)) {
    throw new RangeError(`The record of ${key} has the values ${own.join(', ')}, others have ${names.join(', ')}`);
  }
  checkValues(record.values);
  return JSON.stringify([...factors.map(({ name }) => cell[name]), trial, ...names.map((name) => record.values[name])]);
}

export interface Records {
  readonly design: Design;
  readonly records: readonly TrialRecord[];
}

/**
 * Returns the records in a text written by `recordsText`.
 *
 * @throws RangeError with a description of the fault.
 */
export function parseRecords(text: string): Records {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const head = parsed(first, 'the first line of the records');
  if (head['format'] !== FORMAT || head['formatVersion'] !== FORMAT_VERSION || !Array.isArray(head['values'])) {
    throw new RangeError(`The records are not in the format ${FORMAT} ${FORMAT_VERSION}`);
  }
  const design = head['design'] as Design;
  validateDesign(design);
  const names = head['values'] as readonly string[];
  const width = design.factors.length;
  const records = lines.map((line): TrialRecord => {
    const row: unknown = JSON.parse(line);
    if (!Array.isArray(row) || row.length !== width + 1 + names.length) {
      throw new RangeError(`A record has not ${width + 1 + names.length} entries: ${line.slice(0, 80)}`);
    }
    const trial = row[width] as number;
    return {
      cell: Object.fromEntries(design.factors.map(({ name }, n) => [name, row[n] as string])),
      trial,
      seed: design.seed + trial,
      values: Object.fromEntries(names.map((name, n) => [name, row[width + 1 + n] as Value])),
    };
  });
  // Refuses files with records missing or of other cells.
  if (recordsText(design, records).trimEnd() !== text.trimEnd()) {
    throw new RangeError(`The records of ${design.name} are not those that were written`);
  }
  return { design, records };
}

function parsed(line: string, what: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new RangeError(`${what} cannot be read: ${line.slice(0, 80)}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
