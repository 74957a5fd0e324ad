import { looksLike } from './looks-like.js';
import type { Quarantine } from './quarantine.js';
import { RefusedSource } from './refused-source.js';
import type { SourceFile } from './source-file.js';

/** Separators of cells: where several fit, the first does. A comma may also be the decimal mark. */
const SEPARATORS = ['\t', '\u001F', ';', '|', ','] as const;
/** Number of lines by which separator and header are told. Our choice: more than exports write above their header. */
const SAMPLE = 200;
/** Least share of the sampled lines that a separator cuts into equally many cells. Our choice: half, and a rest of comments. */
const MIN_SHARE = 0.5;

/** Separator and header of a table. */
export interface TableHead {
  readonly separator: string;
  readonly names: readonly string[];
  /** Line of the header, counted from 1. */
  readonly line: number;
  /** Cells of the first row; none if the table has no rows. */
  readonly firstCells: readonly string[];
}

/** A row of a table; it has as many cells as the header. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly text: string;
}

/**
 * Reads a table of one row on each line, cells perhaps in double quotes, in one pass. Rows of another width than the
 * header, such as what programs write below a table, are left out and listed; empty lines are no rows.
 *
 * @param begun called with the head; returns the function that is called with each row
 * @throws RefusedSource for a text that is no table
 */
export async function readTable(
  source: SourceFile,
  quarantine: Quarantine,
  begun: (head: TableHead) => (row: TableRow) => void,
): Promise<void> {
  const sample: { readonly line: number; readonly text: string }[] = [];
  let cut: ((line: number, text: string) => void) | null = null;
  const begin = (): ((line: number, text: string) => void) => {
    const head = headOfTable(source.file, sample, quarantine);
    const add = begun(head);
    const cutter = cutterOf(source.file, head, quarantine, add);
    for (const one of sample) if (one.line > head.line) cutter(one.line, one.text);
    return cutter;
  };
  for await (const { first, texts } of source.lines()) {
    for (const [n, text] of texts.entries()) {
      if (text.trim() === '') continue;
      if (cut !== null) cut(first + n, text);
      else if (sample.push({ line: first + n, text }) === SAMPLE) cut = begin();
    }
  }
  if (cut === null) begin();
}

/** Returns the cells of a line; null for a quote that is not closed or stands where none may. */
export function cellsOf(text: string, separator: string): string[] | null {
  if (!text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  for (let at = 0; ;) {
    if (text[at] !== '"') {
      const end = text.indexOf(separator, at);
      cells.push(text.slice(at, end < 0 ? undefined : end));
      if (end < 0) return cells;
      at = end + separator.length;
      continue;
    }
    let end = text.indexOf('"', at + 1);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    if (end < 0) return null;
    cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 === text.length) return cells;
    if (!text.startsWith(separator, end + 1)) return null;
    at = end + 1 + separator.length;
  }
}

/** Returns the head of the table in the first lines of a file. Lines above it are listed as left out. */
function headOfTable(
  file: string,
  sample: readonly { readonly line: number; readonly text: string }[],
  quarantine: Quarantine,
): TableHead {
  for (const separator of SEPARATORS) {
    const widths = sample.map(({ text }) => cellsOf(text, separator)?.length ?? 0);
    const width = mostFrequent(widths.filter((one) => one > 1));
    const fitting = widths.filter((one) => one === width).length;
    if (width === undefined || fitting < MIN_SHARE * sample.length) continue;
    // A separator behind the last column may stand in the header alone.
    const at = widths.findIndex((one) => one === width || one === width + 1);
    const { line, text } = sample[at]!;
    for (const above of sample.slice(0, at)) quarantine.add('line above the header', file, above.line, above.text);
    const cells = cellsOf(text, separator)!.map((cell) => cell.trim());
    const names = cells.at(-1) === '' ? cells.slice(0, -1) : cells;
    const first = sample.slice(at + 1).find((_, n) => widths[at + 1 + n] === width);
    const firstCells = first === undefined ? [] : cellsOf(first.text, separator)!.map((cell) => cell.trim());
    return { separator, names, line, firstCells };
  }
  const allowed = 'a table with a header, its columns separated by commas, semicolons, tabs or bars';
  const value = looksLike(sample.map(({ text }) => text).join('\n'));
  throw new RefusedSource(file, { path: '', value, allowed, remedy: 'Export the data as CSV, with a header.' });
}

/** Returns the function that cuts lines into rows. */
function cutterOf(
  file: string,
  { separator, names }: TableHead,
  quarantine: Quarantine,
  add: (row: TableRow) => void,
): (line: number, text: string) => void {
  return (line, text) => {
    const cells = cellsOf(text, separator);
    if (cells === null) {
      quarantine.add('row with a quote that is not closed', file, line, text);
      return;
    }
    if (cells.length === names.length + 1 && cells.at(-1)!.trim() === '') cells.pop();
    if (cells.length === names.length) add({ line, cells, text });
    else quarantine.add('row of another width than the header', file, line, text);
  };
}

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0];
}
