import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CsvSeries, Horizon } from '../../../../../../models/families/geo/instance.js';
import { clockOffsetMs, judgeStandard } from '../../../../../../src/instances/time/file-clock.js';
import { geoSeries } from '../../../../../../src/families/geo/instances/series/geo-series.js';
import { offsetSegments } from '../../../../../../src/instances/time/zone.js';
import { geoDay } from '../../../../../support/geo-day.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';

interface Case {
  readonly text: string;
  readonly source: Partial<CsvSeries>;
  readonly horizon: Partial<Horizon>;
  readonly zone?: string;
}

const SOURCE: CsvSeries = {
  file: 'p.csv',
  timeColumn: 'time',
  valueColumn: 'price',
  timeConvention: 'utc-beginning',
  intervalMinutes: 60,
  scale: 0.001,
  gaps: 'refuse',
};

/** Prices per MWh, or the problems. */
function read({ text, source, horizon, zone = 'UTC' }: Case) {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'p.csv'), text);
  const price = { source: 'csv', ...SOURCE, ...source } as const;
  const answer = geoSeries(geoDay({ horizon, centre: { price, timeZone: zone } }), directory, 'geo.json');
  if (answer.ok) return Array.from(answer.centres[0]!.usdPerKwh, (usd) => Math.round(usd * 1e6) / 1e3);
  return answer.faults.map(({ path, value, allowed, remedy }) => ({ path, value, allowed, remedy }));
}

const hours = (count: number, row: (hour: number, two: string) => string): string =>
  Array.from({ length: count }, (_, hour) => row(hour, String(hour).padStart(2, '0'))).join('\n');
const FROM_UTC = { start: '2024-03-05T00:00', timeZone: 'UTC', epochs: 3 } as const;

describe('files as markets and programs write them', () => {
  it.each<[string, Case, number[]]>([
    [
      'five minutes by their ends, with slashes and the year first, standard time of a zone with summer time',
      {
        text: `REGION,SETTLEMENTDATE,RRP\n${Array.from({ length: 36 }, (_, n) => {
          const end = new Date(Date.UTC(2024, 0, 10) + (n + 1) * 300_000).toISOString();
          return `VIC1,${end.slice(0, 10).replaceAll('-', '/')} ${end.slice(11, 19)},${10 * Math.floor(n / 12) - 10}`;
        }).join('\n')}`,
        source: {
          timeColumn: 'SETTLEMENTDATE',
          valueColumn: 'RRP',
          timeConvention: 'local-standard-ending',
          intervalMinutes: 5,
        },
        // Melbourne's summer clocks are an hour ahead of the file.
        horizon: { start: '2024-01-10T01:00', timeZone: 'Australia/Melbourne', epochs: 3 },
        zone: 'Australia/Melbourne',
      },
      [-10, 0, 10],
    ],
    [
      'months first, one-digit hours of twelve',
      {
        text: `utc,ept,lmp\n${['12:00:00 AM', '1:00:00 AM', '2:00:00 AM'].map((time, n) => `3/5/2024 ${time},3/4/2024 x,${n + 40}`).join('\n')}\n3/15/2024 1:00:00 PM,,9`,
        source: { timeColumn: 'utc', valueColumn: 'lmp' },
        horizon: FROM_UTC,
      },
      [40, 41, 42],
    ],
    [
      'an index without a name, offsets that change',
      {
        text: `,0\n${['2024-10-27 01:00:00+02:00', '2024-10-27 02:00:00+02:00', '2024-10-27 02:00:00+01:00', '2024-10-27 03:00:00+01:00'].map((time, n) => `${time},${n + 50}`).join('\n')}`,
        source: { timeColumn: '', valueColumn: '0', timeConvention: 'local-beginning' },
        horizon: { start: '2024-10-26T23:00', timeZone: 'UTC', epochs: 4 },
        zone: 'Europe/Brussels',
      },
      [50, 51, 52, 53],
    ],
    [
      'days with offsets that change',
      {
        text: 'time,price\n2024-03-30 00:00:00+01:00,1\n2024-03-31 00:00:00+01:00,2\n2024-04-01 00:00:00+02:00,3',
        source: { timeConvention: 'utc-beginning', intervalMinutes: 1440 },
        horizon: { start: '2024-03-30T22:00', timeZone: 'UTC', epochs: 25 },
      },
      [1, ...new Array<number>(23).fill(2), 3],
    ],
    [
      'days and hours of one digit',
      { text: `time,price\n${hours(3, (hour) => `5.3.2024 ${hour}:00,${hour}`)}`, source: {}, horizon: FROM_UTC },
      [0, 1, 2],
    ],
    [
      'UTC in words',
      {
        text: `time,price\n${hours(3, (h, two) => `2024-03-05 ${two}:00:00 UTC,${h}`)}`,
        source: {},
        horizon: FROM_UTC,
      },
      [0, 1, 2],
    ],
    [
      'an offset of hours alone',
      { text: `time,price\n${hours(3, (h, two) => `2024-03-05 ${two}:00:00+00,${h}`)}`, source: {}, horizon: FROM_UTC },
      [0, 1, 2],
    ],
    [
      'the latest row first',
      {
        text: `time,price\n${hours(3, (hour) => `2024-03-05 0${2 - hour}:00,${2 - hour}`)}`,
        source: {},
        horizon: FROM_UTC,
      },
      [0, 1, 2],
    ],
    [
      'decimal commas and the minus of typesetters',
      {
        text: 'time;price\n2024-03-05 00:00;1,5\n2024-03-05 01:00;−5,25\n2024-03-05 02:00;7',
        source: {},
        horizon: FROM_UTC,
      },
      [1.5, -5.25, 7],
    ],
    [
      'tabs and decimal commas, as spreadsheets save text',
      {
        text: 'time\tprice\n2024-03-05 00:00\t1,5\n2024-03-05 01:00\t-5,25\n2024-03-05 02:00\t7',
        source: {},
        horizon: FROM_UTC,
      },
      [1.5, -5.25, 7],
    ],
    [
      'points between decimals, commas between thousands, in quotes',
      {
        text: 'time,price\n2024-03-05 00:00,"1,234.5"\n2024-03-05 01:00,-0.5\n2024-03-05 02:00,7',
        source: {},
        horizon: FROM_UTC,
      },
      [1234.5, -0.5, 7],
    ],
  ])('%s are read', (_, given, expected) => {
    expect(read(given)).toEqual(expected);
  });

  it.each(['NaN', 'nan', 'NA', 'N/A', 'n/e', 'null', 'NULL', 'None', '-', ''])('%s is a gap', (nothing) => {
    const text = `time,price\n2024-03-05 00:00,1\n2024-03-05 01:00,${nothing}\n2024-03-05 02:00,3`;
    expect(read({ text, source: { gaps: 'previous' }, horizon: FROM_UTC })).toEqual([1, 1, 3]);
    expect(read({ text, source: {}, horizon: FROM_UTC })).toMatchObject([
      { path: 'line 2', value: expect.stringContaining('nothing from 2024-03-05T01:00 UTC') as string },
    ]);
  });
});

