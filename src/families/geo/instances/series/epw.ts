import type { LocalProblem } from '../../../../instances/problem.js';
import { type Calendar, spreadOver } from './calendar.js';
import { civilDate, HOUR_MS } from './civil.js';
import { clockStretches } from './file-clock.js';
import { decimal, IRRADIANCE, rangeText, type ValueLimits, WIND_SPEED, within } from './value-limits.js';

/** Columns of a data row (EnergyPlus Weather File Data Dictionary), counted from 0, and the value that means missing. */
interface EpwField {
  readonly column: number;
  readonly name: string;
  readonly missing: number;
  readonly limits: ValueLimits;
}

/**
 * Columns read from an EPW file, counted from 0: name, the number that says "missing", and range (EnergyPlus, Auxiliary
 * Programs).
 */
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

/** Height of wind measurements in EPW files, m. */
export const EPW_WIND_HEIGHT_M = 10;

/** Year of weather, typical or real, hour by hour of local standard time. */
export interface EpwYear {
  /** Offset of the file's clock from UTC, from its LOCATION line, ms. */
  readonly offsetMs: number;
  /** Values by hour of a leap year; NaN where the file has no row or a missing value. */
  readonly values: Readonly<Record<EpwName, Float64Array>>;
  readonly line: Int32Array;
}

export type ReadEpw =
  { readonly ok: true; readonly year: EpwYear } | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Year with a 29 February that serves for counting the days of any year. */
const LEAP_YEAR = 2000;
/** Number of hours of a leap year. */
const HOURS = 366 * 24;
/** Least number of fields of a data row: those up to wind speed. */
const MIN_FIELDS = 22;
/** Greatest number of problems listed of a file. Ours. */
const MAX_PROBLEMS = 20;

/** Index of an hour in the (leap) year, 0 to 8783; undefined for no date. `hour` counts from 1, as in the file. */
function hourOfYear(month: number, day: number, hour: number): number | undefined {
  const whole = [month, day, hour].every(Number.isInteger) && month >= 1 && month <= 12 && hour >= 1 && hour <= 24;
  const ms = Date.UTC(LEAP_YEAR, month - 1, day);
  if (!whole || new Date(ms).getUTCDate() !== day) return undefined;
  return (ms - Date.UTC(LEAP_YEAR, 0, 1)) / HOUR_MS + hour - 1;
}

/**
 * Year of an hourly EnergyPlus weather file, or its problems. Row "month, day, hour" holds the hour that ends at
 * `hour`, local standard time.
 */
export function readEpw(text: string): ReadEpw {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const head = headerOf(lines);
  if (!head.ok) return head;
  const values = Object.fromEntries(
    Object.keys(FIELDS).map((name) => [name, new Float64Array(HOURS).fill(NaN)]),
  ) as unknown as Record<EpwName, Float64Array>;
  const lineOf = new Int32Array(HOURS);
  const problems: LocalProblem[] = [];
  let lastHour = -1;
  for (let index = head.firstRow; index < lines.length && problems.length < MAX_PROBLEMS; index++) {
    if (lines[index]!.trim() === '') continue;
    const line = index + 1;
    const fields = lines[index]!.split(',').map((field) => field.trim());
    const add = (path: string, value: unknown, allowed: string, remedy: string): void => {
      problems.push({ path: `line ${line}${path}`, value, allowed, remedy });
    };
    const hour = hourOfYear(...(fields.slice(1, 4).map(decimal) as [number, number, number]));
    const stamp = fields.slice(1, 4).join(',');
    if (fields.length < MIN_FIELDS) {
      add('', `${fields.length} fields`, `at least ${MIN_FIELDS} fields`, 'The row is cut off: complete it.');
    } else if (hour === undefined) {
      add(', columns 2 to 4', stamp, 'month, day and hour (1 to 24)', 'Correct the date.');
    } else if (hour <= lastHour) {
      const again = lineOf[hour]! > 0;
      const remedy = again ? `The hour is in line ${lineOf[hour]!} already: remove one of the two.` : 'Sort the rows.';
      add(', columns 2 to 4', stamp, 'each hour once, in the order of the year', remedy);
    } else {
      lastHour = hour;
      lineOf[hour] = line;
      for (const [name, { column, name: label, missing, limits }] of Object.entries(FIELDS)) {
        const value = decimal(fields[column]!);
        if (within(limits, value)) values[name as EpwName][hour] = value;
        else if (value !== missing) {
          add(`, column ${column + 1} (${label})`, fields[column], rangeText(limits), limits.remedy);
        }
      }
    }
  }
  if (lastHour < 0 && problems.length === 0) {
    const remedy = 'Check that the file was written completely.';
    problems.push({ path: '', value: 'no data rows', allowed: 'one row per hour', remedy });
  }
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, year: { offsetMs: head.offsetMs, values, line: lineOf } };
}

