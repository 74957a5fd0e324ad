import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import type { Calendar } from '../../../../../../src/families/geo/instances/series/calendar.js';
import { epwMeans } from '../../../../../../src/families/geo/instances/series/epw-means.js';
import { readEpw } from '../../../../../../src/instances/series/epw.js';
import { epwText } from '../../../../../support/epw.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const HOUR_MS = 3_600_000;

function calendar(utc: string, epochCount: number, epochMinutes = 60): Calendar {
  return { startMs: Date.parse(`${utc}Z`), epochMs: epochMinutes * 60_000, epochCount };
}

type Answer = number[] | { path: string; value: unknown }[];

function irradiance(text: string, days: Calendar): Answer {
  const read = readEpw(text);
  const answer = read.ok
    ? epwMeans(read.year, ['irradianceWPerM2'], days, ({ irradianceWPerM2 }) => irradianceWPerM2)
    : read;
  return answer.ok ? [...answer.means] : answer.faults.map(({ path, value }) => ({ path, value }));
}

/** Paths of the problems where the horizon needs all quantities, or of the faults that it does not need. */
function pathsOf(text: string, days: Calendar): string[] {
  const read = readEpw(text);
  const names = ['irradianceWPerM2', 'windMPerS', 'temperatureC', 'pressurePa'] as const;
  const answer = read.ok ? epwMeans(read.year, names, days, () => 1) : read;
  if (!answer.ok) return answer.faults.map(({ path }) => path);
  return answer.unused.map(({ fault }) => `unused: ${fault.path}`);
}

/** Each hour holds its number in the year, from 0. */
const COUNTED = epwText({ irradiance: (hour) => hour / 10 });
const hourOf = (month: number, day: number, hour: number): number =>
  (Date.UTC(2001, month - 1, day) - Date.UTC(2001, 0, 1)) / HOUR_MS + hour;

describe('the clock of a weather file', () => {
  it('row "hour 13" is the hour from 12 to 13 of standard time, also in summer', () => {
    // 20:00 UTC is 12:00 in Pacific standard time and 13:00 by the clocks of July.
    expect(irradiance(COUNTED, calendar('2017-07-12T20:00', 1))).toEqual([hourOf(7, 12, 12) / 10]);
    expect(irradiance(COUNTED, calendar('2017-01-12T20:00', 1))).toEqual([hourOf(1, 12, 12) / 10]);
    const rows = COUNTED.split('\n');
    const row = rows.find((line) => line.startsWith('1999,7,12,13,'))!;
    expect(row.split(',')[13]).toBe(String(hourOf(7, 12, 12) / 10));
  });

  it('half an hour off, two rows share an epoch', () => {
    const text = epwText({ irradiance: (hour) => hour / 10, timeZone: 5.5 });
    const [mean] = irradiance(text, calendar('2017-07-12T06:00', 1));
    expect(mean).toBeCloseTo((hourOf(7, 12, 11) + 0.5) / 10, 9);
  });

  it('a year runs into itself at New Year', () => {
    expect(irradiance(COUNTED, calendar('2018-01-01T07:00', 2))).toEqual([875.9, 0]);
  });

  it('29 February is the 28th unless the file has one', () => {
    const days = calendar('2016-02-29T19:00', 2);
    expect(irradiance(COUNTED, days)).toEqual([hourOf(2, 28, 11) / 10, hourOf(2, 28, 12) / 10]);
    expect(irradiance(COUNTED, calendar('2016-03-01T08:00', 1))).toEqual([hourOf(3, 1, 0) / 10]);
    const leap = epwText({ irradiance: (hour) => hour / 10, leapYear: true });
    expect(irradiance(leap, days)).toEqual([(59 * 24 - 24 + 24 + 11) / 10, (59 * 24 + 12) / 10]);
    expect(irradiance(leap, calendar('2017-03-01T08:00', 1))).toEqual([(60 * 24) / 10]);
  });

  test('property: two halves have the mean of the whole', () => {
    const read = readEpw(epwText({ irradiance: (hour) => (hour * 7919) % 1000, timeZone: -3.5 }));
    if (!read.ok) throw new Error();
    const means = (days: Calendar): Float64Array => {
      const answer = epwMeans(read.year, ['irradianceWPerM2'], days, ({ irradianceWPerM2: w }) => w + 1);
      if (!answer.ok) throw new Error();
      return answer.means;
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), fc.constantFrom(30, 60, 120, 360), (minute, length) => {
        const startMs = Date.UTC(2016, 0, 1) + minute * 60_000;
        const whole = means({ startMs, epochMs: length * 60_000, epochCount: 8 });
        const half = means({ startMs, epochMs: length * 30_000, epochCount: 16 });
        whole.forEach((mean, t) => {
          expect((half[2 * t]! + half[2 * t + 1]!) / 2 / mean).toBeCloseTo(1, 9);
        });
      }),
      { numRuns: fuzzCount(50), seed: 7 },
    );
  });
});