describe('files that hold no single series say so', () => {
  const several = ['00:00', '01:00', '02:00'].flatMap((time, n) =>
    ['NORTH', 'SOUTH'].map((name, z) => `2024-03-05 ${time},${name},${7 + z},${10 * n + z}`),
  );
  it.each([
    ['beside each other', several],
    ['one after the other', several.toSorted((a, b) => a.slice(17).localeCompare(b.slice(17)))],
  ])('several series, %s: the column that tells them apart is named, once', (_, rows) => {
    const text = ['time,zone,number,price', ...rows].join('\n');
    expect(read({ text, source: {}, horizon: FROM_UTC })).toEqual([
      {
        path: 'line 2, column 2 (zone)',
        value: '2 series: NORTH, SOUTH',
        allowed: 'one series, with one row for each time: rows of one time differ in column "zone"',
        remedy: 'Say by filter which of them is meant: {"zone": "NORTH"}.',
      },
    ]);
    // What the remedy says is right.
    expect(read({ text, source: { filter: { zone: 'SOUTH' } }, horizon: FROM_UTC })).toEqual([1, 11, 21]);
    expect(read({ text, source: { filter: { zone: 'NORTH', number: '7' } }, horizon: FROM_UTC })).toEqual([0, 10, 20]);
    expect(read({ text, source: { filter: { zone: 'SOUHT' } }, horizon: FROM_UTC })).toMatchObject([
      {
        path: 'line 2, column 2 (zone)',
        value: 'no row with "SOUHT"',
        allowed: 'one of "NORTH", "SOUTH"',
        remedy: 'Did you mean "SOUTH"? Correct the filter.',
      },
    ]);
    expect(read({ text, source: { filter: { Zone: 'SOUTH' } }, horizon: FROM_UTC })).toMatchObject([
      { path: 'line 1', allowed: 'one column "Zone"' },
    ]);
  });

  it('date and hour in two columns: both are named, and read together', () => {
    const text = `day,hour,price\n${hours(3, (h, two) => `03/15/2024,${two}:00,${h}`)}`;
    const horizon = { ...FROM_UTC, start: '2024-03-15T00:00' };
    expect(read({ text, source: { timeColumn: 'hour' }, horizon })).toMatchObject([
      {
        path: 'line 2, column 2 (hour)',
        allowed: expect.stringContaining('date and time in one column') as string,
        remedy: expect.stringContaining('this one in hourColumn') as string,
      },
    ]);
    const two = { timeColumn: 'day', hourColumn: 'hour' };
    expect(read({ text, source: two, horizon })).toEqual([0, 1, 2]);
    expect(read({ text: text.replaceAll(':00', ''), source: two, horizon })).toEqual([0, 1, 2]);
    // Hours by their ends, and the hour that autumn repeats: 00, 01 EDT, 01 EST, 02.
    const autumn = ['11/03/2024,01:00,N', '11/03/2024,02:00,N', '11/03/2024,02:00,Y', '11/03/2024,03:00,N'];
    const ends = ['day,hour,flag,price', ...autumn.map((row, n) => `${row},${n}`), '11/13/2024,24:00,N,9'].join('\n');
    const source = { ...two, timeConvention: 'local-ending' } as const;
    const zone = 'America/Chicago';
    const night = { start: '2024-11-03T00:00', timeZone: zone, epochs: 4 };
    expect(read({ text: ends, source, horizon: night, zone })).toEqual([0, 1, 2, 3]);
  });

  describe('JSON', () => {
    const entries = [210, null, 212].map((actual, n) => ({
      from: `2024-03-05T0${n}:00Z`,
      intensity: { forecast: 200 + n, actual },
      mix: [{ fuel: 'gas' }],
    }));
    const source = { timeColumn: 'from', valueColumn: 'actual' };

    it('a list of objects is read as a table, nested values by their key', () => {
      const text = JSON.stringify({ data: { zone: 'x', history: entries } });
      expect(read({ text, source: { ...source, gaps: 'previous' }, horizon: FROM_UTC })).toEqual([210, 210, 212]);
      expect(read({ text, source: { ...source, valueColumn: 'forecast' }, horizon: FROM_UTC })).toEqual([
        200, 201, 202,
      ]);
    });

    it('a key that occurs twice has its path as name', () => {
      const text = JSON.stringify(entries.map(({ from, intensity }) => ({ from, day: intensity, week: intensity })));
      expect(read({ text, source: { ...source, valueColumn: 'week.forecast' }, horizon: FROM_UTC })).toEqual([
        200, 201, 202,
      ]);
    });

    it('faults name the entry of the list', () => {
      const text = JSON.stringify(entries.map(({ from }) => ({ from, actual: 'high' })));
      expect(read({ text, source, horizon: FROM_UTC })).toMatchObject([
        { path: 'entry 1, column 2 (actual)', value: 'high' },
        { path: 'entry 2, column 2 (actual)' },
        { path: 'entry 3, column 2 (actual)' },
      ]);
    });

    it.each([
      ['{"a": [1, 2]}', '0 lists of objects'],
      ['{"a": [{"from": 1}], "b": [{"from": 2}]}', '2 lists of objects'],
      ['[{"from": "2024', '[{"from": "2024'],
    ])('%s is refused', (text, value) => {
      expect(read({ text, source, horizon: FROM_UTC })).toMatchObject([{ path: '', value }]);
    });
  });

  it.each([
    [1, '45', 'A file in USD/MWh needs "scale": 0.001'],
    [0.001, '45000', '"scale" in the instance, which is 0.001'],
    [0.001, 'x1', 'Write the value in such a form'],
    [0.001, '"1,5"', 'separate columns by semicolons'],
  ])('with a scale of %s the remedy for %s is "%s"', (scale, cell, remedy) => {
    const text = `time,price\n2024-03-05 00:00,${cell}\n2024-03-05 01:00,1\n2024-03-05 02:00,1`;
    const [first] = read({ text, source: { scale }, horizon: FROM_UTC });
    expect(first).toMatchObject({
      path: 'line 2, column 2 (price)',
      remedy: expect.stringContaining(remedy) as string,
    });
  });
});

