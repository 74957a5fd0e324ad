import { dayNumberOf, DAY_MS, HOUR_MS, MINUTE_MS } from './civil.js';

export interface TimeStamp {
  /** What the clock of the stamp shows, as ms since 1970-01-01T00:00 of that clock. */
  readonly clockMs: number;
  /** Of an explicit "Z" or "+hh:mm". */
  readonly offsetMs: number | undefined;
}

const STAMP = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/;

/** ISO 8601 with "T" or a blank, to the second; "24:00" ends a day. undefined for anything else. */
export function parseTimeStamp(text: string): TimeStamp | undefined {
  const match = STAMP.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((field: string | undefined) => Number(field ?? 0));
  const dayNumber = dayNumberOf({ year: year!, month: month!, day: day! });
  const inDayMs = hour! * HOUR_MS + minute! * MINUTE_MS + second! * 1000;
  if (dayNumber === undefined || year! < 1000 || minute! > 59 || second! > 59 || inDayMs > DAY_MS) return undefined;
  return { clockMs: dayNumber * DAY_MS + inDayMs, offsetMs: offsetOf(match[7]) };
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}
