import { MS_PER_H } from '../../../../../models/units.js';
import { capped, type LocalFault } from '../../../../instances/fault.js';
import {
  type EpwFault,
  type EpwName,
  type EpwYear,
  FIELDS,
  hourOfYear,
  LEAP_YEAR,
  MAX_FAULTS,
} from '../../../../instances/series/epw.js';
import { civilDate } from '../../../../instances/time/civil.js';
import { fixedClock } from '../../../../instances/time/file-clock.js';
import { type Calendar, spreadOver } from './calendar.js';
import { fileStretches } from './file-year.js';

export type EpwMeans =
  /** Means by epoch; `unused` has the faults of the file that do not affect these means. */
  | { readonly ok: true; readonly means: Float64Array; readonly unused: readonly EpwFault[] }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Averages an hourly quantity over each epoch, weighted by duration. Days of the horizon are matched with days of the
 * file by month and day on the file's clock. A missing 29 February is taken from the 28th. Missing or faulty hours are
 * faults if the horizon needs them.
 *
 * @param quantity function that computes the quantity from the needed columns in one hour
 */
export function epwMeans<Name extends EpwName>(
  { offsetMs, values, line, faults }: EpwYear,
  needed: readonly Name[],
  calendar: Calendar,
  quantity: (value: Readonly<Record<Name, number>>) => number,
): EpwMeans {
  const means = new Float64Array(calendar.epochCount);
  const missing = new Map<number, LocalFault>();
  const used = new Set<number>();
  const hasLeapDay = line[hourOfYear(2, 29, 1)!]! > 0;
  const clock = fixedClock(offsetMs, 'standard time of the weather station');
  for (const { fromMs, toMs, aheadMs } of fileStretches(calendar, clock, hasLeapDay ? LEAP_YEAR : LEAP_YEAR + 1)) {
    const [fromClockMs, toClockMs] = [fromMs + offsetMs, toMs + offsetMs];
    for (let hourMs = Math.floor(fromClockMs / MS_PER_H) * MS_PER_H; hourMs < toClockMs; hourMs += MS_PER_H) {
      const { month, day } = civilDate(Math.floor(hourMs / (24 * MS_PER_H)));
      const hourEnding = ((hourMs / MS_PER_H) % 24) + 1;
      const hour = hourOfYear(month, day, hourEnding)!;
      used.add(hour);
      const lacking = needed.find((name) => Number.isNaN(values[name][hour]));
      if (lacking !== undefined) {
        missing.set(hour, missingFault(line[hour]!, lacking, month, day, hourEnding));
        continue;
      }
      const value = quantity(
        Object.fromEntries(needed.map((name) => [name, values[name][hour]!])) as Record<Name, number>,
      );
      const [from, to] = [Math.max(fromClockMs, hourMs) - offsetMs, Math.min(toClockMs, hourMs + MS_PER_H) - offsetMs];
      spreadOver(calendar, from - aheadMs, to - aheadMs, (epoch, share) => {
        means[epoch]! += share * value;
      });
    }
  }
  const hasHole = [...missing.keys()].some((hour) => line[hour] === 0);
  const isUsed = ({ hour, name }: EpwFault): boolean =>
    hour === undefined ? hasHole : used.has(hour) && (name === undefined || needed.some((one) => one === name));
  const found = faults.filter(isUsed);
  if (found.length === 0 && missing.size === 0) return { ok: true, means, unused: faults };
  const told = new Set(found.map(({ hour }) => hour));
  // A row without a date is what a missing hour may be.
  const others = [...missing].filter(([hour]) => !told.has(hour) && !(line[hour] === 0 && told.has(undefined)));
  const allFaults = [...found.map(({ fault }) => fault), ...others.map(([, fault]) => fault)];
  return { ok: false, faults: capped(allFaults, MAX_FAULTS) };
}

function missingFault(line: number, name: EpwName, month: number, day: number, hour: number): LocalFault {
  const { column, name: label } = FIELDS[name];
  return {
    path: line === 0 ? '' : `line ${line}, column ${column + 1} (${label})`,
    value: `no value for month ${month}, day ${day}, hour ${hour}`,
    allowed: 'a value for every hour of the horizon',
    remedy: 'Complete the file: nothing is filled in.',
  };
}
