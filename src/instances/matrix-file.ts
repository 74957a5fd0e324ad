import { readFileSync, statSync } from 'node:fs';
import type { DenseMatrix } from '../../models/physics/airflow/import-problems.js';

/** A matrix file that cannot be read. Line and column count from 1; the column is that of the matrix or the field of the line. */
export class MatrixFileError extends Error {
  constructor(
    readonly file: string,
    readonly line: number,
    readonly column: number,
    detail: string,
  ) {
    super(`${file}, line ${line}, column ${column}: ${detail}`);
    this.name = 'MatrixFileError';
  }
}

const MAX_FILE_BYTES = 200e6;
/** Entries of the dense matrix; 5,000 rows and columns. */
const MAX_ENTRIES = 25_000_000;

/**
 * Reads a dense matrix from a CSV or MatrixMarket file.
 *
 * @throws MatrixFileError for anything that is not such a file, and for files above 200 MB.
 */
export function readMatrixFile(path: string): DenseMatrix {
  const { size } = statSync(path);
  if (size > MAX_FILE_BYTES) {
    throw new MatrixFileError(path, 1, 1, `the file has ${size} bytes, the limit is ${MAX_FILE_BYTES}`);
  }
  return parseMatrix(readFileSync(path, 'utf8'), path);
}

/** @param name shown in errors; a name ending in .mtx must hold MatrixMarket. */
export function parseMatrix(text: string, name: string): DenseMatrix {
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n');
  const isMarket = /^%%MatrixMarket\b/i.test(lines[0]!);
  if (!isMarket && name.toLowerCase().endsWith('.mtx')) {
    throw new MatrixFileError(name, 1, 1, 'a .mtx file begins with "%%MatrixMarket matrix ..."');
  }
  return isMarket ? parseMarket(lines, name) : parseCsv(lines, name);
}

/** Plain numbers, comma separated, one matrix row a line. Blank lines and lines beginning with # are passed over. */
function parseCsv(lines: readonly string[], name: string): DenseMatrix {
  const rows: Float64Array[] = [];
  let columns = 0;
  lines.forEach((line, index) => {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) return;
    const fields = content.split(',');
    if (rows.length === 0) columns = fields.length;
    if (fields.length !== columns) {
      throw new MatrixFileError(
        name,
        index + 1,
        Math.min(fields.length, columns) + 1,
        `this row has ${fields.length} entries, the first has ${columns}`,
      );
    }
    if ((rows.length + 1) * columns > MAX_ENTRIES) {
      throw new MatrixFileError(name, index + 1, 1, `more than ${MAX_ENTRIES} entries`);
    }
    rows.push(Float64Array.from(fields, (field, column) => parseNumber(field, name, index + 1, column + 1)));
  });
  if (rows.length === 0) throw new MatrixFileError(name, 1, 1, 'the file holds no numbers');
  const values = new Float64Array(rows.length * columns);
  rows.forEach((row, r) => {
    values.set(row, r * columns);
  });
  return { rows: rows.length, columns, values };
}

interface Banner {
  readonly layout: 'coordinate' | 'array';
  readonly symmetric: boolean;
}

function parseMarket(lines: readonly string[], name: string): DenseMatrix {
  const banner = parseBanner(lines[0]!, name);
  let at = 1;
  const nextFields = (wanted: number, what: string): string[] => {
    while (at < lines.length && /^\s*(%|$)/.test(lines[at]!)) at++;
    if (at >= lines.length) throw new MatrixFileError(name, lines.length, 1, `the file ends where ${what} should be`);
    const fields = lines[at]!.trim().split(/\s+/);
    if (fields.length !== wanted) {
      throw new MatrixFileError(
        name,
        at + 1,
        Math.min(fields.length, wanted) + 1,
        `${what} needs ${wanted} fields, not ${fields.length}`,
      );
    }
    at++;
    return fields;
  };
  const coordinate = banner.layout === 'coordinate';
  const size = nextFields(coordinate ? 3 : 2, 'the size line').map((field, i) => parseIndex(field, name, at, i + 1));
  const rows = size[0]!;
  const columns = size[1]!;
  if (rows < 1 || columns < 1 || rows * columns > MAX_ENTRIES) {
    throw new MatrixFileError(name, at, 1, `${rows} x ${columns} entries; 1 to ${MAX_ENTRIES} are possible`);
  }
  if (banner.symmetric && rows !== columns) {
    throw new MatrixFileError(name, at, 2, `a symmetric matrix is square, not ${rows} x ${columns}`);
  }
  const values = new Float64Array(rows * columns);
  const store = (row: number, column: number, value: number): void => {
    values[row * columns + column] = value;
    if (banner.symmetric) values[column * columns + row] = value;
  };
  if (coordinate) {
    const seen = new Uint8Array(rows * columns);
    for (let entry = 0; entry < size[2]!; entry++) {
      const fields = nextFields(3, `entry ${entry + 1} of ${size[2]!}`);
      const row = parseIndex(fields[0]!, name, at, 1);
      const column = parseIndex(fields[1]!, name, at, 2);
      if (row < 1 || row > rows) throw new MatrixFileError(name, at, 1, `row ${row} is outside 1 to ${rows}`);
      if (column < 1 || column > (banner.symmetric ? row : columns)) {
        const allowed = banner.symmetric ? `1 to ${row} (lower triangle)` : `1 to ${columns}`;
        throw new MatrixFileError(name, at, 2, `column ${column} is outside ${allowed}`);
      }
      const index = (row - 1) * columns + column - 1;
      if (seen[index]) throw new MatrixFileError(name, at, 1, `entry (${row}, ${column}) is given twice`);
      seen[index] = 1;
      store(row - 1, column - 1, parseNumber(fields[2]!, name, at, 3));
    }
  } else {
    // Array files run down the columns.
    for (let column = 0; column < columns; column++) {
      for (let row = banner.symmetric ? column : 0; row < rows; row++) {
        const [field] = nextFields(1, `entry (${row + 1}, ${column + 1})`);
        store(row, column, parseNumber(field!, name, at, 1));
      }
    }
  }
  while (at < lines.length && /^\s*(%|$)/.test(lines[at]!)) at++;
  if (at < lines.length) throw new MatrixFileError(name, at + 1, 1, 'more entries than the size line announces');
  return { rows, columns, values };
}

function parseBanner(line: string, name: string): Banner {
  const words = line.trim().toLowerCase().split(/\s+/);
  const expect = (position: number, allowed: readonly string[]): string => {
    const word = words[position] ?? '';
    if (allowed.includes(word)) return word;
    throw new MatrixFileError(name, 1, position + 1, `"${word}" is not supported; possible: ${allowed.join(', ')}`);
  };
  expect(1, ['matrix']);
  const layout = expect(2, ['coordinate', 'array']) as Banner['layout'];
  expect(3, ['real', 'double', 'integer']);
  return { layout, symmetric: expect(4, ['general', 'symmetric']) === 'symmetric' };
}

/** Number() alone would take empty text for 0 and read 0x10. */
function parseNumber(field: string, name: string, line: number, column: number): number {
  const text = field.trim();
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || /^[+-]?0[box]/i.test(text)) {
    throw new MatrixFileError(name, line, column, `"${text.slice(0, 40)}" is not a finite decimal number`);
  }
  return value;
}

function parseIndex(field: string, name: string, line: number, column: number): number {
  if (!/^\d{1,9}$/.test(field)) {
    throw new MatrixFileError(name, line, column, `"${field.slice(0, 40)}" is not a whole number`);
  }
  return Number(field);
}