describe('standard time of a zone', () => {
  const from = (utc: string, count: number, value = (n: number): number => n): string =>
    `time,price\n${Array.from({ length: count }, (_, n) => `${new Date(Date.parse(utc) + n * 3_600_000).toISOString().slice(0, 16)},${value(n)}`).join('\n')}`;
  const standard = { timeConvention: 'local-standard-beginning' } as const;

  it.each([
    ['Asia/Almaty', '2024-01-20T00:00'],
    ['Asia/Almaty', '2024-06-20T00:00'],
    ['Europe/Istanbul', '2016-12-20T00:00'],
    ['Asia/Amman', '2022-11-20T00:00'],
    ['Europe/Volgograd', '2021-02-01T00:00'],
    ['America/Caracas', '2016-06-01T00:00'],
  ])('%s, %s: midnight by clocks without daylight saving is the midnight of the file', (zone, start) => {
    const text = from(`${start}Z`, 3);
    expect(read({ text, source: standard, horizon: { start, timeZone: zone, epochs: 3 }, zone })).toEqual([0, 1, 2]);
  });

  it('a file of another year has the standard time of that year', () => {
    const source = { ...standard, year: 2015 };
    // Istanbul: +02 in December 2015, +03 in December 2017; midnight is midnight by both.
    const horizon = { start: '2017-12-20T00:00', timeZone: 'Europe/Istanbul', epochs: 3 };
    expect(read({ text: from('2015-12-20T00:00Z', 3), source, horizon, zone: 'Europe/Istanbul' })).toEqual([0, 1, 2]);
  });

  it('where the data base leaves two answers the offset is asked for, and taken', () => {
    const horizon = { start: '2024-03-20T00:00', timeZone: 'UTC', epochs: 3 };
    const zone = 'Africa/Casablanca';
    const text = from('2024-03-19T23:00Z', 6);
    const [fault] = read({ text, source: standard, horizon, zone });
    expect(fault).toMatchObject({
      path: 'dataCentres[0].price.timeConvention',
      remedy: expect.stringContaining('"+00:00" or "+01:00"') as string,
    });
    expect(read({ text, source: { ...standard, timeZone: '+00:00' }, horizon, zone })).toEqual([1, 2, 3]);
    expect(read({ text, source: { ...standard, timeZone: '+01:00' }, horizon, zone })).toEqual([2, 3, 4]);
    // What clocks show there is not in doubt: in Ramadan that is UTC.
    expect(read({ text, source: { timeConvention: 'local-beginning' }, horizon, zone })).toEqual([1, 2, 3]);
  });

  it('where the data of this machine do not know a change of the table, the file is refused and not an hour off', () => {
    // Since 2026 Vancouver keeps the offset of its summers; data before release 2026b go back to -08:00 in November.
    const [fromMs, toMs] = [Date.parse('2026-12-01T00:00Z'), Date.parse('2026-12-02T00:00Z')];
    const clock = judgeStandard('America/Vancouver', fromMs, toMs);
    const shownH = offsetSegments('America/Vancouver', fromMs, toMs)[0]!.offsetMs / 3_600_000;
    expect('kind' in clock ? clockOffsetMs(clock, fromMs) / 3_600_000 : clock).toEqual(shownH === -7 ? -7 : []);
  });

  it('an offset is no zone for clocks that change, and none for UTC', () => {
    for (const timeConvention of ['local-beginning', 'utc-beginning'] as const) {
      const [fault] = read({
        text: from('2024-03-05T00:00Z', 3),
        source: { timeConvention, timeZone: '+01:00' },
        horizon: FROM_UTC,
      });
      expect(fault).toMatchObject({ path: 'dataCentres[0].price.timeZone' });
    }
  });

  it('a file that does not follow a change of standard time is refused after it, and asked for its offset', () => {
    const zone = 'Asia/Almaty';
    // Hour by hour without a break, though at midnight of 1 March the clock goes back to 23:00.
    const text = from('2024-02-28T00:00Z', 96);
    const at = (start: string, timeZone?: string): unknown =>
      read({ text, source: { ...standard, timeZone }, horizon: { start, timeZone: 'UTC', epochs: 1 }, zone });
    expect(at('2024-02-28T00:00')).toEqual([6]);
    expect(at('2024-03-01T20:00')).toMatchObject([
      { path: 'line 49, column 1 (time)', remedy: expect.stringContaining('"+06:00" or "+05:00"') as string },
    ]);
    expect(at('2024-03-01T20:00', '+06:00')).toEqual([74]);
    expect(at('2024-03-01T20:00', '+05:00')).toEqual([73]);
  });

  it('a file that follows it is read on both sides', () => {
    const stamps = ['2024-02-29T22:00', '2024-02-29T23:00', '2024-02-29T23:00', '2024-03-01T00:00', '2024-03-01T01:00'];
    const text = `time,price\n${stamps.map((time, n) => `${time},${n}`).join('\n')}`;
    const horizon = { start: '2024-02-29T16:00', timeZone: 'UTC', epochs: 5 };
    expect(read({ text, source: standard, horizon, zone: 'Asia/Almaty' })).toEqual([0, 1, 2, 3, 4]);
  });
});
