import { MS_PER_DAY } from '../../../models/units.js';
export interface CivilDate {
  readonly year: number;
  /** Month, 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function civilDate(dayNumber: number): CivilDate {
  const date = new Date(dayNumber * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns the day number of a date (days since 1970-01-01); undefined if the date does not exist. */
export function dayNumberOf({ year, month, day }: CivilDate): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const back = new Date(ms);
  return back.getUTCMonth() + 1 === month && back.getUTCDate() === day ? ms / MS_PER_DAY : undefined;
}

/** Returns the weekday of a day number (days since 1970-01-01), 0 for Sunday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7;
}

/** Returns the day number of the n-th given weekday of a month, counted from 1; n = -1 is the last one. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  if (n > 0) {
    const first = Date.UTC(year, month - 1, 1) / MS_PER_DAY;
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
  }
  const last = Date.UTC(year, month, 0) / MS_PER_DAY;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

/** Returns the date of a day number (days since 1970-01-01) as text such as "2017-07-12". */
export function dateText(dayNumber: number): string {
  return new Date(dayNumber * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Returns the day number (days since 1970-01-01) of a text such as "2017-07-12"; undefined for any other text. */
export function dayOfText(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null || Number(match[1]) < 1000) return undefined;
  return dayNumberOf({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
}

/** Returns an instant, ms since 1970 in UTC, as text such as "2017-07-12T08:30Z". */
export function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}
