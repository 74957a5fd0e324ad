import { type CsvRecord, csvRecords, type Separator } from '../csv-records.js';
import { didYouMean } from '../nearest-name.js';
import type { LocalFault } from '../fault.js';
import { decimalMarkOf, separatorOf } from '../time/number-style.js';
import { type DateOrder, dateOrderOf } from '../time/time-stamp.js';
import type { CsvSource } from './csv-source.js';
import { isJson, jsonRecords } from './json-table.js';
import type { RowWord } from './series-rows.js';

/** The time and value columns of a file: where they are, and in which style dates and numbers are written. */
export interface CsvTable {
  readonly names: readonly string[];
  /** Rows of the series; those of other series in the file are left out. */
  readonly records: readonly CsvRecord[];
  /** What messages call a row: a line of a CSV file, or an entry of a list in JSON. */
  readonly row: RowWord;
  /** Index of the time column. */
  readonly time: number;
  /** Index of the column with the time of day; undefined if the time column has it. */
  readonly hour: number | undefined;
  /** Index of the value column. */
  readonly value: number;
  readonly order: DateOrder;
  /** Decimal mark of numbers. */
  readonly mark: ',' | '.';
}

export type ReadTable =
  | { readonly ok: true; readonly table: CsvTable }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Header and rows of a file. */
export interface RawTable {
  readonly names: readonly string[];
  readonly header: CsvRecord;
  readonly body: readonly CsvRecord[];
  readonly row: RowWord;
  readonly separator: Separator;
}

/** Returns the header and the rows of a text in CSV or JSON; returns faults if it has none. */
export function rawTable(
  text: string,
): { readonly ok: true; readonly raw: RawTable } | { readonly ok: false; readonly faults: readonly LocalFault[] } {
  const row = isJson(text) ? 'entry' : 'line';
  const separator = row === 'entry' ? ',' : separatorOf(text);
  const records = row === 'entry' ? jsonRecords(text) : csvRecords(text, separator);
  if ('fault' in records) {
    const { fault } = records;
    if (typeof fault === 'object') return refuse(fault);
    return refuse({
      path: 'path' in records ? records.path : '',
      value: fault,
      allowed: 'CSV as in RFC 4180',
      remedy: 'Correct the quotes.',
    });
  }
  const [header, ...body] = records;
  if (header === undefined || body.length === 0) {
    const remedy = 'Write a header and one row per interval.';
    return refuse({ path: '', value: 'no rows', allowed: 'a header and at least one row', remedy });
  }
  return { ok: true, raw: { names: header.fields.map((field) => field.trim()), header, body, row, separator } };
}

/** Finds the columns of a series in a text; returns faults if it is no table with these columns. */
export function csvTable(text: string, source: CsvSource): ReadTable {
  const read = rawTable(text);
  return read.ok ? tableOf(read.raw, source) : read;
}

/** Finds the columns of a series in a table; returns faults if it does not have them. */
export function tableOf({ names, header, body, row, separator }: RawTable, source: CsvSource): ReadTable {
  const { timeColumn, hourColumn, valueColumn, filter = {} } = source;
  const wanted = [timeColumn, ...(hourColumn === undefined ? [] : [hourColumn]), valueColumn, ...Object.keys(filter)];
  const faults = wanted.flatMap((name) => columnFault(header, names, name, row));
  if (faults.length > 0) return { ok: false, faults };
  const columnOf = (name: string): number => names.indexOf(name.trim());
  const [time, value] = [columnOf(timeColumn), columnOf(valueColumn)];
  const hour = hourColumn === undefined ? undefined : columnOf(hourColumn);
  let own = body;
  for (const [name, text] of Object.entries(filter)) {
    const column = columnOf(name);
    // A row that is cut off may be one of the series.
    const kept = own.filter(({ fields }) => (fields[column] ?? text).trim() === text.trim());
    if (kept.length === 0) return refuse(filterFault(own, column, names[column]!, text, row));
    own = kept;
  }
  const records = own;
  const cells = function* (column: number): Generator<string> {
    for (const { fields } of records) yield (fields[column] ?? '').trim();
  };
  const mark = separator === ',' ? '.' : decimalMarkOf(cells(value));
  if (mark === 'unclear') {
    const allowed = 'numbers of which one at least shows whether commas or points mark decimals, and all the same';
    const remedy = 'Write decimals with a point and separate columns by commas.';
    return refuse({ path: `line ${header.line}`, value: `column "${valueColumn}"`, allowed, remedy });
  }
  // ENTSO-E names an area in its header for which rows have no field.
  const short = (names.at(-1) ?? '').startsWith('BZN|') && Math.max(time, value) < names.length - 1;
  const named = short && records.every(({ fields }) => fields.length === names.length - 1) ? names.slice(0, -1) : names;
  return { ok: true, table: { names: named, records, row, time, hour, value, order: dateOrderOf(cells(time)), mark } };
}

