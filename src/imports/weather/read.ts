import { MS_PER_DAY, MS_PER_H } from '../../../models/units.js';
import { type EpwName, type EpwYear, FIELDS, hourOfYear, readEpw } from '../../instances/series/epw.js';
import { utcText } from '../../instances/time/civil.js';
import { offsetText } from '../../instances/time/zone.js';
import { type CsvColumn, csvOf } from '../../reports/csv.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { seriesFacts, seriesFigures, type SeriesValue, tableName } from '../series-figures.js';
import { SourceFile } from '../source-file.js';
import { wholeText } from '../whole-text.js';

/**
 * Years in which the hours of a typical year stand in the table, since its months are from several years: the first of
 * this century without a 29 February, and the first with one. Our choice.
 */
const TYPICAL_YEARS = { common: 2001, leap: 2004 } as const;

/** Headers of the quantities in the table of the site. */
const COLUMNS = {
  temperatureC: 'dry_bulb_c',
  pressurePa: 'pressure_pa',
  irradianceWPerM2: 'global_horizontal_w_per_m2',
  windMPerS: 'wind_10m_m_per_s',
} as const satisfies Record<EpwName, string>;

/** Names of the quantities, in the order of the table. */
const NAMES = Object.keys(COLUMNS) as EpwName[];

/** An hour that the file has, with its beginning in UTC. */
interface Hour {
  /** Hour of the leap year in which hours are counted. */
  readonly hour: number;
  readonly ms: number;
}

/**
 * Reads an EnergyPlus weather file (EPW), with the reader of geo instances.
 *
 * @throws RefusedSource for a file that is none
 */
export async function readWeather({ files, name = 'weather' }: ImportAsked): Promise<Imported> {
  const [file, second] = files;
  if (second !== undefined) {
    const fault = {
      path: '',
      value: `${files.length} files`,
      allowed: 'one weather file: it is of one station and year',
    };
    throw new RefusedSource(second, { ...fault, remedy: 'Import each by itself, with a --name of its own.' });
  }
  const source = new SourceFile(file!);
  const text = await wholeText(source);
  const read = readEpw(text);
  if (!read.ok) {
    const fault = read.faults[0]!;
    const isOther = !/^\uFEFF?"?LOCATION\b/i.test(text);
    const remedy = 'Name an EPW file, such as those of climate.onebuilding.org.';
    throw new RefusedSource(file!, isOther ? { ...fault, value: looksLike(text), remedy } : fault);
  }
  const { year } = read;
  const quarantine = new Quarantine();
  for (const { line, fault } of year.faults) {
    const column = /\(.+\)$/.exec(fault.path)?.[0] ?? '';
    quarantine.add(`expected ${fault.allowed} ${column}`.trimEnd(), file!, line, String(fault.value));
  }
  const years = [...new Set(year.year)].filter((one) => one > 0).sort((a, b) => a - b);
  // A row of 29 February in a year that has none is from another one.
  const isWhole = years.length === 1 && (typicalYear(year) === TYPICAL_YEARS.common || daysIn(years[0]!) === 366);
  const single = isWhole ? years[0]! : undefined;
  const hours = hoursOf(year, single);
  if (hours.length === 0) {
    const fault = { path: '', value: 'no row that can be read', allowed: 'one row per hour' };
    throw new RefusedSource(file!, { ...fault, remedy: 'Check that the file was written completely.' });
  }
  const table = tableName('weather', name);
  const { place } = year;
  const figures = NAMES.map((quantity) => ({ quantity, of: seriesFigures(valuesOf(year, hours, quantity)) }));
  const [first, last] = [hours[0]!.ms, hours.at(-1)!.ms + MS_PER_H];
  const hoursInYear = daysIn(single ?? typicalYear(year)) * 24;
  const missing = Object.fromEntries(NAMES.map((quantity) => [quantity, missingHours(year, hours, quantity)]));
  return {
    stamps: [source.stamp],
    counts: {
      format: 'EPW',
      station: place.name,
      clock: `UTC${offsetText(year.offsetMs)}`,
      rows: hours.length + new Set(year.faults.filter((one) => one.name === undefined).map(({ line }) => line)).size,
      hours: hours.length,
      hoursMissing: hoursInYear - hours.length,
      valuesMissing: missing,
      years,
      isTypicalYear: single === undefined,
      firstUtc: utcText(first),
      lastUtc: utcText(last),
      ...Object.fromEntries(figures.map(({ quantity, of }) => [quantity, of])),
    },
    text: [
      `EPW of ${place.name}, standard time UTC${offsetText(year.offsetMs)}: ${hours.length} hours of ${
        single === undefined
          ? `a typical year (months of ${years.join(', ')}), written as ${utcText(first).slice(0, 4)}`
          : String(single)
      }`,
      ...figures.flatMap(({ quantity, of }) =>
        of === null
          ? [`${FIELDS[quantity].name}: no values`]
          : [
              `${FIELDS[quantity].name}: mean ${Number(of.mean.toPrecision(6))}, least ${of.least}, greatest ${of.greatest} ${FIELDS[quantity].limits.unit}, ${missing[quantity]!} hours without a value`,
            ],
      ),
    ],
    warnings:
      hours.length < hoursInYear
        ? [`${hoursInYear - hours.length} hours of the year have no row: a plan over them is refused`]
        : [],
    quarantine,
    facts: [
      ...placeFacts(name, year),
      ...figures.flatMap(({ quantity, of }) =>
        of === null
          ? []
          : seriesFacts(`weather.${name}.${quantity}`, FIELDS[quantity].limits.unit, of, `EPW of ${place.name}`),
      ),
    ],
    tables: new Map([[table, tableOf(year, hours)]]),
    span: { fromMs: first, toMs: last },
  };
}

