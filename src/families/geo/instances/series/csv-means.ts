import { countBelow, countUpTo } from '../../../../../models/bisection.js';
import { MS_PER_DAY, MS_PER_H } from '../../../../../models/units.js';
import type { CsvSeries } from '../../../../../models/families/geo/instance.js';
import { type LocalFault, rest } from '../../../../instances/fault.js';
import { type Calendar, spreadOver } from './calendar.js';

import { type JoinedRows, lineText } from '../../../../instances/series/csv-join.js';
import { clockText, type FileClock } from '../../../../instances/time/file-clock.js';
import { fileStretches } from './file-year.js';
import type { Doubt, SeriesRows } from '../../../../instances/series/series-rows.js';

export type EpochMeans =
  | {
      readonly ok: true;
      readonly means: Float64Array;
      /** Total time within the horizon that has no row and was filled with the value of the row before, ms. */
      readonly filledMs: number;
      /** Doubtful rows at times that the horizon does not need. */
      readonly unused: readonly Doubt[];
    }
  | { readonly ok: false; readonly faults: readonly (LocalFault & { readonly file?: string })[] };

/**
 * Maximum length, ms, of a gap filled with the value before it. Our choice: for a longer gap the value before is no
 * useful estimate.
 */
const MAX_FILLED_MS = MS_PER_DAY;
/** Maximum number of gaps listed in the faults of one series. */
const MAX_GAPS = 5;
/** Maximum number of doubtful rows listed in the faults of one series. */
const MAX_DOUBTS = 20;

/** A time interval for which a file has no value, ms since 1970 in UTC. */
interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** Index of the last row before the gap, -1 if none. */
  readonly before: number;
  readonly leapDay: boolean;
}

/**
 * Averages the rows of a file over each epoch, weighted by duration. By default a gap is a fault, and so is a 29
 * February that the file's year lacks. With the policy "previous", a gap is filled with the last value if a row follows
 * within a day, and 29 February is taken from the 28th.
 *
 * A doubtful row becomes a fault only if the horizon needs its time, or if a filled gap in the horizon needs it.
 *
 * @param clock clock of the file. If the file is for another year, days are matched by their date on this clock. For a
 * file in local time it is the zone's standard time.
 */
export function csvMeans(rows: JoinedRows, source: CsvSeries, clock: FileClock, calendar: Calendar): EpochMeans {
  const means = new Float64Array(calendar.epochCount);
  const gaps: Gap[] = [];
  const used: { readonly fromMs: number; readonly toMs: number }[] = [];
  let filledMs = 0;
  for (const { fromMs, toMs, aheadMs, leapDay } of fileStretches(calendar, clock, source.year)) {
    if (leapDay && source.gaps === 'refuse') {
      gaps.push({ fromMs, toMs, before: -1, leapDay });
      continue;
    }
    used.push({ fromMs, toMs });
    walk(rows, source.gaps, fromMs, toMs, (from, to, row, origin) => {
      if (origin === 'nothing') {
        const last = gaps.at(-1);
        if (last?.toMs === from && last.before === row) gaps[gaps.length - 1] = { ...last, toMs: to };
        else gaps.push({ fromMs: from, toMs: to, before: row, leapDay: false });
        return;
      }
      if (origin === 'before') used.push({ fromMs: rows.toMs[row]!, toMs: to });
      if (origin === 'before' || leapDay) filledMs += to - from;
      spreadOver(calendar, from - aheadMs, to - aheadMs, (epoch, share) => {
        means[epoch]! += share * rows.value[row]!;
      });
    });
  }
  const isUsed = touching(used);
  const doubts = rows.doubts.filter(isUsed);
  if (gaps.length === 0 && doubts.length === 0) {
    return { ok: true, means, filledMs, unused: rows.doubts };
  }
  const isDoubtful = touching(doubts);
  const unexplained = gaps.filter((gap) => gap.leapDay || !isDoubtful(gap));
  const faults = [
    ...doubts.slice(0, MAX_DOUBTS).map(({ file, fault }) => ({ file, ...fault() })),
    ...(doubts.length > MAX_DOUBTS ? [rest(doubts.length - MAX_DOUBTS)] : []),
    ...unexplained.slice(0, MAX_GAPS).map((gap) => gapFault(gap, rows, source, clock)),
  ];
  return { ok: false, faults };
}

