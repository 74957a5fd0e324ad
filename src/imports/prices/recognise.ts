import { COMMAND_LINE, type LocalFault } from '../../instances/fault.js';
import type { CsvSource } from '../../instances/series/csv-source.js';
import { type CsvTable, type RawTable, stampText, tableOf } from '../../instances/series/csv-table.js';
import { isNoValue } from '../../instances/time/number-style.js';
import { dateOrderOf, parseTimeStamp } from '../../instances/time/time-stamp.js';
import { looksLike } from '../looks-like.js';
import { RefusedSource } from '../refused-source.js';
import { ENTSOE_ZONES, PANDAS, PRICE_FORMATS, type PriceFormat } from './formats.js';
import { type PriceUnit, unitIn } from './units.js';

/** What the user says about a file beside its name. */
export interface PriceWords {
  /** Header of the values. */
  readonly column?: string | undefined;
  /** Texts that rows of the series have, as "header=text". */
  readonly only?: readonly string[];
  /** Unit of the values, if the file does not state it. */
  readonly unit?: string | undefined;
  /** True if time stamps of a table of no known publisher are ends of intervals. */
  readonly ending?: boolean | undefined;
}

/** A series in a file: its rows, and what they mean. */
export interface Recognised {
  readonly publisher: string;
  readonly raw: RawTable;
  /** Columns and time stamps; the length of intervals is not known yet. */
  readonly source: Omit<CsvSource, 'intervalMinutes'>;
  /** Rows of the series. */
  readonly table: CsvTable;
  /** Zone or offset of local times; undefined if neither the file nor the publisher says it. */
  readonly zone: string | undefined;
  readonly unit: PriceUnit;
  /** True if neither the file nor the user states the unit, so that the publisher's usual one is taken. */
  readonly isUnitAssumed: boolean;
}

/** Maximum number of series that a refusal names. */
const MAX_NAMES = 6;

/**
 * Finds out which publisher wrote a table, and which columns hold the series.
 *
 * @param file name of the file in refusals
 * @param text text of the file
 * @throws RefusedSource for a table that holds no prices, several series, or values of an unknown unit
 */
export function recognised(file: string, text: string, given: RawTable, words: PriceWords): Recognised {
  const format = formatOf(given) ?? ownTable(given, words);
  if (format === undefined) {
    return refuse(file, {
      path: given.row === 'line' ? `line ${given.header.line}` : '',
      value: looksLike(text),
      allowed: `prices or carbon intensities of ${[...new Set(PRICE_FORMATS.map(({ publisher }) => publisher.split(',')[0]!))].join('; ')}; or a table with a time and a header such as price_eur_per_mwh`,
      remedy: 'Name the column of the values by --column, and its unit by --unit if the header does not state it.',
    });
  }
  const raw = format.prepared?.(given) ?? given;
  const { names } = raw;
  const header = (pattern: RegExp): string => names.find((name) => pattern.test(name))!;
  const valueColumn =
    words.column ?? format.values.flatMap((pattern) => names.filter((name) => pattern.test(name)))[0]!;
  const filter = {
    ...(format.whole === undefined ? {} : { [header(format.whole[0])]: format.whole[1] }),
    ...onlyOf(words),
  };
  const timeColumn = header(format.time);
  const source = {
    timeColumn,
    ...(format.hour === undefined ? {} : { hourColumn: header(format.hour) }),
    valueColumn,
    filter,
    timeConvention: format.convention,
    scale: 1,
  };
  const read = tableOf(raw, { ...source, intervalMinutes: 1 });
  if (!read.ok) return refuse(file, read.faults[0]!);
  const { table } = read;
  judgeSingle(
    file,
    table,
    format.apart.flatMap((pattern) => names.filter((name) => pattern.test(name))),
  );
  const stated = words.unit ?? [valueColumn, ...unitTexts(table)].find((one) => unitIn(one) !== undefined);
  const unit = unitIn(stated ?? format.unit ?? '');
  if (unit === undefined) {
    return refuse(words.unit === undefined ? file : COMMAND_LINE, {
      path: words.unit === undefined ? `column "${valueColumn}"` : '--unit',
      value: words.unit,
      allowed: 'a unit such as EUR/MWh, USD/kWh or g/kWh',
      remedy: 'State the unit of the values by --unit.',
    });
  }
  const clock = /^MTU \((.+)\)$/.exec(timeColumn)?.[1];
  const zone = clock === undefined ? format.zone : ENTSOE_ZONES.get(clock);
  return {
    publisher: format.publisher,
    raw,
    source,
    table,
    zone,
    unit,
    isUnitAssumed: stated === undefined && format === PANDAS,
  };
}