type Header =
  | { readonly ok: true; readonly offsetMs: number; readonly firstRow: number }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

function headerOf(lines: readonly string[]): Header {
  const refuse = (line: number, value: unknown, allowed: string, remedy: string): Header => ({
    ok: false,
    problems: [{ path: `line ${line}`, value, allowed, remedy }],
  });
  const location = (lines[0] ?? '').split(',');
  if (location[0]?.trim().toUpperCase() !== 'LOCATION') {
    return refuse(1, lines[0], 'LOCATION,...', 'This is no EPW file: name one, or use the source "csv".');
  }
  const hours = decimal((location[8] ?? '').trim());
  if (!(hours >= -12 && hours <= 14)) {
    const remedy = 'Write the offset of local standard time from UTC there.';
    return refuse(1, location[8], 'a time zone from -12 to 14 h as the 9th field', remedy);
  }
  const periods = lines.findIndex((line) => /^DATA PERIODS\s*,/i.test(line));
  if (periods < 0) {
    return refuse(1, 'no DATA PERIODS line', 'DATA PERIODS,1,1,...', 'This is no complete EPW file.');
  }
  const [, count, perHour] = lines[periods]!.split(',').map((field) => field.trim());
  if (count !== '1' || perHour !== '1') {
    const remedy = 'Use a file with one data period and one row per hour.';
    return refuse(periods + 1, lines[periods], 'DATA PERIODS,1,1,...', remedy);
  }
  return { ok: true, offsetMs: hours * HOUR_MS, firstRow: periods + 1 };
}

export type EpwMeans =
  | { readonly ok: true; readonly means: Float64Array }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/**
 * Means by epoch, weighted by duration, of a quantity computed hour by hour. The horizon's days are matched by month
 * and day of the file's clock; a 29 February that the file does not have takes its 28 February. Missing hours of the
 * horizon are refused.
 */
export function epwMeans<Name extends EpwName>(
  { offsetMs, values, line }: EpwYear,
  needed: readonly Name[],
  calendar: Calendar,
  quantity: (value: Readonly<Record<Name, number>>) => number,
): EpwMeans {
  const means = new Float64Array(calendar.epochCount);
  const problems: LocalProblem[] = [];
  const hasLeapDay = line[hourOfYear(2, 29, 1)!]! > 0;
  for (const { fromMs, toMs, aheadMs } of clockStretches(calendar, offsetMs, hasLeapDay ? LEAP_YEAR : LEAP_YEAR + 1)) {
    for (let hourMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS; hourMs < toMs; hourMs += HOUR_MS) {
      const { month, day } = civilDate(Math.floor(hourMs / (24 * HOUR_MS)));
      const hourEnding = ((hourMs / HOUR_MS) % 24) + 1;
      const hour = hourOfYear(month, day, hourEnding)!;
      const missing = needed.find((name) => Number.isNaN(values[name][hour]));
      if (missing !== undefined) {
        if (problems.length < MAX_PROBLEMS) problems.push(missingProblem(line[hour]!, missing, month, day, hourEnding));
        continue;
      }
      const value = quantity(
        Object.fromEntries(needed.map((name) => [name, values[name][hour]!])) as Record<Name, number>,
      );
      const [from, to] = [Math.max(fromMs, hourMs), Math.min(toMs, hourMs + HOUR_MS)];
      spreadOver(calendar, from - aheadMs, to - aheadMs, (epoch, share) => {
        means[epoch]! += share * value;
      });
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, means };
}

function missingProblem(line: number, name: EpwName, month: number, day: number, hour: number): LocalProblem {
  const { column, name: label } = FIELDS[name];
  return {
    path: line === 0 ? '' : `line ${line}, column ${column + 1} (${label})`,
    value: `no value for month ${month}, day ${day}, hour ${hour}`,
    allowed: 'a value for every hour of the horizon',
    remedy: 'Complete the file: nothing is filled in.',
  };
}
