export type CsvLine = readonly (string | number | boolean | null)[];

/**
 * Returns a table as CSV text (RFC 4180: CRLF, quotes doubled). Numbers are exact; null is an empty field. No text
 * begins like a formula. With `quoteEmpty` an empty text is written as "", so that readers can tell it from null.
 */
export function csvText(lines: readonly CsvLine[], { quoteEmpty = false } = {}): string {
  const empty = quoteEmpty ? '""' : '';
  return lines.map((line) => `${line.map((value) => (value === '' ? empty : field(value))).join(',')}\r\n`).join('');
}

/** A column of CSV: its heading, and its value in a row. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly of: (row: Row) => CsvLine[number];
}

/** Returns rows as CSV with a line of headings. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  return csvText([columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))]);
}

/**
 * Pattern of the first characters that make a text a formula in spreadsheets. Formulas can run programs, and names come
 * from the instance.
 */
const FORMULA = /^[=+\-@\t\r]/;
/** Pattern of a decimal number. Numbers are harmless even if they begin with a sign. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function field(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(Object.is(value, -0) ? 0 : value);
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
