import { csvRecords } from '../../../../instances/csv-records.js';
import type { Fault } from '../../../../instances/fault.js';

/** Header of the CSV column with relative times. A relative time is the measured time divided by the expected time. */
const COLUMN = 'relativeTime';
/** Minimum number of measured times in a file. A single time has no variance. */
const FEWEST = 2;
/** Number of measured times below which a warning says that they tell little about the tail of the distribution. */
const FEW = 30;

export type RelativeTimes =
  | { readonly relativeTimes: readonly number[]; readonly warnings: readonly string[] }
  | { readonly faults: Fault[] };

/**
 * Reads a user's relative times (measured divided by expected time, on any scale) from a CSV file. The file has a
 * column "relativeTime", or a single column without header. Returns the times or all faults.
 *
 * @param file name of the file in messages
 */
export function readRelativeTimes(text: string, file: string): RelativeTimes {
  const records = csvRecords(text);
  if ('fault' in records) {
    const remedy = 'Correct the file: fields in quotes, quotes in them doubled.';
    return { faults: [{ file, path: records.path, value: records.fault, allowed: 'CSV', remedy }] };
  }
  const header = records[0]?.fields.map((field) => field.trim()) ?? [];
  const named = header.indexOf(COLUMN);
  const hasHeader = named >= 0 || header.some((field) => !Number.isFinite(Number(field)));
  if (named < 0 && header.length > 1) {
    const remedy = `Name the column to use "${COLUMN}" in the first line.`;
    return { faults: [{ file, path: 'line 1', value: header.join(','), allowed: `a column ${COLUMN}`, remedy }] };
  }
  const faults: Fault[] = [];
  const relativeTimes: number[] = [];
  for (const { line, fields } of records.slice(hasHeader ? 1 : 0)) {
    const value = (fields[Math.max(0, named)] ?? '').trim();
    const time = value === '' ? NaN : Number(value);
    if (time > 0 && time < Infinity) relativeTimes.push(time);
    else {
      const remedy = 'A relative time is a measured time over the time expected.';
      faults.push({ file, path: `line ${line}`, value, allowed: 'a number above 0', remedy });
    }
  }
  if (faults.length > 0) return { faults };
  if (relativeTimes.length < FEWEST || relativeTimes.every((time) => time === relativeTimes[0])) {
    const allowed = `at least ${FEWEST} different times`;
    const remedy = 'Give more measurements; times that do not vary say nothing about a distribution.';
    return { faults: [{ file, path: '', value: `${relativeTimes.length} times`, allowed, remedy }] };
  }
  const few = `${file}: ${relativeTimes.length} relative times say little about rare ones; ${FEW} or more are better.`;
  return { relativeTimes, warnings: relativeTimes.length < FEW ? [few] : [] };
}