/** Returns the first format whose headers a table has. */
function formatOf({ names, body }: RawTable): PriceFormat | undefined {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const found = PRICE_FORMATS.find(({ marks, firstTime, time }) => {
    if (!marks.every(has)) return false;
    return firstTime?.test(body[0]!.fields[names.findIndex((name) => time.test(name))] ?? '') ?? true;
  });
  return found ?? (names[0] === '' && names.length === 2 && isStamp(body, 0) ? PANDAS : undefined);
}

/** Returns the format of a table of no known publisher: its first column with times, and a column with a unit. */
function ownTable({ names, body }: RawTable, { column, ending }: PriceWords): PriceFormat | undefined {
  const time = names.findIndex((_, n) => isStamp(body, n));
  const valued = names.filter((name, n) => n !== time && unitIn(name) !== undefined);
  if (time < 0 || (column === undefined && valued.length !== 1)) return undefined;
  const exactly = (name: string): RegExp => new RegExp(`^${name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}$`);
  const isUtc = /utc|gmt/i.test(names[time]!);
  return {
    publisher: 'a table of your own',
    marks: [],
    time: exactly(names[time]!),
    values: valued.map(exactly),
    convention: `${isUtc ? 'utc' : 'local'}-${ending === true ? 'ending' : 'beginning'}`,
    apart: names.filter((name, n) => n !== time && name !== column && !valued.includes(name)).map(exactly),
  };
}

/** Returns true if the first row has a time stamp in a column. */
function isStamp(body: RawTable['body'], column: number): boolean {
  const cells = body.map(({ fields }) => (fields[column] ?? '').trim());
  return typeof parseTimeStamp(cells[0]!, dateOrderOf(cells)) !== 'string';
}

/** Returns the texts by header that the user asks for. */
function onlyOf({ only = [] }: PriceWords): Record<string, string> {
  return Object.fromEntries(
    only.map((one) => {
      const at = one.indexOf('=');
      if (at > 0) return [one.slice(0, at), one.slice(at + 1)];
      const allowed = 'header=text, such as "Name=N.Y.C."';
      return refuse(COMMAND_LINE, { path: '--only', value: one, allowed, remedy: 'Write both.' });
    }),
  );
}

/** Returns texts of the first row that may state the unit: of columns with a unit, or with the currency of a price. */
function unitTexts({ names, records }: CsvTable): string[] {
  const { fields } = records[0]!;
  const text = (name: string): string => (fields[names.indexOf(name)] ?? '').trim();
  return [text('unit'), names.some((name) => /\[Currency\/MWh\]/.test(name)) ? `${text('Currency')}/MWh` : ''];
}

/**
 * Checks that rows with a value belong to one series.
 *
 * @param columns headers of the columns that may tell series apart
 * @throws RefusedSource if rows of one time differ in one of them
 */
function judgeSingle(file: string, table: CsvTable, columns: readonly string[]): void {
  const { names, records, value, row } = table;
  for (const name of columns) {
    const column = names.indexOf(name);
    const first = new Map<string, string>();
    const texts = new Set<string>();
    let isSeveral = false;
    for (const record of records) {
      if (isNoValue((record.fields[value] ?? '').trim())) continue;
      const text = (record.fields[column] ?? '').trim();
      const stamp = stampText(table, record);
      texts.add(text);
      if ((first.get(stamp) ?? text) !== text) isSeveral = true;
      else first.set(stamp, text);
    }
    if (!isSeveral) continue;
    const shown = [...texts].slice(0, MAX_NAMES);
    refuse(file, {
      path: `${row} ${records[0]!.line}, column ${column + 1} (${name})`,
      value: `${texts.size} series: ${shown.join(', ')}${texts.size > MAX_NAMES ? ', ...' : ''}`,
      allowed: 'one series, with one row for each time',
      remedy: `Say which of them is meant: --only "${name}=${shown[0]!}".`,
    });
  }
}

function refuse(file: string, fault: LocalFault): never {
  throw new RefusedSource(file, fault);
}