/** Returns a function that tells whether a time interval overlaps any of the given intervals. */
function touching(
  given: readonly { readonly fromMs: number; readonly toMs: number }[],
): (one: { readonly fromMs: number; readonly toMs: number }) => boolean {
  const sorted = [...given].sort((a, b) => (a.fromMs === b.fromMs ? 0 : a.fromMs < b.fromMs ? -1 : 1));
  const fromMs = Float64Array.from(sorted, (one) => one.fromMs);
  let most = -Infinity;
  const mostMs = Float64Array.from(sorted, ({ toMs }) => (most = Math.max(most, toMs)));
  return (one) => {
    const begun = countBelow(fromMs, one.toMs);
    return begun > 0 && mostMs[begun - 1]! > one.fromMs;
  };
}

/** Origin of the value in a time interval: the row that covers the interval, the last row before it, or no row. */
type Origin = 'row' | 'before' | 'nothing';

/**
 * Divides [fromMs, toMs) into intervals and calls `visit` for each. The argument `row` is the row that covers the
 * interval or else the last row before it; -1 if there is none. The argument `origin` tells which of these it is.
 */
function walk(
  rows: SeriesRows,
  policy: CsvSeries['gaps'],
  fromMs: number,
  toMs: number,
  visit: (fromMs: number, toMs: number, row: number, origin: Origin) => void,
): void {
  let row = countUpTo(rows.fromMs, fromMs) - 1;
  for (let at = fromMs; at < toMs;) {
    const rowEnd = row < 0 ? -Infinity : rows.toMs[row]!;
    const next = rows.fromMs[row + 1] ?? Infinity;
    const end = Math.min(toMs, at < rowEnd ? rowEnd : next);
    const fill = policy === 'previous' && row >= 0 && next - rowEnd <= MAX_FILLED_MS;
    visit(at, end, row, at < rowEnd ? 'row' : fill ? 'before' : 'nothing');
    at = end;
    if (at >= next) row++;
  }
}

function gapFault(
  { fromMs, toMs, before, leapDay }: Gap,
  rows: JoinedRows,
  source: CsvSeries,
  clock: FileClock,
): LocalFault {
  const show = (ms: number): string => clockText(clock, ms);
  const allowed = 'a value for every interval of the horizon';
  if (leapDay) {
    return {
      path: '',
      value: `no 29 February in ${source.year!}, which stands for the horizon's year`,
      allowed,
      remedy: 'Choose a leap year for "year", or set gaps to "previous" to take 28 February for it.',
    };
  }
  const value = `nothing from ${show(fromMs)} to ${show(toMs)} (${(toMs - fromMs) / MS_PER_H} h)`;
  const count = rows.fromMs.length;
  if (before < 0 || before === count - 1) {
    const extent =
      count === 0
        ? 'The file holds no value at all'
        : `Its values run from ${show(rows.fromMs[0]!)} to ${show(rows.toMs[count - 1]!)}`;
    const year = source.year === undefined ? ', or set "year" to one that the file holds' : ' or "year"';
    const remedy =
      count === 0 ? `${extent}: choose another file.` : `${extent}: choose another file or horizon${year}.`;
    return { path: count === 0 ? '' : lineText(rows, Math.max(before, 0)), value, allowed, remedy };
  }
  const isLong = rows.fromMs[before + 1]! - rows.toMs[before]! > MAX_FILLED_MS;
  const remedy = isLong
    ? 'Complete the file: gaps of more than a day are not filled.'
    : 'Complete the file, or set gaps to "previous" to repeat the value before.';
  return { path: lineText(rows, before), value, allowed, remedy };
}
