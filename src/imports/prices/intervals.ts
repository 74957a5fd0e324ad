import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../models/units.js';
import type { CsvRecord } from '../../instances/csv-records.js';
import { type CsvTable, stampText } from '../../instances/series/csv-table.js';
import { parseTimeStamp } from '../../instances/time/time-stamp.js';

/** Least number of rows of one length that count as such. Our choice: a clock change alone makes fewer odd ones. */
const MIN_ROWS = 20;

/** Rows of one length. */
export interface RowGroup {
  readonly intervalMinutes: number;
  readonly records: readonly CsvRecord[];
}

/**
 * Groups the rows of a table by the length of their intervals: by beginning and end if each row states both, else by the
 * most frequent step from row to row. Rows of a length that few have are with the most frequent one.
 *
 * @returns one group in most files; none if the length cannot be told
 */
export function rowGroups(table: CsvTable): readonly RowGroup[] {
  const lengths = table.records.map((record) => statedMinutes(stampText(table, record), table));
  const counts = countsOf(lengths.filter(isLength));
  const most = mostFrequent(counts);
  if (most === undefined) {
    const step = mostFrequent(countsOf(stepsMin(table).filter(isLength)));
    return step === undefined ? [] : [{ intervalMinutes: step, records: table.records }];
  }
  const usual = [...counts].filter(([length, rows]) => length === most || rows >= MIN_ROWS).map(([length]) => length);
  return usual.map((intervalMinutes) => ({
    intervalMinutes,
    records: table.records.filter((_, n) => {
      const length = lengths[n]!;
      return (usual.includes(length) ? length : most) === intervalMinutes;
    }),
  }));
}

/** Returns true for whole minutes that divide a day. */
function isLength(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= 1 && 1440 % minutes === 0;
}

/** Returns the length of the interval that a cell states by beginning and end, min; NaN if it states one time. */
function statedMinutes(text: string, { order }: CsvTable): number {
  const [from, to] = [utcMs(text, order, 'beginning'), utcMs(text, order, 'ending')];
  return from === undefined || to === undefined || from === to ? NaN : (to - from) / MS_PER_MIN;
}

/** Returns the steps between successive times, min. */
function stepsMin(table: CsvTable): number[] {
  const times = table.records.map((record) => utcMs(stampText(table, record), table.order, 'beginning'));
  const sorted = [...new Set(times.filter((ms) => ms !== undefined))].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((ms, n) => (ms - sorted[n]!) / MS_PER_MIN);
  // Days on local clocks are 23 to 25 hours apart.
  return steps.map((step) => (Math.abs(step * MS_PER_MIN - MS_PER_DAY) <= MS_PER_H ? 1440 : step));
}

function utcMs(text: string, order: CsvTable['order'], which: 'beginning' | 'ending'): number | undefined {
  const stamp = parseTimeStamp(text, order, which);
  return typeof stamp === 'string' ? undefined : stamp.clockMs - (stamp.offsetMs ?? 0);
}

function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Returns the value with the greatest count, the least of several; undefined if there is none. */
function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0];
}
