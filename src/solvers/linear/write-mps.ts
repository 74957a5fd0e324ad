import type { LinearColumn, LinearProgram, LinearRow } from '../../../models/forms/linear-program.js';
import { compressRows, transpose } from './compressed.js';
import { InvalidModelError } from './engine.js';
import { exportNames, exportNumber as number } from './export-names.js';
import { DuplicateGuard, validateProgram } from './validate-model.js';

/** Name of the objective row in the MPS file. */
const OBJECTIVE = 'obj';

/**
 * Returns the program as free MPS text with OBJSENSE and RANGES sections, with every number in full double precision. A
 * row with two different finite bounds is written as one bound and a range. If these cannot represent both bounds
 * exactly, one bound may differ in its last digit.
 *
 * @param notes comments, one line each.
 * @throws InvalidModelError on crossing bounds, which MPS cannot express.
 */
export function writeMps(program: LinearProgram, name: string, notes: readonly string[] = []): string {
  validateProgram(program, new DuplicateGuard());
  requireOrderedBounds(program);
  const rowNames = exportNames(
    program.rows.map((row) => row.name),
    'r',
  );
  const columnNames = exportNames(
    program.columns.map((column) => column.name),
    'x',
  );
  const forms = program.rows.map(rowForm);
  const lines = notes.map((note) => `* ${note.replace(/\s+/g, ' ')}`);
  lines.push(`NAME ${exportNames([name], 'm')[0]!}`);
  lines.push('OBJSENSE', program.sense === 'maximize' ? '    MAX' : '    MIN', 'ROWS', ` N ${OBJECTIVE}`);
  forms.forEach((form, i) => lines.push(` ${form.type} ${rowNames[i]!}`));
  lines.push('COLUMNS');
  writeColumns(program, rowNames, columnNames, lines);
  lines.push('RHS');
  const offset = program.offset ?? 0;
  // The format subtracts the right-hand side of the objective.
  if (offset !== 0) lines.push(` RHS ${OBJECTIVE} ${number(-offset)}`);
  forms.forEach((form, i) => {
    if (form.rhs !== 0) lines.push(` RHS ${rowNames[i]!} ${number(form.rhs)}`);
  });
  if (forms.some((form) => form.range !== null)) lines.push('RANGES');
  forms.forEach((form, i) => {
    if (form.range !== null) lines.push(` RNG ${rowNames[i]!} ${number(form.range)}`);
  });
  lines.push('BOUNDS');
  program.columns.forEach((column, j) => {
    writeBounds(column, columnNames[j]!, lines);
  });
  lines.push('ENDATA', '');
  return lines.join('\n');
}

/**
 * Checks that no lower bound exceeds its upper bound, which neither LP nor MPS files can express.
 *
 * @throws InvalidModelError otherwise.
 */
export function requireOrderedBounds(program: LinearProgram): void {
  for (const part of [...program.columns, ...program.rows]) {
    if (part.lower <= part.upper) continue;
    throw new InvalidModelError(
      `"${part.name}" has the crossing bounds [${part.lower}, ${part.upper}], which a model file cannot state. The model is infeasible.`,
    );
  }
}

interface RowForm {
  readonly type: 'N' | 'L' | 'G' | 'E';
  readonly rhs: number;
  readonly range: number | null;
}

function rowForm(row: LinearRow): RowForm {
  const { lower, upper } = row;
  if (lower === upper) return { type: 'E', rhs: lower, range: null };
  if (lower === -Infinity)
    return { type: upper === Infinity ? 'N' : 'L', rhs: upper === Infinity ? 0 : upper, range: null };
  if (upper === Infinity) return { type: 'G', rhs: lower, range: null };
  const range = upper - lower;
  return lower + range === upper ? { type: 'G', rhs: lower, range } : { type: 'L', rhs: upper, range };
}

function writeColumns(
  program: LinearProgram,
  rowNames: readonly string[],
  columnNames: readonly string[],
  lines: string[],
): void {
  const matrix = transpose(compressRows(program.rows), program.columns.length);
  let markers = 0;
  let inIntegers = false;
  const mark = (integer: boolean): void => {
    if (integer === inIntegers) return;
    inIntegers = integer;
    markers += 1;
    lines.push(` M${markers} 'MARKER' '${integer ? 'INTORG' : 'INTEND'}'`);
  };
  program.columns.forEach((column, j) => {
    mark(column.integer === true);
    // Written even when zero: a column must appear to exist.
    lines.push(` ${columnNames[j]!} ${OBJECTIVE} ${number(column.cost)}`);
    for (let p = matrix.starts[j]!; p < matrix.starts[j + 1]!; p += 1) {
      lines.push(` ${columnNames[j]!} ${rowNames[matrix.indices[p]!]!} ${number(matrix.values[p]!)}`);
    }
  });
  mark(false);
}

function writeBounds(column: LinearColumn, name: string, lines: string[]): void {
  const { lower, upper } = column;
  const bound = (type: string, value?: number): void => {
    lines.push(value === undefined ? ` ${type} BND ${name}` : ` ${type} BND ${name} ${number(value)}`);
  };
  if (lower === upper) bound('FX', lower);
  else if (lower === -Infinity && upper === Infinity) bound('FR');
  else {
    if (lower === -Infinity) bound('MI');
    // Said even when zero below a finite upper bound: some readers take a lone negative or zero UP for a free lower bound.
    else if (lower !== 0 || upper !== Infinity) bound('LO', lower);
    if (upper !== Infinity) bound('UP', upper);
    // Some readers take an integer column without an upper bound for binary.
    else if (column.integer === true) bound('PL');
  }
}