/**
 * Returns the hours of the file in the order of time. Those of a typical year are all in one year of UTC: the hours that
 * local time has in the year before or after are at its other end.
 *
 * @param single year of the file; undefined for a typical year
 */
function hoursOf(weather: EpwYear, single: number | undefined): Hour[] {
  const year = single ?? typicalYear(weather);
  const [fromMs, toMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const hours: Hour[] = [];
  for (let ms = fromMs; ms < toMs; ms += MS_PER_H) {
    const date = new Date(ms);
    const hour = hourOfYear(date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours() + 1)!;
    if (weather.line[hour]! === 0) continue;
    const utcMs = ms - weather.offsetMs;
    const around = single === undefined ? ((utcMs - fromMs + toMs - fromMs) % (toMs - fromMs)) + fromMs : utcMs;
    hours.push({ hour, ms: around });
  }
  return hours.sort((a, b) => a.ms - b.ms);
}

/** Returns the year in which a typical year is written. */
function typicalYear({ line }: EpwYear): number {
  return line[hourOfYear(2, 29, 1)!]! > 0 ? TYPICAL_YEARS.leap : TYPICAL_YEARS.common;
}

function daysIn(year: number): number {
  return (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / MS_PER_DAY;
}

function valuesOf({ values }: EpwYear, hours: readonly Hour[], quantity: EpwName): SeriesValue[] {
  return hours.flatMap(({ hour, ms }) => {
    const value = values[quantity][hour]!;
    return Number.isNaN(value) ? [] : [{ fromMs: ms, toMs: ms + MS_PER_H, value }];
  });
}

function missingHours({ values }: EpwYear, hours: readonly Hour[], quantity: EpwName): number {
  return hours.filter(({ hour }) => Number.isNaN(values[quantity][hour]!)).length;
}

function tableOf({ values }: EpwYear, hours: readonly Hour[]): string {
  const columns = NAMES.map((quantity): CsvColumn<Hour> => {
    const own = values[quantity];
    return { name: COLUMNS[quantity], of: ({ hour }) => (Number.isNaN(own[hour]!) ? null : own[hour]!) };
  });
  return csvOf(hours, [{ name: 'begin_utc', of: ({ ms }) => utcText(ms) }, ...columns]);
}

function placeFacts(name: string, { place, offsetMs }: EpwYear): Fact[] {
  const fact = (field: string, value: number | string, unit: string): Fact => {
    return {
      field: `weather.${name}.${field}`,
      value,
      unit,
      kind: 'measured',
      origin: 'LOCATION line of the EPW file',
    };
  };
  return [
    fact('station', place.name, ''),
    fact('latitudeDeg', place.latitudeDeg, 'degrees'),
    fact('longitudeDeg', place.longitudeDeg, 'degrees'),
    fact('elevationM', place.elevationM, 'm'),
    fact('standardTime', `UTC${offsetText(offsetMs)}`, ''),
  ];
}
