import { MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../models/units.js';
import { dayNumberOf } from './civil.js';
import { MANY_AGAINST_ONE } from './number-style.js';

/** Date and time read from a cell of a table. */

export interface TimeStamp {
  /** Local time that the stamp states, ms since 1970-01-01T00:00 local time. */
  readonly clockMs: number;
  /** Offset from UTC stated by "Z", "+hh:mm" or an abbreviation such as "(CEST)", ms; undefined if none is stated. */
  readonly offsetMs: number | undefined;
  /** True if the stamp is a date without a time of day. */
  readonly isDate: boolean;
}

/** Order of day and month; 'unknown' if no date reveals it, 'contradictory' if dates reveal both orders. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown' | 'contradictory';

/** Pattern of a date with the year first: 2024-01-31, 2024/1/31. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
/** Pattern of a date with the year last: 31.01.2024, 1/31/2024, 31-01-2024. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
/** Pattern of a time stamp after the date: a time of day of 24 or 12 hours, then perhaps an offset or abbreviation. */
const TIME =
  /^(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(?: ?([AP])\.?M\.?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?|[A-Z]+|\([A-Z]+\)))?$/i;
/** Pattern of the text between beginning and end if a cell holds an interval, as in data of ENTSO-E. */
const INTERVAL = / +[-\u2013] +/;

/** Offsets from UTC, h, of abbreviations in European market data. Ambiguous ones (CST, IST) are refused. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map([
  ...([
    ['Z', 0],
    ['UTC', 0],
    ['GMT', 0],
    ['WET', 0],
    ['WEST', 1],
    ['BST', 1],
  ] as const),
  ...([
    ['CET', 1],
    ['CEST', 2],
    ['EET', 2],
    ['EEST', 3],
  ] as const),
]);

/** Reasons why a text is no time stamp: the kinds of faults that `parseTimeStamp` returns. */
export const STAMP_FAULTS = [
  ...(['no-form', 'no-date', 'impossible', 'zone', 'unknown-order', 'contradictory-order'] as const),
] as const;

export type StampFault = (typeof STAMP_FAULTS)[number];

/**
 * Parses a time stamp to the second, or returns the reason why the text is no time stamp. A date has the year first, or
 * has it last with points, slashes or dashes. After "T" or a blank a time of day may follow; "24:00" is the end of the
 * day.
 */
export function parseTimeStamp(
  text: string,
  order: DateOrder,
  which: 'beginning' | 'ending' = 'beginning',
): TimeStamp | StampFault {
  const ends = text.split(INTERVAL);
  if (ends.length === 2) {
    const [beginning, ending] = ends.map((end) => parseTimeStamp(end, order)) as [
      TimeStamp | StampFault,
      TimeStamp | StampFault,
    ];
    if (typeof beginning === 'string') return beginning;
    return which === 'beginning' ? beginning : ending;
  }
  const first = YEAR_FIRST.exec(text);
  const last = first === null ? YEAR_LAST.exec(text) : null;
  const match = first ?? last;
  if (match === null) return /^\d{1,2}(:\d{2}){0,2}( ?[AP]\.?M\.?)?$/i.test(text) ? 'no-date' : 'no-form';
  if (last !== null && last[2] !== '.' && order === 'unknown') return 'unknown-order';
  if (last !== null && last[2] !== '.' && order === 'contradictory') return 'contradictory-order';
  const [a, b, c] = [match[1], match[3], match[4]].map(Number) as [number, number, number];
  const monthFirst = last !== null && last[2] !== '.' && order === 'month-first';
  const date = first !== null ? [a, b, c] : monthFirst ? [c, a, b] : [c, b, a];
  const after = text.slice(match[0].length);
  const time = TIME.exec(after);
  if (time === null && after !== '') return 'no-form';
  const dayMs = dayMsOf(date as [number, number, number]);
  const inDayMs = time === null ? 0 : inDayMsOf(time);
  if (dayMs === undefined || inDayMs === undefined) return 'impossible';
  const offsetMs = time?.[5] === undefined ? undefined : offsetOf(time[5].toUpperCase());
  if (Number.isNaN(offsetMs)) return 'zone';
  return { clockMs: dayMs + inDayMs, offsetMs, isDate: time === null };
}

function dayMsOf([year, month, day]: readonly [number, number, number]): number | undefined {
  const dayNumber = year < 1000 ? undefined : dayNumberOf({ year, month, day });
  return dayNumber === undefined ? undefined : dayNumber * MS_PER_DAY;
}

function inDayMsOf([, hour, minute, second, half]: RegExpExecArray): number | undefined {
  const hours = Number(hour);
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const ofDay = half === undefined ? hours : (hours % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  const inDayMs = ofDay * MS_PER_H + Number(minute) * MS_PER_MIN + Number(second ?? 0) * MS_PER_S;
  return Number(minute) > 59 || Number(second ?? 0) > 59 || inDayMs > MS_PER_DAY ? undefined : inDayMs;
}

/** Returns the UTC offset in the text after a time of day, such as "+01:00" or "CET", ms; NaN if unknown. */
function offsetOf(zone: string): number {
  if (!/^[+-]/.test(zone)) return (ABBREVIATIONS.get(zone.replace(/[()]/g, '')) ?? NaN) * MS_PER_H;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''));
  return (zone.startsWith('-') ? -minutes : minutes) * MS_PER_MIN;
}

/** Returns the order of day and month in a file's dates. A number above 12 can only be the day. */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let [dayFirst, monthFirst] = [0, 0];
  for (const text of texts) {
    const match = YEAR_LAST.exec(text);
    if (match === null || match[2] === '.') continue;
    if (Number(match[1]) > 12) dayFirst++;
    else if (Number(match[3]) > 12) monthFirst++;
  }
  if (dayFirst > MANY_AGAINST_ONE * monthFirst) return 'day-first';
  if (monthFirst > MANY_AGAINST_ONE * dayFirst) return 'month-first';
  return dayFirst > 0 ? 'contradictory' : 'unknown';
}

/** Returns what is allowed instead of a cell's `text` that is no time stamp, and how to correct it. */
export function stampAdvice(fault: StampFault, text: string): { readonly allowed: string; readonly remedy: string } {
  switch (fault) {
    case 'no-date':
      return {
        allowed: 'date and time in one column',
        remedy: 'Name the column of the dates in timeColumn, and this one in hourColumn.',
      };
    case 'impossible':
      return { allowed: 'a date that the calendar has and a time up to 24:00', remedy: 'Correct the time.' };
    case 'zone':
      return {
        allowed: `an offset such as Z, UTC or +02:00, or one of ${[...ABBREVIATIONS.keys()].slice(2).join(', ')}: other abbreviations have several meanings`,
        remedy:
          'Write the offset in place of the abbreviation, or remove it and say by timeConvention what the times are.',
      };
    case 'unknown-order':
      return {
        allowed: 'dates of which one at least has a day above 12: which number is the month cannot be told',
        remedy: 'Write times as 2022-01-31T13:00.',
      };
    case 'contradictory-order':
      return {
        allowed: 'dates in one order: some of the file have the day first, others the month',
        remedy: 'Write times as 2022-01-31T13:00.',
      };
    case 'no-form':
      return {
        allowed:
          'date and time such as 2022-01-31T13:00, 2022/01/31 13:00, 31.01.2022 13:00 or 1/31/2022 1:00 PM, with seconds or not, with Z or an offset or not',
        remedy: text === '' ? 'Write the time, or delete the row.' : 'Write the time in such a form.',
      };
  }
}
