import type { FileMatrix } from '../../models/physics/airflow/import-faults.js';
import type { SparseRows } from '../../models/physics/thermal/influence-matrix.js';
import { withoutZeros } from '../../models/physics/thermal/sparse-rows.js';
import type { LocalFault } from '../instances/fault.js';
import { readTableFile } from '../instances/text-file.js';

/**
 * Thrown if a matrix file cannot be read. Lines and columns count from 1. The column is that of the matrix, or the
 * position of the field in the line.
 */
export class MatrixFileError extends Error {
  constructor(
    readonly file: string,
    readonly line: number,
    readonly column: number,
    readonly detail: string,
  ) {
    super(`${file}, line ${line}, column ${column}: ${detail}`);
    this.name = 'MatrixFileError';
  }
}

/** Maximum size of a matrix file, bytes. */
export const MAX_MATRIX_BYTES = 200e6;
/** Maximum number of stored entries in a matrix file. */
const MAX_ENTRIES = 25_000_000;
/** Maximum number of rows in a matrix file. */
const MAX_ROWS = 1_000_000;

export type ReadMatrix =
  | { readonly ok: true; readonly matrix: FileMatrix }
  | { readonly ok: false; readonly fault: LocalFault };

/** Reads a matrix (table or MatrixMarket), or returns a fault. A fault without a path concerns the whole file. */
export function readMatrixFile(path: string): ReadMatrix {
  const read = readTableFile(path, MAX_MATRIX_BYTES, 'a matrix file');
  if (!read.ok) return read;
  try {
    return { ok: true, matrix: parseMatrix(read.text, path) };
  } catch (error) {
    if (!(error instanceof MatrixFileError)) throw error;
    const place = `line ${error.line}, column ${error.column}`;
    const allowed = 'a matrix as plain numbers, separated by commas, tabs or blanks, or as MatrixMarket';
    return { ok: false, fault: { path: place, value: error.detail, allowed, remedy: 'Correct the file.' } };
  }
}

/**
 * Parses a matrix from the text of a table or of a MatrixMarket file.
 *
 * @param name name of the file for errors; if it ends in .mtx, the text must be MatrixMarket
 */
export function parseMatrix(text: string, name: string): FileMatrix {
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n');
  const isMarket = /^%%MatrixMarket\b/i.test(lines[0]!);
  if (!isMarket && name.toLowerCase().endsWith('.mtx')) {
    throw new MatrixFileError(name, 1, 1, 'a .mtx file begins with "%%MatrixMarket matrix ..."');
  }
  return isMarket ? parseMarket(lines, name) : parseTable(lines, name);
}

/** Returns the separator between numbers (comma, tab or blanks) in the first row. */
function separatorOf(content: string, name: string, line: number): string | RegExp {
  const other = [
    [';', 'semicolons'],
    ['|', 'bars'],
  ].find(([mark]) => content.includes(mark!));
  if (other !== undefined) {
    const detail = `numbers are separated by ${other[1]!}; possible are commas, tabs and blanks`;
    throw new MatrixFileError(name, line, 1, detail);
  }
  if (content.includes(',')) return ',';
  return content.includes('\t') ? '\t' : / +/;
}

/** Pattern of the comment lines that Octave writes before the numbers of a matrix. */
const OCTAVE = /^# (name|type|rows|columns): (.*)$/;
/**
 * Pattern of Octave's comment line with the type of a value. It shows that Octave wrote the file, even if the line with
 * the matrix's name was cut off.
 */
const OCTAVE_TYPE = /^# type: (.* )?(matrix|scalar|range|bool|string|cell|struct)$/;

/**
 * Parses a matrix from plain numbers, one row in each line, as NumPy, MATLAB (save -ascii) and Octave (save -text)
 * write it. Blank lines and lines that begin with # are skipped, except Octave's comments about the matrix.
 */
function parseTable(lines: readonly string[], name: string): FileMatrix {
  const rows: Row[] = [];
  let columns = 0;
  let separator: string | RegExp = ',';
  let isOctave = false;
  const said = new Map<string, string>();
  lines.forEach((line, index) => {
    const content = line.trim();
    if (content === '') return;
    if (content.startsWith('#')) {
      isOctave ||= content.startsWith('# Created by Octave') || OCTAVE_TYPE.test(content);
      const [, key, text] = OCTAVE.exec(content) ?? [];
      if (key === undefined || !isOctave) return;
      if (said.has(key)) throw new MatrixFileError(name, index + 1, 1, 'a second matrix; possible is one a file');
      if (key === 'type' && text !== 'matrix') {
        throw new MatrixFileError(name, index + 1, 1, `Octave's type "${text!.slice(0, 40)}"; possible is "matrix"`);
      }
      said.set(key, text!);
      return;
    }
    if (rows.length === 0) separator = separatorOf(content, name, index + 1);
    const fields = content.split(separator);
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
    rows.push(sparseRow(Float64Array.from(fields, (field, c) => parseNumber(field, name, index + 1, c + 1))));
  });
  if (rows.length === 0) throw new MatrixFileError(name, 1, 1, 'the file holds no numbers');
  for (const [key, found] of [
    ['rows', rows.length],
    ['columns', columns],
  ] as const) {
    if (Number(said.get(key) ?? found) === found) continue;
    throw new MatrixFileError(name, lines.length, 1, `${found} ${key}, ${said.get(key)!.slice(0, 40)} said`);
  }
  return { rows: rows.length, columns, entries: joinRows(rows) };
}

