import type { LinearColumn, LinearProgram, LinearRow } from '../../../models/forms/linear-program.js';
import { InvalidModelError } from './engine.js';
import { exportNames, exportNumber as number } from './export-names.js';
import { DuplicateGuard, validateProgram } from './validate-model.js';
import { requireOrderedBounds } from './write-mps.js';

/** Maximum length of a line of the LP file. CPLEX reads up to 560 characters. */
const LINE_WIDTH = 200;

/**
 * Returns the program as CPLEX LP text, with every number in full double precision. The objective contains every
 * column, even with cost 0, so that readers keep the order. A row with two different finite bounds becomes two rows.
 *
 * @param notes comments, one line each.
 * @throws InvalidModelError on crossing bounds and on a program without columns, which the format cannot express.
 */
export function writeLp(program: LinearProgram, name: string, notes: readonly string[] = []): string {
  validateProgram(program, new DuplicateGuard());
  requireOrderedBounds(program);
  if (program.columns.length === 0)
    throw new InvalidModelError('The LP format cannot state a program without columns.');
  const columns = exportNames(
    program.columns.map((column) => column.name),
    'x',
  );
  const rows = program.rows.flatMap(oneSided);
  const rowNames = exportNames(
    rows.map((row) => row.name),
    'r',
  );
  const lines = [name, ...notes].map((note) => `\\ ${note.replace(/\s+/g, ' ')}`);
  lines.push(program.sense === 'maximize' ? 'Maximize' : 'Minimize');
  const objective = program.columns.map((column, j) => term(column.cost, columns[j]!));
  const offset = program.offset ?? 0;
  if (offset !== 0) objective.push(signed(offset));
  wrap([' obj:', ...objective], lines);
  lines.push('Subject To');
  rows.forEach((row, i) => {
    const terms = row.columnIndices.map((j, k) => term(row.coefficients[k]!, columns[j]!));
    if (terms.length === 0) terms.push(term(0, columns[0]!));
    wrap([` ${rowNames[i]!}:`, ...terms, relation(row.lower, row.upper)], lines);
  });
  lines.push('Bounds');
  program.columns.forEach((column, j) => {
    const line = boundLine(column, columns[j]!);
    if (line !== null) lines.push(` ${line}`);
  });
  const integers = columns.filter((_, j) => program.columns[j]!.integer === true);
  if (integers.length > 0) {
    lines.push('General');
    wrap(['', ...integers], lines);
  }
  lines.push('End', '');
  return lines.join('\n');
}

/**
 * Splits a row with two different finite bounds: several readers, among them HiGHS, misread `low <= expression <=
 * high`.
 */
function oneSided(row: LinearRow): LinearRow[] {
  if (row.lower === row.upper || row.lower === -Infinity || row.upper === Infinity) return [row];
  return [
    { ...row, name: `${row.name}_lower`, upper: Infinity },
    { ...row, name: `${row.name}_upper`, lower: -Infinity },
  ];
}

function relation(lower: number, upper: number): string {
  if (lower === upper) return `= ${number(lower)}`;
  if (upper !== Infinity) return `<= ${number(upper)}`;
  return lower === -Infinity ? '>= -infinity' : `>= ${number(lower)}`;
}

function boundLine(column: LinearColumn, name: string): string | null {
  const { lower, upper } = column;
  if (lower === upper) return `${name} = ${number(lower)}`;
  if (lower === -Infinity && upper === Infinity) return `${name} free`;
  if (lower === -Infinity) return `-infinity <= ${name} <= ${number(upper)}`;
  if (upper !== Infinity) return `${number(lower)} <= ${name} <= ${number(upper)}`;
  return lower === 0 ? null : `${name} >= ${number(lower)}`;
}

function term(coefficient: number, name: string): string {
  return `${signed(coefficient)} ${name}`;
}

function signed(value: number): string {
  return value < 0 ? `- ${number(-value)}` : `+ ${number(value)}`;
}

/** Appends words to `lines`, broken at LINE_WIDTH. Continuation lines are indented. */
function wrap(words: readonly string[], lines: string[]): void {
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + word.length >= LINE_WIDTH) {
      lines.push(line);
      line = ' ';
    }
    line = line === '' ? (word === '' ? ' ' : word) : `${line} ${word}`;
  }
  lines.push(line);
}
