export type CsvLine = readonly (string | number | boolean | null)[];

/**
 * Returns a table as CSV text (RFC 4180: CRLF, quotes doubled). Numbers have all their digits; null is an empty field.
 * A text that a spreadsheet could take for a formula gets an apostrophe before it.
 *
 * @param quoteEmpty true to write an empty text as "", distinct from null
 */
export function csvText(lines: readonly CsvLine[], { quoteEmpty = false } = {}): string {
  const empty = quoteEmpty ? '""' : '';
  return lines.map((line) => `${line.map((value) => (value === '' ? empty : field(value))).join(',')}\r\n`).join('');
}

/** A CSV column: its heading, and a function that returns its value in a row. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly of: (row: Row) => CsvLine[number];
}

/** Returns rows as CSV text, headings first. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  return csvText([columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))]);
}

/** Number of rows that are written as one piece. Our choice: some hundred kilobytes. */
const ROWS_PER_PIECE = 2000;

/** Yields rows as CSV text in pieces, headings first, for tables too long to be one text. */
export function* csvPieces<Row>(rows: Iterable<Row>, columns: readonly CsvColumn<Row>[]): Generator<string> {
  yield csvOf([], columns);
  let lines: CsvLine[] = [];
  for (const row of rows) {
    lines.push(columns.map(({ of }) => of(row)));
    if (lines.length < ROWS_PER_PIECE) continue;
    yield csvText(lines);
    lines = [];
  }
  if (lines.length > 0) yield csvText(lines);
}

/**
 * Pattern of texts that spreadsheets take for a formula, with any apostrophes before them, so that one taken off gives
 * back every text. Formulas can run programs, and names come from the instance.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
/** Pattern of a decimal number, which is written unchanged even if it begins with a sign: it is no formula. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function field(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(Object.is(value, -0) ? 0 : value);
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