interface Row {
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** Returns a dense row in sparse form, without its zeros. */
function sparseRow(dense: Float64Array): Row {
  const column = Int32Array.from(dense.keys()).filter((c) => dense[c] !== 0);
  return { column, value: Float64Array.from(column, (c) => dense[c]!) };
}

function joinRows(rows: readonly Row[]): SparseRows {
  const start = new Int32Array(rows.length + 1);
  for (const [r, row] of rows.entries()) start[r + 1] = start[r]! + row.column.length;
  const column = new Int32Array(start[rows.length]!);
  const value = new Float64Array(start[rows.length]!);
  for (const [r, row] of rows.entries()) {
    column.set(row.column, start[r]);
    value.set(row.value, start[r]);
  }
  return { start, column, value };
}

interface Banner {
  readonly layout: 'coordinate' | 'array';
  readonly symmetric: boolean;
}

function parseMarket(lines: readonly string[], name: string): FileMatrix {
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
  const count = coordinate ? size[2]! : rows * columns;
  if (rows < 1 || columns < 1 || Math.max(rows, columns) > MAX_ROWS || count > MAX_ENTRIES) {
    const allowed = `1 to ${MAX_ROWS} rows and columns and ${MAX_ENTRIES} entries`;
    throw new MatrixFileError(name, at, 1, `${rows} x ${columns} with ${count} entries; possible are ${allowed}`);
  }
  if (banner.symmetric && rows !== columns) {
    throw new MatrixFileError(name, at, 2, `a symmetric matrix is square, not ${rows} x ${columns}`);
  }
  const triples = newTriples(banner.symmetric ? 2 * count : count);
  const store = (row: number, column: number, value: number): void => {
    addTriple(triples, row, column, value, at);
    if (banner.symmetric && row !== column) addTriple(triples, column, row, value, at);
  };
  if (coordinate) {
    for (let entry = 0; entry < count; entry++) {
      const fields = nextFields(3, `entry ${entry + 1} of ${count}`);
      const row = parseIndex(fields[0]!, name, at, 1);
      const column = parseIndex(fields[1]!, name, at, 2);
      if (row < 1 || row > rows) throw new MatrixFileError(name, at, 1, `row ${row} is outside 1 to ${rows}`);
      if (column < 1 || column > (banner.symmetric ? row : columns)) {
        const allowed = banner.symmetric ? `1 to ${row} (lower triangle)` : `1 to ${columns}`;
        throw new MatrixFileError(name, at, 2, `column ${column} is outside ${allowed}`);
      }
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
  return { rows, columns, entries: withoutZeros(rowsOfTriples(triples, rows, name)) };
}

/** Entries of a sparse matrix in the order of the file; `line` is the line in the file. */
interface Triples {
  count: number;
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly line: Int32Array;
  readonly value: Float64Array;
}

function newTriples(size: number): Triples {
  const [row, column, line] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  return { count: 0, row, column, line, value: new Float64Array(size) };
}

function addTriple(triples: Triples, row: number, column: number, value: number, line: number): void {
  const n = triples.count++;
  triples.row[n] = row;
  triples.column[n] = column;
  triples.line[n] = line;
  triples.value[n] = value;
}

/**
 * Returns the entries of a sparse matrix, sorted by row and column.
 *
 * @throws MatrixFileError at the first line that repeats an entry
 */
function rowsOfTriples({ count, row, column, line, value }: Triples, rows: number, name: string): SparseRows {
  const order = new Uint32Array(count).map((_, n) => n);
  order.sort((a, b) => row[a]! - row[b]! || column[a]! - column[b]! || a - b);
  let repeated = -1;
  for (let n = 1; n < count; n++) {
    const [a, b] = [order[n - 1]!, order[n]!];
    if (row[a] === row[b] && column[a] === column[b] && (repeated < 0 || b < repeated)) repeated = b;
  }
  if (repeated >= 0) {
    const place = `(${row[repeated]! + 1}, ${column[repeated]! + 1})`;
    throw new MatrixFileError(name, line[repeated]!, 1, `entry ${place} is given twice`);
  }
  const start = new Int32Array(rows + 1);
  for (let n = 0; n < count; n++) start[row[n]! + 1]!++;
  for (let r = 0; r < rows; r++) start[r + 1]! += start[r]!;
  return {
    start,
    column: Int32Array.from(order, (n) => column[n]!),
    value: Float64Array.from(order, (n) => value[n]!),
  };
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

/** Pattern of a number with a Fortran exponent, such as 1.5D-02. */
const FORTRAN = /^[-+]?[\d.]+d[-+]?\d+$/i;

/** Parses a number; Fortran exponents (1.5D-02) are accepted. Number() alone would read "" as 0 and accept 0x10. */
function parseNumber(field: string, name: string, line: number, column: number): number {
  const text = field.trim();
  const value = Number(FORTRAN.test(text) ? text.replace(/d/i, 'e') : text);
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
