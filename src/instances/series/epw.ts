import { MS_PER_H } from '../../../models/units.js';
import type { LocalFault } from '../fault.js';
import { epwHeader, type EpwPlace } from './epw-header.js';
import { decimal } from '../time/number-style.js';
import { IRRADIANCE, rangeText, type ValueLimits, WIND_SPEED, within } from '../../../models/fields/value-limits.js';

/** Column of an EPW file's data rows: its position counted from 0, and the number that marks a missing value. */
interface EpwField {
  readonly column: number;
  readonly name: string;
  readonly missing: number;
  readonly limits: ValueLimits;
}

/** Columns read from an EPW file: position from 0, mark of a missing value, range (EnergyPlus, Auxiliary Programs). */
export const FIELDS = {
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
  readonly place: EpwPlace;
  /** Values of each quantity by hour of a leap year, 0 to 8783; NaN where the row or the value is missing. */
  readonly values: Readonly<Record<EpwName, Float64Array>>;
  /** Line of each hour of the leap year; 0 where the file has no row. */
  readonly line: Int32Array;
  /** Year that each row states; 0 where it states none. Months of a typical year are from different years. */
  readonly year: Int16Array;
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
export const LEAP_YEAR = 2000;
/** Number of hours of a leap year. */
const HOURS = 366 * 24;
/** Minimum number of fields of a data row: enough to include wind speed. */
const MIN_FIELDS = 22;
/** Maximum number of faults listed per file. */
export const MAX_FAULTS = 20;

/** Returns the index of an hour in the leap year, 0 to 8783; undefined for an invalid date. `hour` counts from 1. */
export function hourOfYear(month: number, day: number, hour: number): number | undefined {
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
  const yearOf = new Int16Array(HOURS);
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
      yearOf[hour] = /^\d{4}$/.test(fields[0]!) ? Number(fields[0]) : 0;
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
  return { ok: true, year: { offsetMs: head.offsetMs, place: head.place, values, line: lineOf, year: yearOf, faults } };
}
