import type { CsvSeries } from '../../../../../models/problems/geo/instance.js';
import type { LocalProblem } from '../../../../instances/problem.js';
import { type Calendar, spreadOver } from './calendar.js';
import { DAY_MS, HOUR_MS, utcText } from './civil.js';
import { lineText } from './csv-join.js';
import type { SeriesRows } from './csv-rows.js';
import { clockStretches } from './file-clock.js';

export type EpochMeans =
  /** Means by epoch; `filledMs`: length of the horizon in which the value before is repeated. */
  | { readonly ok: true; readonly means: Float64Array; readonly filledMs: number }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Greatest gap that is filled, ms: repeating one value for a longer time is no estimate. Ours. */
const LONGEST_FILLED_MS = DAY_MS;
/** Greatest number of gaps listed. Ours. */
const MAX_GAPS = 5;

/** A piece of a gap, on the file's clock. */
interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** Index of the last row before it, -1 for none. */
  readonly before: number;
  readonly leapDay: boolean;
}

/**
 * Means of the rows by epoch, weighted by duration. A gap between rows is refused, or, with the policy "previous",
 * filled by the last value before if a row follows within a day; a 29 February that the year asked for does not have
 * then takes its 28 February.
 *
 * @param offsetMs of the file's clock from UTC
 */
export function csvMeans(rows: SeriesRows, source: CsvSeries, offsetMs: number, calendar: Calendar): EpochMeans {
  const means = new Float64Array(calendar.epochCount);
  const gaps: Gap[] = [];
  let filledMs = 0;
  for (const { fromMs, toMs, aheadMs, leapDay } of clockStretches(calendar, offsetMs, source.year)) {
    if (leapDay && source.gaps === 'refuse') {
      gaps.push({ fromMs, toMs, before: -1, leapDay });
      continue;
    }
    walk(rows, source.gaps, fromMs, toMs, (from, to, row, origin) => {
      if (origin === 'nothing') {
        const last = gaps.at(-1);
        if (last?.toMs === from && last.before === row) gaps[gaps.length - 1] = { ...last, toMs: to };
        else gaps.push({ fromMs: from, toMs: to, before: row, leapDay: false });
        return;
      }
      if (origin === 'before' || leapDay) filledMs += to - from;
      spreadOver(calendar, from - aheadMs, to - aheadMs, (epoch, share) => {
        means[epoch]! += share * rows.value[row]!;
      });
    });
  }
  if (gaps.length === 0) return { ok: true, means, filledMs };
  return { ok: false, problems: gaps.slice(0, MAX_GAPS).map((gap) => gapProblem(gap, rows, source)) };
}

/** Origin of the value of a piece: the row that covers it, the last row before it, or nothing. */
type Origin = 'row' | 'before' | 'nothing';

/**
 * Call of `visit` for pieces that fill [fromMs, toMs); the row is the one that covers the piece or else the last before
 * it.
 */
function walk(
  { intervalMs, beginMs }: SeriesRows,
  policy: CsvSeries['gaps'],
  fromMs: number,
  toMs: number,
  visit: (fromMs: number, toMs: number, row: number, origin: Origin) => void,
): void {
  let row = lastNotAfter(beginMs, fromMs);
  for (let at = fromMs; at < toMs;) {
    const rowEnd = row < 0 ? -Infinity : beginMs[row]! + intervalMs;
    const next = beginMs[row + 1] ?? Infinity;
    const end = Math.min(toMs, at < rowEnd ? rowEnd : next);
    const fill = policy === 'previous' && row >= 0 && next - rowEnd <= LONGEST_FILLED_MS;
    visit(at, end, row, at < rowEnd ? 'row' : fill ? 'before' : 'nothing');
    at = end;
    if (at >= next) row++;
  }
}

function lastNotAfter(ascending: Float64Array, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function gapProblem({ fromMs, toMs, before, leapDay }: Gap, rows: SeriesRows, source: CsvSeries): LocalProblem {
  const clock = source.timeConvention.startsWith('utc') ? 'UTC' : 'local standard time';
  const show = (ms: number): string => utcText(ms).slice(0, -1);
  const allowed = 'a value for every interval of the horizon';
  if (leapDay) {
    return {
      path: '',
      value: `no 29 February in ${source.year!}, which stands for the horizon's year`,
      allowed,
      remedy: 'Choose a leap year for "year", or set gaps to "previous" to take 28 February for it.',
    };
  }
  const value = `nothing from ${show(fromMs)} to ${show(toMs)} ${clock} (${(toMs - fromMs) / HOUR_MS} h)`;
  const count = rows.beginMs.length;
  if (before < 0 || before === count - 1) {
    const extent =
      count === 0
        ? 'The file holds no value at all'
        : `Its values run from ${show(rows.beginMs[0]!)} to ${show(rows.beginMs[count - 1]! + rows.intervalMs)}`;
    const remedy = `${extent}: choose another file or horizon, or set "year" to one that the file holds.`;
    return { path: count === 0 ? '' : lineText(rows, Math.max(before, 0)), value, allowed, remedy };
  }
  const remedy =
    source.gaps === 'previous'
      ? 'Complete the file: gaps of more than a day are not filled.'
      : 'Complete the file, or set gaps to "previous" to repeat the value before.';
  return { path: lineText(rows, before), value, allowed, remedy };
}
