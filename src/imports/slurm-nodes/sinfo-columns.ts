import { fieldOf, type NodeField } from './stated-node.js';
import { stateOf } from './values.js';

/** Greatest whole number that is taken for CPUs where nothing says what a column holds. Our choice. */
const MAX_CPUS = 1024;
/** Signs that may separate columns; without any, blanks do. */
const SEPARATORS = ['\u001f', '|', '\t', ';'] as const;

/** Columns of a table of sinfo: what each holds, null where it is not read. */
export interface SinfoColumns {
  readonly separator: string | null;
  readonly fields: readonly (NodeField | null)[];
  /** Names of the columns as written; numbers where the table has no header. */
  readonly names: readonly string[];
}

/** Returns the sign that separates the columns of a line; null if blanks do. */
export function separatorIn(line: string): string | null {
  return SEPARATORS.find((sign) => line.includes(sign)) ?? null;
}

/** Returns the cells of a line without the blanks around them. */
export function cellsOf(line: string, separator: string | null): string[] {
  return separator === null ? line.trim().split(/\s+/) : line.split(separator).map((cell) => cell.trim());
}

/** Returns the columns that a header names; null if a line is no header. */
export function headerColumns(line: string): SinfoColumns | null {
  const separator = separatorIn(line);
  const names = cellsOf(line, separator);
  const fields = names.map((name) => fieldOf(name) ?? null);
  const isHeader = fields.includes('hosts') && fields.filter((field) => field !== null).length > 1;
  return isHeader && !names.some((name) => /^\d+$/.test(name)) ? { separator, fields: once(fields), names } : null;
}

/** Returns the columns in the words of sinfo's own option, such as `nodehost:100,gres:512,statelong`. */
export function namedColumns(words: string, separator: string | null): SinfoColumns {
  const names = words.split(',').map((word) => word.replace(/:.*$/, '').trim());
  return { separator, names, fields: once(names.map((name) => fieldOf(name) ?? null)) };
}

/** Returns the columns of a table without header, told by what they hold; null if that is not certain. */
export function toldColumns(lines: readonly string[]): SinfoColumns | null {
  const separator = separatorIn(lines[0]!);
  const rows = lines.map((line) => cellsOf(line, separator));
  const width = rows[0]!.length;
  const alike = rows.filter(({ length }) => length === width);
  if (width < 2 || alike.length * 2 < rows.length) return null;
  const columns = Array.from({ length: width }, (_, n) => alike.map((row) => row[n]!));
  const fields = columns.map(certainField);
  const gres = fields.flatMap((field, n) => (field === 'gres' ? [n] : []));
  if (gres.length === 2)
    fields[gres.find((n) => columns[n]!.some((cell) => cell.includes('IDX:'))) ?? gres[1]!] = 'gresUsed';
  const cpus = fields.flatMap((field, n) => (field === 'cpus' ? [n] : []));
  // Which of two columns of numbers is meant is not certain.
  if (cpus.length > 1 || fields.includes('cpusState')) for (const n of cpus) fields[n] = null;
  const open = fields.flatMap((field, n) => (field === undefined ? [n] : []));
  // The column of names is the one with most of them that is not a list of features.
  const distinct = (n: number): number => new Set(columns[n]).size;
  const plain = open.filter((n) => columns[n]!.every((cell) => /^[A-Za-z][\w.-]*(?:\[[\d,-]+\][\w.-]*)*$/.test(cell)));
  const [hosts] = plain.toSorted((a, b) => distinct(b) - distinct(a));
  if (hosts === undefined) return null;
  fields[hosts] = 'hosts';
  for (const n of open) if (n !== hosts && columns[n]!.some((cell) => cell.includes(','))) fields[n] = 'features';
  const isCertain =
    fields.every((field) => field !== undefined) && once(fields).every((field, n) => field === fields[n]);
  const isOfNodes = fields.some((field) => field !== null && field !== 'hosts' && field !== 'features');
  return isCertain && isOfNodes
    ? { separator, fields: fields.map((field) => field ?? null), names: columns.map((_, n) => `column ${n + 1}`) }
    : null;
}

/** Returns what a column holds that its cells tell alone: null for numbers of unknown meaning, undefined if nothing is certain. */
function certainField(cells: readonly string[]): NodeField | null | undefined {
  const all = (pattern: RegExp): boolean => cells.every((cell) => pattern.test(cell));
  if (all(/^\d+\/\d+\/\d+\/\d+$/)) return 'cpusState';
  if (all(/^\d+:\d+:\d+$/)) return 'socketsCoresThreads';
  if (all(/^\d+\+?$/)) {
    const numbers = cells.map((cell) => Number.parseInt(cell, 10));
    const most = Math.max(...numbers);
    return most > 1 && most <= MAX_CPUS ? 'cpus' : null;
  }
  if (all(/^[\d.]+$|^N\/A$/)) return null;
  if (cells.every((cell) => stateOf(cell) !== undefined)) return 'state';
  if (cells.some((cell) => /(?:^|,)gpu:/.test(cell)) && all(/^\(null\)$|^[\w.-]+:/)) return 'gres';
  return cells.some((cell) => cell.endsWith('*')) ? 'partitions' : undefined;
}

/** Returns fields without those that stand further left too. */
function once<Field>(fields: readonly (Field | null)[]): (Field | null)[] {
  return fields.map((field, n) => (fields.indexOf(field) < n ? null : field));
}
