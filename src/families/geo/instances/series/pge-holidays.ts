import { DAY_MS, dateText, nthWeekday, weekdayOf } from './civil.js';

/**
 * Time-of-use holidays of Pacific Gas and Electric: New Year's, Presidents', Memorial, Independence, Labor, Veterans, Thanksgiving and
 * Christmas Day. One on a Sunday is kept on the Monday after; one on a Saturday moves to no weekday (the utility's page "TOU holidays").
 * With New Year's Day of the year after. Ascending, "YYYY-MM-DD".
 */
export function pgeHolidays(years: readonly number[]): string[] {
  const [sunday, monday, thursday] = [0, 1, 4];
  const kept = (year: number, month: number, day: number): number => {
    const actual = Date.UTC(year, month - 1, day) / DAY_MS;
    return weekdayOf(actual) === sunday ? actual + 1 : actual;
  };
  const days = years.flatMap((year) => [
    kept(year, 1, 1),
    nthWeekday(year, 2, monday, 3),
    nthWeekday(year, 5, monday, -1),
    kept(year, 7, 4),
    nthWeekday(year, 9, monday, 1),
    kept(year, 11, 11),
    nthWeekday(year, 11, thursday, 4),
    kept(year, 12, 25),
    kept(year + 1, 1, 1),
  ]);
  return [...new Set(days)].sort((a, b) => a - b).map(dateText);
}
