import { J_PER_KJ, J_PER_MJ, MIN_PER_DAY, S_PER_DAY } from '../../../../../models/units.js';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import { type Shown, significant } from '../../../../reports/format.js';
import { markup, type Markup } from '../../../../reports/html/markup.js';
import { textOn } from '../../../../reports/html/palette.js';
import type { SeriesChart } from '../../../../reports/html/series-chart.js';
import { ticks } from '../../../../reports/html/svg-text.js';
import type { MonthFigures } from '../../runs/page/page-figures.js';
import type { JobsRunRecord } from '../../runs/result.js';

/** Input of the report of a month: instance, compiled month, record of the run, and data of the charts. */
export interface JobsReportRequest {
  readonly instance: JobsInstance;
  readonly month: Month;
  /**
   * SHA-256 (hexadecimal) of the content of the instance file followed by that of its CSV file or log, if it has one.
   */
  readonly sha256: string;
  readonly record: JobsRunRecord;
  readonly figures: MonthFigures;
}

/** Names of the weekdays on axes, from Monday. */
export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Unit of time, with its length in seconds. */
export interface Clock {
  readonly unit: 'days' | 'h' | 'min' | 's';
  readonly seconds: number;
}

/** Returns days if `mostS` is at least 3 days, hours if at least 3 h, minutes if at least 5 min, otherwise seconds. */
export function clockFor(mostS: number): Clock {
  if (mostS >= 3 * S_PER_DAY) return { unit: 'days', seconds: S_PER_DAY };
  return shortClockFor(mostS);
}

/** Returns the unit of time for response times up to `mostS`: hours, minutes or seconds. */
export function shortClockFor(mostS: number): Clock {
  if (mostS >= 10_800) return { unit: 'h', seconds: 3600 };
  return mostS >= 300 ? { unit: 'min', seconds: 60 } : { unit: 's', seconds: 1 };
}

export function timeText(clock: Clock, seconds: number): Shown {
  return { digits: significant(seconds / clock.seconds), unit: clock.unit };
}

/** Unit of energy, with its size in joules. */
export interface EnergyUnit {
  readonly unit: 'MJ' | 'kJ' | 'J';
  readonly joules: number;
}

export function energyUnitFor(mostJ: number): EnergyUnit {
  if (mostJ >= J_PER_MJ) return { unit: 'MJ', joules: J_PER_MJ };
  return mostJ >= J_PER_KJ ? { unit: 'kJ', joules: J_PER_KJ } : { unit: 'J', joules: 1 };
}

/**
 * Returns the time axis of a month: name, unit, labelled times and shaded weekends. Days are labelled and weekends
 * shaded only if the period has at most 100 days.
 */
export function timeAxis(
  untilS: number,
  firstDay: number,
): Pick<SeriesChart, 'xName' | 'marks' | 'shaded'> & { readonly clock: Clock } {
  const clock = clockFor(untilS);
  if (clock.unit !== 'days') return { clock, xName: `time since the start of the period, ${clock.unit}` };
  const days = untilS / S_PER_DAY;
  if (days > 100) return { clock, xName: 'time since the start of the period, days' };
  // Every day of a short time, Mondays of a long one.
  const named = Array.from({ length: Math.floor(days) + 1 }, (_, day) => day).filter(
    (day) => days <= 10 || (day + firstDay) % 7 === 0,
  );
  const weekends: [number, number][] = [];
  for (let day = -((firstDay + 2) % 7); day < days; day += 7) {
    if (day + 2 > 0) weekends.push([Math.max(0, day), Math.min(days, day + 2)]);
  }
  return {
    clock,
    xName: 'day of the period, named at its midnight',
    shaded: weekends,
    marks: named.map((day) => ({ at: day, text: dayText(day, firstDay) })),
  };
}

/** Returns the name of a day of the period: "Mon 8" is the eighth day, a Monday. */
export function dayText(day: number, firstDay: number): string {
  return `${DAYS[(day + firstDay) % 7]!} ${day + 1}`;
}

/** Returns a time in words: "Mon 8, 06:30" in a long period, "3.5 h" in a short one. */
export function momentText(atS: number, firstDay: number, clock: Clock): string {
  if (clock.unit !== 'days') return `${Number(significant(atS / clock.seconds))} ${clock.unit}`;
  const minutes = Math.round(atS / 60);
  const [day, minute] = [Math.floor(minutes / MIN_PER_DAY), minutes % 1440];
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${dayText(day, firstDay)}, ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

export function lengthText(lengthS: number): string {
  const clock =
    lengthS >= S_PER_DAY ? { unit: lengthS === S_PER_DAY ? 'day' : 'days', seconds: S_PER_DAY } : shortClock(lengthS);
  return `${Number(significant(lengthS / clock.seconds, 4))} ${clock.unit}`;
}

function shortClock(lengthS: number): Clock {
  if (lengthS >= 3600) return { unit: 'h', seconds: 3600 };
  return lengthS >= 60 ? { unit: 'min', seconds: 60 } : { unit: 's', seconds: 1 };
}

/**
 * Returns an entry of a chart's legend: a sample in the colour with `inside` written into it, and its meaning `text`.
 */
export function key(colour: string, text: string, inside = '\u00a0'): Markup {
  return markup`<span class="nb"><span class="key" style="background:${colour};color:${textOn(colour)}">${inside}</span>${text}</span> `;
}

/**
 * Returns labels for a logarithmic axis: round values between two positive numbers.
 *
 * @param steps approximate number of intervals between labels, which is hardly exceeded
 */
export function logTicks(least: number, most: number, steps: number): readonly number[] {
  // Within a decade the round steps of an even axis serve as well.
  if (most / least < 8) return ticks(least, most, steps);
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++) {
    for (const factor of most / least < 100 ? [1, 2, 5] : [1]) {
      const at = Number((factor * 10 ** power).toPrecision(6));
      if (at >= least && at <= most) found.push(at);
    }
  }
  const every = Math.ceil(found.length / (steps + 1));
  return found.filter((_, k) => k % every === 0);
}
