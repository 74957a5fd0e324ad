import type { CsvSeries } from '../../../../../models/families/geo/instance.js';
import { type CsvRecord, csvRecords } from '../../../../instances/csv-records.js';
import { didYouMean } from '../../../../instances/nearest-name.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { decimalMarkOf, separatorOf } from '../../../../instances/time/number-style.js';
import { type DateOrder, dateOrderOf } from '../../../../instances/time/time-stamp.js';

/** The time and value columns of a CSV file: where they are, and in which style dates and numbers are written. */

export interface CsvTable {
  readonly names: readonly string[];
  readonly records: readonly CsvRecord[];
  /** Index of the time column. */
  readonly time: number;
  /** Index of the value column. */
  readonly value: number;
  readonly order: DateOrder;
  /** Decimal mark of numbers. */
  readonly mark: ',' | '.';
}

export type ReadTable =
  | { readonly ok: true; readonly table: CsvTable }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Finds the time and value columns of a CSV text; returns faults if it is no table with these columns. */
export function csvTable(text: string, source: CsvSeries): ReadTable {
  if (/^\uFEFF?\s*[[{]/.test(text)) {
    return refuse({
      path: '',
      value: text.trimStart().slice(0, 40),
      allowed: 'a table with a header, one row per interval (CSV): this is JSON',
      remedy: `Write it as CSV with the columns "${source.timeColumn}" and "${source.valueColumn}".`,
    });
  }
  const separator = separatorOf(text);
  const records = csvRecords(text, separator);
  if ('fault' in records) {
    const { path, fault } = records;
    return refuse({ path, value: fault, allowed: 'CSV as in RFC 4180', remedy: 'Correct the quotes.' });
  }
  const [header, ...body] = records;
  if (header === undefined || body.length === 0) {
    const remedy = 'Write a header and one row per interval.';
    return refuse({ path: '', value: 'no rows', allowed: 'a header and at least one row', remedy });
  }
  const names = header.fields.map((field) => field.trim());
  const faults = [source.timeColumn, source.valueColumn].flatMap((name) => columnFault(header, names, name));
  if (faults.length > 0) return { ok: false, faults };
  const [time, value] = [names.indexOf(source.timeColumn.trim()), names.indexOf(source.valueColumn.trim())];
  const cells = function* (column: number): Generator<string> {
    for (const { fields } of body) yield (fields[column] ?? '').trim();
  };
  const mark = separator === ',' ? '.' : decimalMarkOf(cells(value));
  if (mark === 'unclear') {
    const allowed = 'numbers of which one at least shows whether commas or points mark decimals, and all the same';
    const remedy = 'Write decimals with a point and separate columns by commas.';
    return refuse({ path: `line ${header.line}`, value: `column "${source.valueColumn}"`, allowed, remedy });
  }
  // ENTSO-E names an area in its header for which rows have no field.
  const short = (names.at(-1) ?? '').startsWith('BZN|') && Math.max(time, value) < names.length - 1;
  const named = short && body.every(({ fields }) => fields.length === names.length - 1) ? names.slice(0, -1) : names;
  return { ok: true, table: { names: named, records: body, time, value, order: dateOrderOf(cells(time)), mark } };
}

function refuse(fault: LocalFault): ReadTable {
  return { ok: false, faults: [fault] };
}

function columnFault({ line }: CsvRecord, names: readonly string[], given: string): LocalFault[] {
  const name = given.trim();
  const path = `line ${line}`;
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
export function severalSeries({ names, records, time, value }: CsvTable): LocalFault | undefined {
  const rows = records.slice(0, ROWS_LOOKED_AT);
  const times = new Set(rows.map(({ fields }) => fields[time]));
  let best: { readonly column: number; readonly texts: ReadonlySet<string> } | undefined;
  for (const column of names.keys()) {
    if (column === time || column === value) continue;
    const texts = new Set(rows.map(({ fields }) => (fields[column] ?? '').trim()));
    const pairs = new Set(rows.map(({ fields }) => `${fields[time]!}\n${fields[column] ?? ''}`));
    // Nearly every row has a time and a name of its own: autumn may repeat a few.
    const apart = texts.size > 1 && 2 * texts.size <= rows.length && pairs.size >= 0.99 * rows.length;
    if (apart && rows.length >= MIN_ROWS_PER_TIME * times.size && texts.size < (best?.texts.size ?? Infinity))
      best = { column, texts };
  }
  if (best === undefined) return undefined;
  const { column, texts } = best;
  const shown = [...texts].slice(0, MAX_NAMES).join(', ');
  return {
    path: `line ${rows[0]!.line}, column ${column + 1} (${names[column]!})`,
    value: `${texts.size} series: ${shown}${texts.size > MAX_NAMES ? ', ...' : ''}`,
    allowed: `one series, with one row for each time: rows of one time differ in column "${names[column]!}"`,
    remedy: 'Write the rows of the series that is meant to a file of their own, and name that.',
  };
}

/** Returns the fault of a row with more or fewer fields than the header. */
export function fieldFault(line: number, found: number, expected: number): LocalFault {
  const allowed = `${expected} fields, as in the header`;
  return { path: `line ${line}`, value: `${found} fields`, allowed, remedy: 'Correct the row.' };
}
