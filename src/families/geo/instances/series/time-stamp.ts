import { dayNumberOf, DAY_MS, HOUR_MS, MINUTE_MS } from './civil.js';

export interface TimeStamp {
  /** Time on the clock of the stamp, ms since 1970-01-01T00:00 of that clock. */
  readonly clockMs: number;
  /** Offset stated by an explicit "Z", "+hh:mm" or "(CEST)", ms. */
  readonly offsetMs: number | undefined;
}

/** Pattern of an ISO 8601 stamp: date, time, and perhaps a zone, an offset, or an abbreviation in parentheses. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(?: ?(Z|[+-]\d{2}:?\d{2}|\([A-Z]+\)))?$/;
/** Pattern of a stamp with the day first: "31.01.2024 13:00", "31/01/2024 13:00:00 (CET)". */
const DAY_MONTH_YEAR =
  /^(\d{2})([./])(\d{2})\2(\d{4})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(?: ?(Z|[+-]\d{2}:?\d{2}|\([A-Z]+\)))?$/;
/** Pattern between beginning and end of an interval in one cell, as ENTSO-E writes it. */
const INTERVAL = / +[-\u2013] +/;

/**
 * Hours ahead of UTC of the abbreviations that European market data write in brackets. Others are ambiguous (CST, IST).
 */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map([
  ...([
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

/**
 * Time stamp in ISO 8601 with "T" or a blank, or with day, month and year between points or slashes, to the second;
 * "24:00" ends a day. Of two stamps with " - " between them the one asked for. undefined for anything else.
 *
 * @param monthFirst of dates with slashes: "01/31/2024"; undefined: not known, and such dates are not read.
 */
export function parseTimeStamp(
  text: string,
  monthFirst?: boolean,
  which: 'beginning' | 'ending' = 'beginning',
): TimeStamp | undefined {
  const ends = text.split(INTERVAL);
  if (ends.length > 2) return undefined;
  if (ends.length === 2) {
    const [beginning, ending] = ends.map((end) => parseTimeStamp(end, monthFirst));
    if (beginning === undefined || ending === undefined) return undefined;
    return which === 'beginning' ? beginning : ending;
  }
  const iso = ISO.exec(text);
  if (iso !== null) return stampOf(iso.slice(1, 7), iso[7]);
  const match = DAY_MONTH_YEAR.exec(text);
  if (match === null || (match[2] === '/' && monthFirst === undefined)) return undefined;
  const [, first, separator, second, year, ...time] = match;
  const [day, month] = separator === '/' && monthFirst === true ? [second, first] : [first, second];
  return stampOf([year, month, day, ...time.slice(0, 3)], match[8]);
}

function stampOf(fields: readonly (string | undefined)[], zone: string | undefined): TimeStamp | undefined {
  const [year, month, day, hour, minute, second] = fields.map((field) => Number(field ?? 0));
  const dayNumber = dayNumberOf({ year: year!, month: month!, day: day! });
  const inDayMs = hour! * HOUR_MS + minute! * MINUTE_MS + second! * 1000;
  if (dayNumber === undefined || year! < 1000 || minute! > 59 || second! > 59 || inDayMs > DAY_MS) return undefined;
  const offsetMs = offsetOf(zone);
  return Number.isNaN(offsetMs) ? undefined : { clockMs: dayNumber * DAY_MS + inDayMs, offsetMs };
}

/** Offset of a zone, ms; NaN for an abbreviation that is not known. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone === 'Z') return 0;
  if (zone.startsWith('(')) return (ABBREVIATIONS.get(zone.slice(1, -1)) ?? NaN) * HOUR_MS;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}

/**
 * Order of dates with slashes: true if the month comes first, false if the day, as soon as some number is above 12;
 * undefined where none is.
 */
export function monthFirstOf(texts: Iterable<string>): boolean | undefined {
  for (const text of texts) {
    const match = /^(\d{2})\/(\d{2})\/\d{4}/.exec(text.trim());
    if (match === null) continue;
    if (Number(match[1]) > 12) return false;
    if (Number(match[2]) > 12) return true;
  }
  return undefined;
}
