import type { LocalFault } from '../fault.js';
import { csvTable, type CsvTable, fieldFault } from './csv-table.js';
import type { CsvSource } from './csv-source.js';
import type { FileClock } from '../time/file-clock.js';
import { isNoValue, numberAdvice, numberOf } from '../time/number-style.js';
import { RowPlaces } from './row-places.js';
import { type Doubt, RowList, type RowWord, type SeriesRows } from './series-rows.js';
import { fileRemedy, rangeText, type ValueLimits, within } from '../../../models/fields/value-limits.js';

/** Rows of one file in file order, with their doubts (faults that count only if the horizon needs that time). */
export interface FileRows {
  readonly rows: SeriesRows;
  readonly doubts: readonly Doubt[];
  /** What messages call a row of the file. */
  readonly row: RowWord;
  /** Returns the fault of a row whose time overlaps that of an earlier row. */
  readonly conflict: (line: number, earlierLine: number, isSameTime: boolean) => LocalFault;
}

export type ReadRows =
  | ({ readonly ok: true } & FileRows)
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Reads the rows of a CSV file, in any order. A row with an empty value leaves a gap. A faulty row is noted as a doubt,
 * which counts only if the horizon needs its time.
 *
 * @param file name of the file in messages
 * @param clock clock of time stamps that state no offset from UTC
 */
export function seriesRows(
  text: string,
  source: CsvSource,
  limits: ValueLimits,
  clock: FileClock,
  file = '',
): ReadRows {
  const read = csvTable(text, source);
  return read.ok ? { ok: true, ...rowsOf(read.table, source, limits, clock, file) } : read;
}

/** Reads the rows of a table as `seriesRows` does. */
export function rowsOf(
  table: CsvTable,
  source: CsvSource,
  limits: ValueLimits,
  clock: FileClock,
  file: string,
): FileRows {
  const { names, records, row: word, value: column, mark } = table;
  const { scale } = source;
  const placed = new RowPlaces(table, source, clock, file);
  const doubts = [...placed.doubts];
  const list = new RowList();
  for (const [row, { line, fields }] of records.entries()) {
    const place = placed.places.at(row);
    if (place === undefined || place.length === 0) continue;
    const doubt = (fault: () => LocalFault): void => {
      doubts.push({ fromMs: place[0]!.fromMs, toMs: place.at(-1)!.toMs, file, row: word, line, fault });
    };
    if (fields.length !== names.length) {
      doubt(() => fieldFault(line, fields.length, names.length));
      continue;
    }
    const text = fields[column]!.trim();
    if (isNoValue(text)) continue;
    const value = numberOf(text, mark) * scale;
    if (within(limits, value)) {
      for (const piece of place) list.add(piece.fromMs, piece.toMs, value, line);
      continue;
    }
    const path = `${word} ${line}, column ${column + 1} (${names[column]!})`;
    if (Number.isNaN(value)) doubt(() => ({ path, value: text, ...numberAdvice(text, mark) }));
    else {
      const allowed = `${rangeText(limits)}${scale === 1 ? '' : ` after multiplying by ${scale}`}, or empty for a gap`;
      doubt(() => ({ path, value: text, allowed, remedy: fileRemedy(limits, scale) }));
    }
  }
  const conflict: FileRows['conflict'] = (line, earlier, isSameTime) => placed.conflict(line, earlier, isSameTime);
  return { rows: list.rows, doubts, row: word, conflict };
}
