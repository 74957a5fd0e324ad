import { MIN_PER_DAY } from '../../../../../models/units.js';
import type { DayClass, Tariff, TariffSeason } from '../../../../../models/families/geo/instance.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../../instances/fault.js';
import { dayOfText } from '../../../../instances/time/civil.js';
import { dayStretches, minutesOf } from './tariff-days.js';

/**
 * Maximum shift of a tariff's periods, minutes. A shift applies in the weeks between the old and the present dates of
 * daylight saving time, if meters still use the old dates. Our choice: three times the usual change of 60.
 */
const MAX_SHIFT_MINUTES = 180;

/**
 * Returns all faults of a tariff. If there are none, exactly one period holds at every moment. Paths in faults begin
 * with `path`.
 */
export function tariffFaults(tariff: Tariff, path: readonly PathSegment[]): LocalFault[] {
  const faults = tariff.seasons.flatMap((season, s) => [
    ...seasonStartFaults(tariff, s, [...path, 'seasons', s]),
    ...timeFaults(season, [...path, 'seasons', s]),
  ]);
  if (tariff.seasons.length === 0) {
    const remedy = 'A tariff without seasons has one season, from "01-01".';
    faults.push({ path: jsonPath([...path, 'seasons']), value: [], allowed: 'at least one season', remedy });
  }
  for (const [h, holiday] of (tariff.holidays ?? []).entries()) {
    if (dayOfText(holiday) !== undefined) continue;
    const remedy = 'Correct the date.';
    faults.push({
      path: jsonPath([...path, 'holidays', h]),
      value: holiday,
      allowed: 'a date "YYYY-MM-DD" that exists',
      remedy,
    });
  }
  const { daylightSaving } = tariff;
  if (daylightSaving.rule === 'former-dates') {
    const { minutes } = daylightSaving;
    if (!Number.isInteger(minutes) || Math.abs(minutes) > MAX_SHIFT_MINUTES) {
      faults.push({
        path: jsonPath([...path, 'daylightSaving', 'minutes']),
        value: minutes,
        allowed: `whole minutes, at most ${MAX_SHIFT_MINUTES} either way`,
        remedy: 'A meter that is not told of daylight saving is 60 minutes late.',
      });
    }
  }
  return faults.length > 0 ? faults : coverageFaults(tariff, path);
}

function seasonStartFaults({ seasons }: Tariff, s: number, path: readonly PathSegment[]): LocalFault[] {
  const { from, name } = seasons[s]!;
  const faults: LocalFault[] = [];
  // 2000 has a 29 February.
  if (!/^\d{2}-\d{2}$/.test(from) || dayOfText(`2000-${from}`) === undefined) {
    const allowed = 'a day of the year "MM-DD"';
    faults.push({ path: jsonPath([...path, 'from']), value: from, allowed, remedy: 'Correct the date.' });
  }
  if (seasons.findIndex((other) => other.from === from) < s) {
    const remedy = 'Two seasons cannot begin on one day: correct one of the dates.';
    faults.push({ path: jsonPath([...path, 'from']), value: from, allowed: 'each first day once', remedy });
  }
  if (seasons.findIndex((other) => other.name === name) < s) {
    const remedy = 'Rename one of the two.';
    faults.push({ path: jsonPath([...path, 'name']), value: name, allowed: 'each name once', remedy });
  }
  return faults;
}

function timeFaults({ periods }: TariffSeason, path: readonly PathSegment[]): LocalFault[] {
  const faults: LocalFault[] = [];
  for (const [p, { name, when }] of periods.entries()) {
    const inPeriod = [...path, 'periods', p];
    if (periods.findIndex((other) => other.name === name) < p) {
      const remedy = 'Rename one of the two, or join their times.';
      faults.push({ path: jsonPath([...inPeriod, 'name']), value: name, allowed: 'each name once', remedy });
    }
    for (const [w, { from, to }] of when.entries()) {
      const inWhen = [...inPeriod, 'when', w];
      for (const [key, time] of Object.entries({ from, to })) {
        if (minutesOf(time) !== undefined) continue;
        const allowed = 'a time "HH:MM" from "00:00" to "24:00"';
        faults.push({ path: jsonPath([...inWhen, key]), value: time, allowed, remedy: 'Correct the time.' });
      }
      if (minutesOf(from) !== undefined && minutesOf(to) !== undefined && minutesOf(to)! <= minutesOf(from)!) {
        const remedy = 'Split what runs over midnight: one entry up to "24:00", one from "00:00".';
        faults.push({ path: jsonPath([...inWhen, 'to']), value: to, allowed: `a time after ${from}`, remedy });
      }
    }
  }
  return faults;
}

/** Returns faults if some time of a class of days has no period: energy would then cost nothing. */
function coverageFaults({ seasons, holidays }: Tariff, path: readonly PathSegment[]): LocalFault[] {
  const classes: DayClass[] = ['weekday', 'saturday', 'sunday'];
  if ((holidays ?? []).length > 0) classes.push('holiday');
  return seasons.flatMap((season, s) =>
    classes.flatMap((dayClass) => {
      const hole = dayStretches(season, dayClass, 0).find(({ period }) => period < 0);
      if (hole === undefined) return [];
      const times = `${clockText(hole.fromMinute)} to ${clockText(hole.toMinute)}`;
      return {
        path: jsonPath([...path, 'seasons', s, 'periods']),
        value: `no period on a ${dayClass} from ${times}`,
        allowed: 'a period at every moment of every class of days',
        remedy: `Add "${dayClass}" with these times to the "when" of a period.`,
      };
    }),
  );
}

function clockText(minutes: number): string {
  const text = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return minutes === MIN_PER_DAY ? '24:00' : text;
}
