import { basename } from 'node:path';
import { decimalMarkOf, isNoValue, numberOf } from '../../instances/time/number-style.js';
import { dateOrderOf, type DateOrder, type StampFault } from '../../instances/time/time-stamp.js';
import { looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { SourceFile, type SourceStamp } from '../source-file.js';
import { readTable, type TableHead } from '../table.js';
import { type Stated, statedTime, timeReason } from './clock.js';
import { type Columns, columnsOf } from './columns.js';

/** Maximum number of texts of numbers, and of dates, by which a file's style is told. Our choice: hours of a wide table. */
const MAX_TEXTS = 20_000;

/** How a file of sensors is written. */
export interface SensorFile {
  readonly file: string;
  /** Name of the file without folder and endings. */
  readonly stem: string;
  readonly stamp: SourceStamp;
  readonly headerLine: number;
  readonly columns: Columns;
  readonly order: DateOrder;
  readonly mark: ',' | '.';
}

/** A row with a time: the place among the file's value columns and the number of each cell that has one. */
export interface SensorRow {
  readonly line: number;
  readonly stated: Stated;
  /** Cells that name the sensor; empty in tables with one row for each time. */
  readonly keys: readonly string[];
  readonly unit: string;
  readonly numbers: readonly (readonly [number, number])[];
}

/**
 * Returns how a file is written: which columns it has, its decimal mark, and the order of day and month in its dates.
 *
 * @param decimal the mark that the user said; undefined to tell it by the numbers
 * @throws RefusedSource for a file that is no table with a time
 */
export async function styleOf(file: string, decimal: ',' | '.' | undefined): Promise<SensorFile> {
  const source = new SourceFile(file);
  const numbers: string[] = [];
  const dates = new Set<string>();
  let head: TableHead | null = null;
  let columns: Columns | null = null;
  await readTable(source, new Quarantine(), (found) => {
    head = found;
    const own = columnsOf(found.names);
    if (own === null) refuseTimeless(file, found);
    columns = own;
    return ({ cells }) => {
      // A date is ten characters or less; the time of day behind it says nothing of their order.
      if (dates.size < MAX_TEXTS) dates.add(cells[own.time[0]!]!.trim().slice(0, 10).trim());
      if (numbers.length >= MAX_TEXTS) return;
      for (const { at } of own.values) if (!isNoValue(cells[at]!)) numbers.push(cells[at]!.trim());
    };
  });
  const { separator, line } = head!;
  const told = separator === ',' ? '.' : decimalMarkOf(numbers);
  const mark = decimal ?? told;
  if (mark === 'unclear') {
    const value = numbers.find((text) => /[.,]/.test(text));
    const allowed = 'numbers whose decimal mark can be told: 1.234 may be 1234';
    throw new RefusedSource(file, {
      path: '',
      value,
      allowed,
      remedy: 'Say it by --decimal point or --decimal comma.',
    });
  }
  const stem = basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.\w{1,5}$/, '');
  return { file, stem, stamp: source.stamp, headerLine: line, columns: columns!, order: dateOrderOf(dates), mark };
}

/**
 * Calls `add` with each row of a file that has a time. Rows without a time, and cells that are no number, are listed as
 * left out.
 *
 * @returns how often rows had no time that can be read, by the reason
 */
export async function readRows(
  { file, columns, order, mark }: SensorFile,
  quarantine: Quarantine,
  add: (row: SensorRow) => void,
): Promise<ReadonlyMap<StampFault, number>> {
  const faults = new Map<StampFault, number>();
  const { time, keys, unit, values } = columns;
  let lastText = '';
  let last: Stated | StampFault = 'no-form';
  await readTable(new SourceFile(file), quarantine, () => ({ line, cells, text }) => {
    const written = time.length === 1 ? cells[time[0]!]!.trim() : time.map((at) => cells[at]!.trim()).join(' ');
    if (written !== lastText) {
      lastText = written;
      last = statedTime(mark === ',' ? written.replace(/^(\d+),(\d+)$/, '$1.$2') : written, order);
    }
    if (typeof last === 'string') {
      faults.set(last, (faults.get(last) ?? 0) + 1);
      quarantine.add(timeReason(last), file, line, text);
      return;
    }
    const numbers: [number, number][] = [];
    for (const [n, { at, name }] of values.entries()) {
      const cell = cells[at]!.trim();
      if (isNoValue(cell)) continue;
      const value = numberOf(cell, mark);
      if (Number.isNaN(value)) quarantine.add('cell that is no number', file, line, `${name}: ${cell}`);
      else numbers.push([n, value]);
    }
    const named = keys.map((at) => cells[at]!.trim());
    add({ line, stated: last, keys: named, unit: unit < 0 ? '' : cells[unit]!.trim(), numbers });
  });
  return faults;
}

function refuseTimeless(file: string, { names, separator }: TableHead): never {
  const value = looksLike(`${names.join(separator)}\n`);
  const allowed = 'a table of sensors with a column of times, called time, timestamp, date or the like';
  throw new RefusedSource(file, { path: '', value, allowed, remedy: 'Export the data with a header and its times.' });
}
