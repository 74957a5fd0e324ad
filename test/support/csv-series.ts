import type { CsvSeries } from '../../models/problems/geo/instance.js';
import { joinRows, type JoinedRows } from '../../src/families/geo/instances/series/csv-join.js';
import { seriesRows } from '../../src/families/geo/instances/series/csv-rows.js';
import type { FileClock } from '../../src/families/geo/instances/series/file-clock.js';
import type { ValueLimits } from '../../models/problems/geo/value-limits.js';
import type { LocalProblem } from '../../src/instances/problem.js';

/** Rows of one CSV text, joined, or the problems of the file as a whole. */
export function readSeries(
  text: string,
  source: CsvSeries,
  limits: ValueLimits,
  clock: FileClock,
): { readonly joined: JoinedRows } | { readonly problems: readonly LocalProblem[] } {
  const read = seriesRows(text, source, limits, clock);
  return read.ok ? { joined: joinRows([{ name: 'x.csv', ...read }], clock) } : read;
}
