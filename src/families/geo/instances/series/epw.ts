import { MS_PER_H } from '../../../../../models/units.js';
import { capped, type LocalFault } from '../../../../instances/fault.js';
import { type Calendar, spreadOver } from './calendar.js';
import { civilDate } from '../../../../instances/time/civil.js';
import { epwHeader } from './epw-header.js';
import { fixedClock } from '../../../../instances/time/file-clock.js';
import { fileStretches } from './file-year.js';
import { decimal } from '../../../../instances/time/number-style.js';
import {
  IRRADIANCE,
  rangeText,
  type ValueLimits,
  WIND_SPEED,
  within,
} from '../../../../../models/families/geo/value-limits.js';

/** Column of an EPW file's data rows: its position counted from 0, and the number that marks a missing value. */
interface EpwField {
  readonly column: number;
  readonly name: string;
  readonly missing: number;
  readonly limits: ValueLimits;
}

/** Columns read from an EPW file: position from 0, mark of a missing value, range (EnergyPlus, Auxiliary Programs). */
const FIELDS = {
  temperatureC: {
    column: 6,
    name: 'dry bulb temperature',
    missing: 99.9,
    limits: { what: 'a temperature', unit: 'C', least: -90, most: 70, remedy: 'Correct the value.' },
  },
  pressurePa: {
    column: 9,
    name: 'atmospheric pressure',
    missing: 999999,
    limits: { what: 'a pressure', unit: 'Pa', least: 31000, most: 120000, remedy: 'Correct the value.' },
  },
  irradianceWPerM2: { column: 13, name: 'global horizontal radiation', missing: 9999, limits: IRRADIANCE },
  windMPerS: { column: 21, name: 'wind speed', missing: 999, limits: WIND_SPEED },
} as const satisfies Record<string, EpwField>;

export type EpwName = keyof typeof FIELDS;

/** Height above ground at which EPW files state wind speed, m. */
export const EPW_WIND_HEIGHT_M = 10;

/** Weather of a typical or actual year, by hour of local standard time. */
export interface EpwYear {
  /** Offset of the file's clock from UTC as stated in its LOCATION line, ms. */
  readonly offsetMs: number;
  /** Values of each quantity by hour of a leap year, 0 to 8783; NaN where the row or the value is missing. */
  readonly values: Readonly<Record<EpwName, Float64Array>>;
  readonly line: Int32Array;
  /** Faulty rows and values. A fault counts only if the horizon needs that quantity in that hour. */
  readonly faults: readonly EpwFault[];
}

/** A row of an EPW file, or one value in it, that cannot be read. */
export interface EpwFault {
  /** Hour of the leap year, 0 to 8783; undefined if the row's date cannot be read. */
  readonly hour: number | undefined;
  /** Quantity whose value is faulty; undefined if the whole row is faulty. */
  readonly name: EpwName | undefined;
  readonly line: number;
  readonly fault: LocalFault;
}

export type ReadEpw =
  | { readonly ok: true; readonly year: EpwYear }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Year in which the days of an EPW file are counted: a leap year, so that 29 February has a place. */
const LEAP_YEAR = 2000;
/** Number of hours of a leap year. */
const HOURS = 366 * 24;
/** Minimum number of fields of a data row: enough to include wind speed. */
const MIN_FIELDS = 22;
/** Maximum number of faults listed per file. */
const MAX_FAULTS = 20;

/** Returns the index of an hour in the leap year, 0 to 8783; undefined for an invalid date. `hour` counts from 1. */
function hourOfYear(month: number, day: number, hour: number): number | undefined {
  const whole = [month, day, hour].every(Number.isInteger) && month >= 1 && month <= 12 && hour >= 1 && hour <= 24;
  const ms = Date.UTC(LEAP_YEAR, month - 1, day);
  if (!whole || new Date(ms).getUTCDate() !== day) return undefined;
  return (ms - Date.UTC(LEAP_YEAR, 0, 1)) / MS_PER_H + hour - 1;
}

/**
 * Reads an hourly EnergyPlus weather file, or returns its faults. A row with hour h holds the values of the hour that
 * ends at h o'clock, local standard time.
 */
export function readEpw(text: string): ReadEpw {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const head = epwHeader(lines);
  if (!head.ok) return head;
  const values = Object.fromEntries(
    Object.keys(FIELDS).map((name) => [name, new Float64Array(HOURS).fill(NaN)]),
  ) as unknown as Record<EpwName, Float64Array>;
  const lineOf = new Int32Array(HOURS);
  const faults: EpwFault[] = [];
  const again = new Set<number>();
  let undated = 0;
  for (let index = head.firstRow; index < lines.length; index++) {
    if (lines[index]!.trim() === '') continue;
    const line = index + 1;
    const fields = lines[index]!.split(',').map((field) => field.trim());
    const stamp = fields.slice(1, 4).join(',');
    const hour = hourOfYear(...(fields.slice(1, 4).map(decimal) as [number, number, number]));
    const add = (name: EpwName | undefined, path: string, value: unknown, allowed: string, remedy: string): void => {
      if (hour === undefined && undated++ >= MAX_FAULTS) return;
      faults.push({ hour, name, line, fault: { path: `line ${line}${path}`, value, allowed, remedy } });
    };
    if (hour === undefined && fields.length >= 4) {
      add(undefined, ', columns 2 to 4', stamp, 'month, day and hour (1 to 24)', 'Correct the date.');
    } else if (hour === undefined || fields.length < MIN_FIELDS) {
      const remedy = 'The row is cut off: complete it.';
      add(undefined, '', `${fields.length} fields`, `at least ${MIN_FIELDS} fields`, remedy);
    } else if (lineOf[hour]! > 0) {
      if (again.size === again.add(hour).size) continue;
      const remedy = `The hour is in line ${lineOf[hour]!} already: remove one of the two.`;
      add(undefined, ', columns 2 to 4', stamp, 'each hour once', remedy);
    } else {
      lineOf[hour] = line;
      for (const [key, { column, name: label, missing, limits }] of Object.entries(FIELDS)) {
        const name = key as EpwName;
        const value = decimal(fields[column]!);
        if (within(limits, value)) values[name][hour] = value;
        else if (value !== missing) {
          add(name, `, column ${column + 1} (${label})`, fields[column], rangeText(limits), limits.remedy);
        }
      }
    }
  }
  if (lineOf.every((line) => line === 0) && faults.length === 0) {
    const remedy = 'Check that the file was written completely.';
    return { ok: false, faults: [{ path: '', value: 'no data rows', allowed: 'one row per hour', remedy }] };
  }
  return { ok: true, year: { offsetMs: head.offsetMs, values, line: lineOf, faults } };
}

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
