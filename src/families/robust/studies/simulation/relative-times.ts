import { csvRecords } from '../../../../instances/csv-records.js';
import type { Fault } from '../../../../instances/fault.js';

/** Name of the column to use. */
const COLUMN = 'relativeTime';
/** Minimum number of measured times: one alone has no spread. */
const FEWEST = 2;
/** Number of times below which a warning says that they tell little about a tail. */
const FEW = 30;

export type RelativeTimes =
  | { readonly relativeTimes: readonly number[]; readonly warnings: readonly string[] }
  | { readonly faults: Fault[] };

/**
 * Reads a user's relative times (measured over expected): a CSV file with a column "relativeTime", or a single column
 * without header. Their scale does not matter. Returns all faults; `file` is the name in messages.
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
