import { MS_PER_H } from '../../../models/units.js';
import { csvRecords } from '../csv-records.js';
import type { LocalFault } from '../fault.js';

import { decimal } from '../time/number-style.js';

/** Where a weather station stands. */
export interface EpwPlace {
  /** City, state and country as the file names them. */
  readonly name: string;
  /** North is positive. */
  readonly latitudeDeg: number;
  /** East is positive. */
  readonly longitudeDeg: number;
  readonly elevationM: number;
}

export type EpwHeader =
  | {
      readonly ok: true;
      /** Offset of the file's clock from UTC (local standard time minus UTC), ms. */
      readonly offsetMs: number;
      readonly place: EpwPlace;
      /** Index of the first line of data. */
      readonly firstRow: number;
    }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Numeric fields of the LOCATION line: `field` is the position, counted from 0; `least` and `most` are the bounds of
 * the value.
 */
const PLACES = [
  { field: 6, what: 'a latitude', least: -90, most: 90, unit: 'degrees' },
  { field: 7, what: 'a longitude', least: -180, most: 180, unit: 'degrees' },
  { field: 8, what: 'a time zone', least: -12, most: 14, unit: 'h' },
  { field: 9, what: 'an elevation', least: -1000, most: 9999.9, unit: 'm' },
] as const;
/** Number of fields of the LOCATION line of an EPW file. */
const LOCATION_FIELDS = 10;
/** Maximum difference between the file's time zone and its longitude's solar time, hours. Western China has 3. */
const ZONE_DISTANCE_H = 4;

/** Reads the header of an hourly EPW file: the offset of its clock, and the line where its data begin. */
export function epwHeader(lines: readonly string[]): EpwHeader {
  const refuse = (path: string, value: unknown, allowed: string, remedy: string): EpwHeader => ({
    ok: false,
    faults: [{ path, value, allowed, remedy }],
  });
  const location = fieldsOf(lines[0] ?? '');
  if (location[0]?.toUpperCase() !== 'LOCATION') {
    return refuse('line 1', lines[0], 'LOCATION,...', 'This is no EPW file: name one, or use the source "csv".');
  }
  const surplus = location.slice(LOCATION_FIELDS);
  if (location.length < LOCATION_FIELDS || surplus.some((field) => field !== '')) {
    const allowed = 'LOCATION, city, state, country, source, WMO number, latitude, longitude, time zone, elevation';
    const remedy =
      location.length < LOCATION_FIELDS
        ? 'Complete the line.'
        : 'Put names that hold a comma in quotes, or write them without: all fields behind one are out of place.';
    return refuse('line 1', `${location.length} fields`, allowed, remedy);
  }
  for (const { field, what, least, most, unit } of PLACES) {
    const value = decimal(location[field]!);
    if (value >= least && value <= most) continue;
    const remedy = field === 8 ? 'Write the offset of local standard time from UTC there.' : 'Correct the value.';
    return refuse(`line 1, field ${field + 1}`, location[field], `${what} from ${least} to ${most} ${unit}`, remedy);
  }
  const [latitudeDeg, longitudeDeg, zoneH, elevationM] = location.slice(6, 10).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const apartH = Math.abs(((longitudeDeg / 15 - zoneH + 36) % 24) - 12);
  // At the poles every longitude is right.
  if (apartH > ZONE_DISTANCE_H && Math.abs(latitudeDeg) < 89) {
    const allowed = `a time zone within ${ZONE_DISTANCE_H} h of the sun time of the longitude: these are ${Number(apartH.toFixed(1))} h apart`;
    const remedy = 'Correct the longitude (west is negative) or the time zone (west of Greenwich it is negative, too).';
    return refuse('line 1, fields 8 and 9', `longitude ${longitudeDeg}, time zone ${zoneH} h`, allowed, remedy);
  }
  const periods = lines.findIndex((line) => /^"?DATA PERIODS"?\s*,/i.test(line));
  if (periods < 0) {
    return refuse('line 1', 'no DATA PERIODS line', 'DATA PERIODS,1,1,...', 'This is no complete EPW file.');
  }
  const [, count, perHour] = fieldsOf(lines[periods]!);
  if (count !== '1' || perHour !== '1') {
    const remedy = 'Use a file with one data period and one row per hour.';
    return refuse(`line ${periods + 1}`, lines[periods], 'DATA PERIODS,1,1,...', remedy);
  }
  const name = location
    .slice(1, 4)
    .filter((text) => text !== '' && text !== '-')
    .join(', ');
  const place = { name, latitudeDeg, longitudeDeg, elevationM };
  return { ok: true, offsetMs: zoneH * MS_PER_H, place, firstRow: periods + 1 };
}

/** Returns the fields of a CSV line. If the quotes in the line are not valid CSV, returns the parts between commas. */
function fieldsOf(line: string): string[] {
  const records = csvRecords(line);
  const fields = 'fault' in records || records.length !== 1 ? line.split(',') : records[0]!.fields;
  return fields.map((field) => field.trim());
}