describe('the header of a weather file', () => {
  const located = (line: string): string => [line, ...COUNTED.split('\n').slice(1)].join('\n');
  const PLACE = 'CA,USA,Test,000000,37.62,-122.40,-8.0,2.0';
  const refusals = (line: string): string[] => {
    const read = readEpw(located(line));
    return read.ok ? [] : read.faults.map(({ path, value }) => `${path}: ${String(value)}`);
  };

  it.each([
    `LOCATION,"Somewhere, or nearby",${PLACE}`,
    `LOCATION,"The ""Mission""",${PLACE}`,
    `"LOCATION",Somewhere,${PLACE},,`,
    `location, Somewhere ,${PLACE}`,
    'LOCATION,Kashgar,XJ,CHN,Test,517090,39.47,75.98,8.0,1291',
    'LOCATION,Kiritimati,-,KIR,Test,000000,1.98,-157.47,14.0,2',
    'LOCATION,South Pole,-,ATA,Test,000000,-90,0,12,2835',
  ])('%s is read', (line) => {
    expect(refusals(line)).toEqual([]);
  });

  it.each([
    [`LOCATION,Somewhere, or nearby,${PLACE}`, 'line 1: 11 fields'],
    [`LOCATION,${PLACE}`, 'line 1: 9 fields'],
    ['LOCATION,x,CA,USA,Test,0,37.62,122.40,-8.0,2.0', 'line 1, fields 8 and 9: longitude 122.4, time zone -8 h'],
    ['LOCATION,x,CA,USA,Test,0,37.62,-122.40,8.0,2.0', 'line 1, fields 8 and 9: longitude -122.4, time zone 8 h'],
    ['LOCATION,x,CA,USA,Test,0,137.62,-122.40,-8.0,2.0', 'line 1, field 7: 137.62'],
    ['LOCATION,x,CA,USA,Test,0,37.62,-222.40,-8.0,2.0', 'line 1, field 8: -222.40'],
    ['LOCATION,x,CA,USA,Test,0,37.62,-122.40,-18,2.0', 'line 1, field 9: -18'],
    ['LOCATION,x,CA,USA,Test,0,37.62,-122.40,,2.0', 'line 1, field 9: '],
  ])('%s is refused', (line, refusal) => {
    expect(refusals(line)).toEqual([refusal]);
  });
});

describe('malformed weather files', () => {
  const changed = (line: number, change: (fields: string[]) => string[]): string => {
    const lines = COUNTED.split('\n');
    lines[line - 1] = change(lines[line - 1]!.split(',')).join(',');
    return lines.join('\n');
  };
  const field = (column: number, value: string): string =>
    changed(100, (fields) => fields.map((old, c) => (c === column - 1 ? value : old)));

  it.each([
    ['negative irradiance', field(14, '-5'), 'line 100, column 14 (global horizontal radiation)'],
    ['irradiance above the sun', field(14, '5000'), 'line 100, column 14 (global horizontal radiation)'],
    ['NaN', field(14, 'NaN'), 'line 100, column 14 (global horizontal radiation)'],
    ['an empty field', field(14, ''), 'line 100, column 14 (global horizontal radiation)'],
    ['a wind of 300 m/s', field(22, '300'), 'line 100, column 22 (wind speed)'],
    ['pressure in hPa', field(10, '1013'), 'line 100, column 10 (atmospheric pressure)'],
    ['hour 0', field(4, '0'), 'line 100, columns 2 to 4'],
    ['month 13', field(2, '13'), 'line 100, columns 2 to 4'],
    ['a row cut off', changed(100, (fields) => fields.slice(0, 12)), 'line 100'],
    ['no LOCATION', changed(1, () => ['month', 'day']), 'line 1'],
    ['no time zone', changed(1, (fields) => fields.slice(0, 8)), 'line 1'],
    ['half-hourly rows', changed(8, () => ['DATA PERIODS', '1', '2', 'Data']), 'line 8'],
    ['a header alone', COUNTED.split('\n').slice(0, 8).join('\n'), ''],
    ['a cut-off header', COUNTED.split('\n').slice(0, 5).join('\n'), 'line 1'],
  ])('%s', (_, text, path) => {
    // The hour of line 100: from 19:00 on 4 January.
    expect(pathsOf(text, calendar('2017-01-05T03:00', 1))).toEqual([path]);
    const isOfRow = path.startsWith('line 100');
    expect(pathsOf(text, calendar('2017-07-12T20:00', 1))).toEqual([isOfRow ? `unused: ${path}` : path]);
  });

  it('an hour that is there twice counts only where the horizon needs it', () => {
    const text = field(4, '19');
    // Lines 99 and 100 both say 18:00 to 19:00, and nothing is there for the hour after.
    expect(pathsOf(text, calendar('2017-01-05T02:00', 1))).toEqual(['line 100, columns 2 to 4']);
    expect(pathsOf(text, calendar('2017-01-05T03:00', 1))).toEqual(['']);
    expect(pathsOf(text, calendar('2017-07-12T20:00', 1))).toEqual(['unused: line 100, columns 2 to 4']);
  });

  it('missing values are refused where the horizon needs them, with their line, and only there', () => {
    const line = 8 + hourOf(7, 12, 12) + 1;
    const text = changed(line, (fields) => fields.map((old, c) => (c === 13 ? '9999' : old)));
    expect(irradiance(text, calendar('2017-07-12T20:00', 1))).toEqual([
      { path: `line ${line}, column 14 (global horizontal radiation)`, value: 'no value for month 7, day 12, hour 13' },
    ]);
    expect(irradiance(text, calendar('2017-07-12T21:00', 1))).toEqual([hourOf(7, 12, 13) / 10]);
    const without = text.split('\n').filter((_, index) => index !== line - 1);
    expect(pathsOf(without.join('\n'), calendar('2017-07-12T20:00', 1))).toEqual(['']);
  });
});