/** Returns the text of a row's time stamp: of the time column, followed by that of the column of hours if there is one. */
export function stampText({ time, hour }: CsvTable, { fields }: CsvRecord): string {
  const text = (fields[time] ?? '').trim();
  if (hour === undefined) return text;
  const ofDay = (fields[hour] ?? '').trim();
  return `${text} ${/^\d{1,2}$/.test(ofDay) ? `${ofDay}:00` : ofDay}`;
}

/** Returns the fault of a filter that no row passes. */
function filterFault(rows: readonly CsvRecord[], column: number, name: string, text: string, row: RowWord): LocalFault {
  const texts = [...new Set(rows.map(({ fields }) => (fields[column] ?? '').trim()))];
  const shown = texts.slice(0, MAX_NAMES).map((one) => `"${one}"`);
  return {
    path: `${row} ${rows[0]!.line}, column ${column + 1} (${name})`,
    value: `no row with "${text}"`,
    allowed: `one of ${shown.join(', ')}${texts.length > MAX_NAMES ? `, ... (${texts.length} in all)` : ''}`,
    remedy: `${didYouMean(text, texts)}Correct the filter.`,
  };
}

function refuse(fault: LocalFault): { readonly ok: false; readonly faults: readonly LocalFault[] } {
  return { ok: false, faults: [fault] };
}

function columnFault({ line }: CsvRecord, names: readonly string[], given: string, row: RowWord): LocalFault[] {
  const name = given.trim();
  const path = row === 'line' ? `line ${line}` : '';
  const allowed = name === '' ? 'one column without a name' : `one column "${name}"`;
  if (!names.includes(name)) {
    const remedy = /^[^,]*[;\t]/.test(names.join(','))
      ? 'Separate columns by commas and write decimals with a point.'
      : `${didYouMean(name, names)}Correct the name in the instance.`;
    return [{ path, value: names.join(','), allowed, remedy }];
  }
  if (names.indexOf(name) === names.lastIndexOf(name)) return [];
  return [{ path, value: names.join(','), allowed, remedy: 'Rename or remove the other one.' }];
}

/** Number of rows examined to find out whether a file holds several series. */
const ROWS_LOOKED_AT = 10_000;
/**
 * Average number of rows per time stamp from which a file counts as holding several series. Our choice: below 2,
 * because a series may lack rows.
 */
const MIN_ROWS_PER_TIME = 1.5;
/** Maximum number of series names shown in the fault of a file with several series. */
const MAX_NAMES = 4;

/** Returns a fault if rows of the same time belong to series distinguished by a further column; else undefined. */
export function severalSeries(table: CsvTable): LocalFault | undefined {
  const { names, records, time, hour, value, row: word } = table;
  const rows = records.slice(0, ROWS_LOOKED_AT);
  const stamps = rows.map((record) => stampText(table, record));
  const times = new Set(stamps);
  let best: { readonly column: number; readonly texts: ReadonlySet<string> } | undefined;
  for (const column of names.keys()) {
    if (column === time || column === hour || column === value) continue;
    const texts = new Set(rows.map(({ fields }) => (fields[column] ?? '').trim()));
    const pairs = new Set(rows.map(({ fields }, n) => `${stamps[n]!}\n${fields[column] ?? ''}`));
    // Nearly every row has a time and a name of its own: autumn may repeat a few.
    const apart = texts.size > 1 && 2 * texts.size <= rows.length && pairs.size >= 0.99 * rows.length;
    if (apart && rows.length >= MIN_ROWS_PER_TIME * times.size && texts.size < (best?.texts.size ?? Infinity))
      best = { column, texts };
  }
  if (best === undefined) return undefined;
  const { column, texts } = best;
  const shown = [...texts].slice(0, MAX_NAMES).join(', ');
  return {
    path: `${word} ${rows[0]!.line}, column ${column + 1} (${names[column]!})`,
    value: `${texts.size} series: ${shown}${texts.size > MAX_NAMES ? ', ...' : ''}`,
    allowed: `one series, with one row for each time: rows of one time differ in column "${names[column]!}"`,
    remedy: `Say by filter which of them is meant: {${JSON.stringify(names[column]!)}: ${JSON.stringify([...texts][0]!)}}.`,
  };
}

/** Returns the fault of a row with more or fewer fields than the header. */
export function fieldFault(line: number, found: number, expected: number): LocalFault {
  const allowed = `${expected} fields, as in the header`;
  return { path: `line ${line}`, value: `${found} fields`, allowed, remedy: 'Correct the row.' };
}
