import type { CsvSeries } from '../../models/families/geo/instance.js';
import { joinRows, type JoinedRows } from '../../src/instances/series/csv-join.js';
import { seriesRows } from '../../src/instances/series/csv-rows.js';
import type { FileClock } from '../../src/instances/time/file-clock.js';
import type { ValueLimits } from '../../models/fields/value-limits.js';
import type { LocalFault } from '../../src/instances/fault.js';

/** Rows of one CSV text, joined, or the faults of the file as a whole. */
export function readSeries(
  text: string,
  source: CsvSeries,
  limits: ValueLimits,
  clock: FileClock,
): { readonly joined: JoinedRows } | { readonly faults: readonly LocalFault[] } {
  const read = seriesRows(text, source, limits, clock);
  return read.ok ? { joined: joinRows([{ name: 'x.csv', ...read }], clock) } : read;
}
