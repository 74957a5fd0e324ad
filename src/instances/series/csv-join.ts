import { clockText, type FileClock } from '../time/file-clock.js';
import type { FileRows } from './csv-rows.js';
import type { Doubt, RowWord, SeriesRows } from './series-rows.js';

export interface SeriesPart extends FileRows {
  readonly name: string;
}

/** Rows of one series from one or several files, in ascending order of time, without overlaps. */
export interface JoinedRows extends SeriesRows {
  /** For each row, index into `names` of the file from which it comes. */
  readonly part: Uint8Array;
  readonly names: readonly string[];
  /** For each file, what messages call its rows. */
  readonly words: readonly RowWord[];
  readonly doubts: readonly Doubt[];
}

/**
 * Merges rows of files into one series in ascending order of time. Identical rows count once. If different rows
 * overlap, the first is kept and the overlap is noted as a doubt, which is a fault only if the horizon needs that time.
 */
export function joinRows(parts: readonly SeriesPart[], clock: FileClock): JoinedRows {
  const count = parts.reduce((sum, { rows }) => sum + rows.fromMs.length, 0);
  const doubts = parts.flatMap((part) => part.doubts);
  const all = { part: new Uint8Array(count), row: new Int32Array(count), fromMs: new Float64Array(count) };
  let at = 0;
  for (const [part, { rows }] of parts.entries()) {
    all.part.fill(part, at, at + rows.fromMs.length);
    all.fromMs.set(rows.fromMs, at);
    for (let row = 0; row < rows.fromMs.length; row++) all.row[at + row] = row;
    at += rows.fromMs.length;
  }
  const order = new Int32Array(count).map((_, n) => n);
  if (!all.fromMs.every((ms, n) => n === 0 || ms >= all.fromMs[n - 1]!)) {
    order.sort((a, b) => all.fromMs[a]! - all.fromMs[b]! || a - b);
  }
  const kept = new Int32Array(count);
  let keptCount = 0;
  const rowsOf = (n: number): SeriesRows => parts[all.part[n]!]!.rows;
  for (const n of order) {
    const before = kept[keptCount - 1];
    const [rows, row] = [rowsOf(n), all.row[n]!];
    if (before === undefined || all.fromMs[n]! >= rowsOf(before).toMs[all.row[before]!]!) {
      kept[keptCount++] = n;
      continue;
    }
    const [others, other] = [rowsOf(before), all.row[before]!];
    const isSame = rows.fromMs[row] === others.fromMs[other] && rows.toMs[row] === others.toMs[other];
    const isOther = all.part[n] !== all.part[before];
    if (isSame && isOther && rows.value[row] === others.value[other]) continue;
    const [line, earlier] = [rows.line[row]!, others.line[other]!];
    const own = parts[all.part[n]!]!;
    const fault: Doubt['fault'] = isOther
      ? () => ({
          path: `${own.row} ${line}`,
          value: `${rows.value[row]!} at ${clockText(clock, rows.fromMs[row]!)}`,
          allowed: `intervals that ${parts[all.part[before]!]!.name} does not have, or has with the same value`,
          remedy: 'Remove the intervals that are there twice from one of the two files.',
        })
      : () => own.conflict(line, earlier, rows.fromMs[row] === others.fromMs[other]);
    const toMs = Math.min(rows.toMs[row]!, others.toMs[other]!);
    doubts.push({ fromMs: rows.fromMs[row]!, toMs, file: own.name, row: own.row, line, fault });
  }
  const rest = kept.subarray(0, keptCount);
  const column = (of: (rows: SeriesRows) => Float64Array): Float64Array =>
    Float64Array.from(rest, (n) => of(rowsOf(n))[all.row[n]!]!);
  return {
    fromMs: column(({ fromMs }) => fromMs),
    toMs: column(({ toMs }) => toMs),
    value: column(({ value }) => value),
    line: rest.map((n) => rowsOf(n).line[all.row[n]!]!),
    part: Uint8Array.from(rest, (n) => all.part[n]!),
    names: parts.map(({ name }) => name),
    words: parts.map(({ row }) => row),
    doubts,
  };
}

/** Returns the position of a row for messages, such as "line 7", with the file's name if there are several files. */
export function lineText({ line, part, names, words }: JoinedRows, row: number): string {
  return `${names.length === 1 ? '' : `${names[part[row]!]!}, `}${words[part[row]!]!} ${line[row]!}`;
}
