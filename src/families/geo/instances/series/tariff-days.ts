import { MIN_PER_DAY } from '../../../../../models/units.js';
import type { DayClass, Tariff, TariffSeason } from '../../../../../models/families/geo/instance.js';
import { civilDate, dateText, nthWeekday, weekdayOf } from '../../../../instances/time/civil.js';

/** Part of a local day, in minutes from midnight, with one tariff period. */
export interface DayStretch {
  readonly fromMinute: number;
  readonly toMinute: number;
  /** Index into the season's `periods`; -1 if no period covers this time. */
  readonly period: number;
}

export interface TariffDay {
  /** Index into `tariff.seasons`. */
  readonly season: number;
  /** Parts of the day, ascending and without gaps. */
  readonly stretches: readonly DayStretch[];
}

/** Returns the minutes from midnight of a time such as "08:30" or "24:00"; undefined for any other text. */
export function minutesOf(time: string): number | undefined {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(time);
  const minutes = match === null ? Infinity : 60 * Number(match[1]) + Number(match[2]);
  return minutes <= MIN_PER_DAY ? minutes : undefined;
}

/** Returns a function from a day number (days since 1970-01-01) to the tariff's periods on that local day. */
export function tariffDays(tariff: Tariff): (dayNumber: number) => TariffDay {
  const holidays = new Set(tariff.holidays ?? []);
  const known = new Map<string, TariffDay>();
  return (dayNumber) => {
    const season = seasonOf(tariff, dayNumber);
    const dayClass = holidays.has(dateText(dayNumber)) ? 'holiday' : dayClassOf(dayNumber);
    const shift = shiftMinutes(tariff, dayNumber);
    const key = `${season} ${dayClass} ${shift}`;
    const day = known.get(key) ?? { season, stretches: dayStretches(tariff.seasons[season]!, dayClass, shift) };
    known.set(key, day);
    return day;
  };
}

/** Returns the index of the season in force on a day: the last season that has begun, perhaps in the year before. */
function seasonOf({ seasons }: Tariff, dayNumber: number): number {
  const today = dateText(dayNumber).slice(5);
  let latest = 0;
  let current = -1;
  for (const [s, { from }] of seasons.entries()) {
    if (from > seasons[latest]!.from) latest = s;
    if (from <= today && (current < 0 || from > seasons[current]!.from)) current = s;
  }
  return current < 0 ? latest : current;
}

function dayClassOf(dayNumber: number): DayClass {
  const weekday = weekdayOf(dayNumber);
  return weekday === 0 ? 'sunday' : weekday === 6 ? 'saturday' : 'weekday';
}

/**
 * Returns how many minutes later than usual the tariff's periods begin on a day. The result is 0 if the tariff's meters
 * follow local clocks. Other meters still switch to and from daylight saving time on the dates in use before 2007. For
 * these the result is `daylightSaving.minutes` in the weeks between the old and the present dates, otherwise 0.
 */
function shiftMinutes({ daylightSaving }: Tariff, dayNumber: number): number {
  if (daylightSaving.rule === 'clock') return 0;
  const { year } = civilDate(dayNumber);
  const within = (first: number, end: number): boolean => first <= dayNumber && dayNumber < end;
  const spring = within(nthWeekday(year, 3, 0, 2), nthWeekday(year, 4, 0, 1));
  const autumn = within(nthWeekday(year, 10, 0, -1), nthWeekday(year, 11, 0, 1));
  return spring || autumn ? daylightSaving.minutes : 0;
}

/**
 * Divides a day of one class (weekday, Saturday, ...) into the periods of a season. With a shift, minute m of the day
 * has the period that minute m - shift (modulo the day) has without it.
 */
export function dayStretches(season: TariffSeason, dayClass: DayClass, shift: number): DayStretch[] {
  const wrapped = (minute: number): number => ((minute % MIN_PER_DAY) + MIN_PER_DAY) % MIN_PER_DAY;
  const rules = season.periods.flatMap(({ when }, period) =>
    when
      .filter(({ days }) => days.includes(dayClass))
      .map(({ from, to }) => ({ from: minutesOf(from)!, to: minutesOf(to)!, period })),
  );
  const bounds = rules.flatMap(({ from, to }) => [wrapped(from + shift), wrapped(to + shift)]);
  const sorted = [...new Set([0, ...bounds])].sort((a, b) => a - b);
  const stretches: DayStretch[] = [];
  for (const [k, fromMinute] of sorted.entries()) {
    const toMinute = sorted[k + 1] ?? MIN_PER_DAY;
    const minute = wrapped(fromMinute - shift);
    const period = rules.find(({ from, to }) => from <= minute && minute < to)?.period ?? -1;
    const last = stretches.at(-1);
    if (last?.period === period) stretches[stretches.length - 1] = { ...last, toMinute };
    else stretches.push({ fromMinute, toMinute, period });
  }
  return stretches;
}
