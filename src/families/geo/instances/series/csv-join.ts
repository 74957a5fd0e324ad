import type { LocalProblem } from '../../../../instances/problem.js';
import { utcText } from './civil.js';
import type { ReadRows, SeriesRows } from './csv-rows.js';

export interface SeriesPart {
  readonly name: string;
  readonly rows: SeriesRows;
}

/**
 * Rows of several files as one series, in the order of their first times. Where a file reaches beyond the beginning of
 * the next, intervals that both have must have one value and count once.
 */
export function joinRows(given: readonly SeriesPart[]): ReadRows {
  const parts = given
    .filter(({ rows }) => rows.beginMs.length > 0)
    .sort((a, b) => a.rows.beginMs[0]! - b.rows.beginMs[0]!);
  if (parts.length <= 1) return { ok: true, rows: (parts[0] ?? given[0]!).rows };
  const beginMs: number[] = [];
  const value: number[] = [];
  const line: number[] = [];
  const firsts: { name: string; firstRow: number }[] = [];
  const { intervalMs } = parts[0]!.rows;
  for (const { name, rows } of parts) {
    firsts.push({ name, firstRow: beginMs.length });
    const known = beginMs.length;
    const lastMs = beginMs.at(-1) ?? -Infinity;
    for (let n = 0, k = 0; n < rows.beginMs.length; n++) {
      const at = rows.beginMs[n]!;
      if (at <= lastMs) {
        while (beginMs[k]! < at) k++;
        if (k < known && beginMs[k] === at && value[k] === rows.value[n]) continue;
        return { ok: false, problems: [overlap(name, rows, n, firsts.at(-2)!.name)] };
      }
      if (at < lastMs + intervalMs) return { ok: false, problems: [overlap(name, rows, n, firsts.at(-2)!.name)] };
      beginMs.push(at);
      value.push(rows.value[n]!);
      line.push(rows.line[n]!);
    }
  }
  return {
    ok: true,
    rows: {
      intervalMs,
      beginMs: Float64Array.from(beginMs),
      value: Float64Array.from(value),
      line: Int32Array.from(line),
      parts: firsts,
    },
  };
}

function overlap(name: string, { beginMs, line, value }: SeriesRows, row: number, before: string): LocalProblem {
  return {
    path: `${name}, line ${line[row]!}`,
    value: `${value[row]!} at ${utcText(beginMs[row]!).slice(0, -1)} of the clock of the file`,
    allowed: `intervals that ${before} does not have, or has with the same value`,
    remedy: 'Remove the intervals that are there twice from one of the two files.',
  };
}

/** Place of a row, "line 7", with the name of the file where there are several. */
export function lineText({ line, parts }: SeriesRows, row: number): string {
  const name = parts?.findLast(({ firstRow }) => firstRow <= row)?.name;
  return `${name === undefined ? '' : `${name}, `}line ${line[row]!}`;
}
