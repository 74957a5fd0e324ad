import type { z } from 'zod';
import { type CsvRecord, csvRecords } from './csv-records.js';
import { capped, type LocalFault, MAX_FAULTS, type PathSegment } from './fault.js';
import { judgeBySchema } from './schema-faults.js';

/** Returns the place of a field in a CSV file as text, given the field's path in the row. */
export type PlaceOf = (at: readonly PathSegment[]) => string;

/** How the rows of a CSV file are read. Each row stands for one entry of a list in an instance. */
export interface CsvList<Row> {
  /** Plural noun for the rows in messages, such as "tasks". */
  readonly of: string;
  /** Type of the cells, by the column's name. */
  readonly columns: Readonly<Record<string, 'text' | 'number' | 'flag'>>;
  /** Names of the columns that the header must have. */
  readonly required: readonly string[];
  readonly most: number;
  /** Schema of the list entry that a row stands for. */
  readonly schema: z.ZodType<Row>;
  /**
   * Converts a row to the list entry that it stands for, before validation.
   *
   * @param cells values of the row by column; empty cells are left out
   */
  readonly written: (cells: Readonly<Record<string, unknown>>) => unknown;
  /** Returns the name of the column that holds a field of the list entry. */
  readonly columnOf: (at: readonly PathSegment[]) => string;
  /** Returns the faults of a list entry that the schema accepts. */
  readonly faults: (row: Row, place: PlaceOf) => LocalFault[];
}

/** Least number of characters parsed together. Our choice: so few that a million rows are never in memory together. */
const CHUNK = 1_000_000;
/** Pattern of a decimal number. `Number()` alone would also accept "0x10". */
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Pattern of a text that every CSV file of Plenum has behind one more apostrophe, so that no spreadsheet takes it for a
 * formula (`src/reports/csv.ts`).
 */
const GUARDED = /^'+[=+\-@\t\r]/;

export const csvPlace = (line: number, column: string): string => `line ${line}, column ${column}`;

/**
 * Reads and validates the rows of a CSV text. Returns the faults, with line and column as path.
 *
 * @param add called with each valid row and its line number
 */
export function readCsvRows<Row>(
  text: string,
  list: CsvList<Row>,
  add: (row: Row, line: number) => void,
): readonly LocalFault[] {
  const { of, columns: known, most } = list;
  const faults: LocalFault[] = [];
  let columns: readonly string[] | null = null;
  let count = 0;
  for (const records of recordsOf(text)) {
    if (!Array.isArray(records)) {
      const allowed = 'cells separated by commas, in quotes where they hold one';
      const broken = { path: records.path, value: records.fault, allowed, remedy: 'Correct the line.' };
      return capped([...faults, broken]);
    }
    for (const { line, fields } of records) {
      const cells = fields.map((field) => field.trim());
      if (columns === null) {
        const wrong = headerFaults(line, cells, list);
        if (wrong.length > 0) return wrong;
        columns = cells;
        continue;
      }
      const place: PlaceOf = (at) => csvPlace(line, list.columnOf(at));
      const judged = rowOf({ line, fields: cells }, columns, list, place);
      if ('faults' in judged) faults.push(...judged.faults);
      else if (faults.length === 0) add(judged.row, line);
      if (faults.length > MAX_FAULTS) return capped(faults);
      if (++count <= most) continue;
      return [
        { path: '', value: `more than ${most} ${of}`, allowed: `at most ${most} ${of}`, remedy: 'Shorten the period.' },
      ];
    }
  }
  if (count > 0) return faults;
  const remedy = 'Check that the file was written completely.';
  return [{ path: '', value: `no ${of}`, allowed: 'a header and at least one line', remedy }];

  function rowOf(
    { line, fields }: CsvRecord,
    names: readonly string[],
    { schema, written, faults: faultsOf }: CsvList<Row>,
    place: PlaceOf,
  ): { readonly row: Row } | { readonly faults: readonly LocalFault[] } {
    if (fields.length !== names.length) {
      const allowed = `${names.length} cells, as the header`;
      const remedy = 'Write a cell for every column, empty where there is nothing to say.';
      return { faults: [{ path: `line ${line}`, value: `${fields.length} cells`, allowed, remedy }] };
    }
    const cells: Record<string, unknown> = {};
    for (const [n, name] of names.entries()) if (fields[n] !== '') cells[name] = valueOf(fields[n]!, known[name]!);
    const verdict = judgeBySchema(schema, written(cells));
    if (!verdict.ok) return { faults: verdict.faults.map((one) => ({ ...one, path: place(one.path.split('.')) })) };
    const found = faultsOf(verdict.instance, place);
    return found.length > 0 ? { faults: found } : { row: verdict.instance };
  }
}

/** Yields the records in portions of whole lines. A line end ends a record as long as no cell is quoted. */
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

function headerFaults(
  line: number,
  names: readonly string[],
  { columns, required }: Pick<CsvList<never>, 'columns' | 'required'>,
): LocalFault[] {
  const known = Object.keys(columns);
  const optional = known.filter((name) => !required.includes(name));
  const allowed = `a header of ${required.join(', ')} and any of ${optional.join(', ')}, each once`;
  const path = `line ${line}`;
  const wrong = names.filter((name, n) => !known.includes(name) || names.indexOf(name) !== n).slice(0, MAX_FAULTS);
  const missing = required.filter((name) => !names.includes(name));
  return [
    ...wrong.map((value) => ({ path, value, allowed, remedy: 'Correct or remove the column.' })),
    ...missing.map((name) => ({ path, value: undefined, allowed, remedy: `Add the column "${name}".` })),
  ];
}

/**
 * Returns the value of a cell. If the text is not of the column's type, the text itself is returned and the schema then
 * refuses it. A text loses the apostrophe that guards it against spreadsheets.
 */
function valueOf(cell: string, kind: CsvList<never>['columns'][string]): unknown {
  if (kind === 'number' && NUMBER.test(cell)) return Number(cell);
  if (kind === 'flag' && (cell === 'true' || cell === 'false')) return cell === 'true';
  return unguarded(cell);
}

/** Returns the text of a cell without the apostrophe that guards it against spreadsheets. */
export function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
