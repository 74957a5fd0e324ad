import { describe, expect, it } from 'vitest';
import type { CsvSeries } from '../../../../../../models/families/geo/instance.js';
import { joinRows, lineText } from '../../../../../../src/instances/series/csv-join.js';
import { seriesRows } from '../../../../../../src/instances/series/csv-rows.js';
import { fixedClock, localClock } from '../../../../../../src/instances/time/file-clock.js';
import { readMaybePacked } from '../../../../../../src/instances/packed-text-file.js';
import { dateOrderOf, parseTimeStamp } from '../../../../../../src/instances/time/time-stamp.js';
import { PRICE } from '../../../../../../models/fields/value-limits.js';
import { readSeries } from '../../../../../support/csv-series.js';
import { describeShared } from '../../../../../support/shared-data.js';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Berlin';
const SOURCE: CsvSeries = {
  file: 'x.csv',
  timeColumn: 'time',
  valueColumn: 'eur',
  timeConvention: 'local-beginning',
  intervalMinutes: 60,
  scale: 0.001,
  gaps: 'refuse',
};

type Row = [utc: string, value: number];

/** By the clocks of Berlin: beginnings in UTC and values, or the problems. */
function read(text: string, source: Partial<CsvSeries> = {}): Row[] | { path: string; allowed: string }[] {
  const own = { ...SOURCE, ...source };
  const answer = readSeries(text, own, PRICE, localClock(ZONE));
  const faults = 'faults' in answer ? answer.faults : answer.joined.doubts.map(({ fault }) => fault());
  if ('faults' in answer || faults.length > 0) return faults.map(({ path, allowed }) => ({ path, allowed }));
  const { fromMs, value } = answer.joined;
  return Array.from(fromMs, (ms, n): Row => [new Date(ms).toISOString().slice(0, 16), value[n]! * 1000]);
}

const table = (...rows: readonly string[]): string => ['time,eur', ...rows].join('\n');

describe('stamps as market data write them', () => {
  it.each([
    ['01.02.2024 13:00', 'unknown', '2024-02-01T13:00', undefined],
    ['01.02.2024 13:00:00 (CET)', 'unknown', '2024-02-01T13:00', 1],
    ['01/02/2024 13:00', 'day-first', '2024-02-01T13:00', undefined],
    ['01/02/2024 13:00', 'month-first', '2024-01-02T13:00', undefined],
    ['2024-02-01T13:00+02:00', 'unknown', '2024-02-01T13:00', 2],
    ['01.02.2024 13:00 - 01.02.2024 14:00', 'unknown', '2024-02-01T13:00', undefined],
    ['2024/02/01 13:00:00', 'unknown', '2024-02-01T13:00', undefined],
    ['1.2.2024 3:00', 'unknown', '2024-02-01T03:00', undefined],
    ['2/1/2024 1:00:00 PM', 'month-first', '2024-02-01T13:00', undefined],
    ['2/1/2024 12:00:00 AM', 'month-first', '2024-02-01T00:00', undefined],
    ['2/1/2024 12:30 PM', 'month-first', '2024-02-01T12:30', undefined],
    ['01-02-2024 13:00', 'day-first', '2024-02-01T13:00', undefined],
    ['2024-02-01 13:00:00 UTC', 'unknown', '2024-02-01T13:00', 0],
    ['2024-02-01 13:00:00+00', 'unknown', '2024-02-01T13:00', 0],
    ['2024-02-01 13:00:00-03:30', 'unknown', '2024-02-01T13:00', -3.5],
    ['2024-02-01 13:00 CEST', 'unknown', '2024-02-01T13:00', 2],
  ] as const)('%s (%s)', (text, order, clock, offsetH) => {
    const offsetMs = offsetH === undefined ? undefined : offsetH * HOUR_MS;
    expect(parseTimeStamp(text, order)).toEqual({ clockMs: Date.parse(`${clock}Z`), offsetMs, isDate: false });
  });

  it('a date alone is the beginning of its day', () => {
    const clockMs = Date.parse('2024-07-01T00:00Z');
    expect(parseTimeStamp('2024-07-01', 'unknown')).toEqual({ clockMs, offsetMs: undefined, isDate: true });
  });

  it.each([
    ['01/02/2024 13:00', 'unknown', 'unknown-order'],
    ['01/02/2024 13:00', 'contradictory', 'contradictory-order'],
    ['31.02.2024 13:00', 'unknown', 'impossible'],
    ['01.02.2024 25:00', 'unknown', 'impossible'],
    ['2/1/2024 13:00 PM', 'month-first', 'impossible'],
    ['2/1/2024 0:00 AM', 'month-first', 'impossible'],
    ['01.02.2024 13:00 (CST)', 'unknown', 'zone'],
    ['2024-02-01 13:00 EST', 'unknown', 'zone'],
    ['13:00', 'unknown', 'no-date'],
    ['7', 'unknown', 'no-date'],
    ['1.2.24 13:00', 'unknown', 'no-form'],
    ['2024-02-01 noon', 'unknown', 'no-form'],
    ['', 'unknown', 'no-form'],
  ] as const)('%s (%s) is no stamp: %s', (text, order, fault) => {
    expect(parseTimeStamp(text, order)).toBe(fault);
  });

  it('of an interval the end is taken where stamps are ends', () => {
    const text = '01.02.2024 13:00 - 01.02.2024 14:00';
    expect(parseTimeStamp(text, 'unknown', 'ending')).toMatchObject({ clockMs: Date.parse('2024-02-01T14:00Z') });
  });

  it('one date in another order among many is a fault of its row', () => {
    const days = Array.from({ length: 16 }, (_, n) => `${n + 10}/01/2024 00:00`);
    expect(dateOrderOf(days)).toBe('day-first');
    expect(dateOrderOf([...days.slice(0, 12), '01/31/2024 00:00'])).toBe('contradictory');
    expect(dateOrderOf([...days, '05/31/2024 00:00'])).toBe('day-first');
    expect(dateOrderOf(['13/01/2024 00:00', '01/13/2024 00:00'])).toBe('contradictory');
  });

  it('dates with slashes are told by a day above 12 somewhere in the file, and refused without one', () => {
    expect(read(table('12/01/2024 23:00,1', '13/01/2024 00:00,2'))).toEqual([
      ['2024-01-12T22:00', 1],
      ['2024-01-12T23:00', 2],
    ]);
    expect(read(table('01/12/2024 23:00,1', '01/13/2024 00:00,2'))).toEqual([
      ['2024-01-12T22:00', 1],
      ['2024-01-12T23:00', 2],
    ]);
    expect(read(table('01/02/2024 23:00,1'))).toEqual([
      { path: 'line 2, column 1 (time)', allowed: expect.stringContaining('which number is the month') as string },
    ]);
  });
});

describe('times as clocks show them', () => {
  it('are an hour earlier in UTC in winter, two in summer', () => {
    expect(read(table('01.01.2024 00:00,1', '01.07.2024 00:00,2'))).toEqual([
      ['2023-12-31T23:00', 1],
      ['2024-06-30T22:00', 2],
    ]);
  });

  it('the hour that autumn repeats is two', () => {
    const rows = ['01:00,1', '02:00,2', '02:00,3', '03:00,4'].map((row) => `27.10.2024 ${row}`);
    expect(read(table(...rows))).toEqual([
      ['2024-10-26T23:00', 1],
      ['2024-10-27T00:00', 2],
      ['2024-10-27T01:00', 3],
      ['2024-10-27T02:00', 4],
    ]);
    const quarters = ['02:30,1', '02:45,2', '02:30,3', '02:45,4'].map((row) => `27.10.2024 ${row}`);
    expect(read(table(...quarters), { intervalMinutes: 15 })).toEqual([
      ['2024-10-27T00:30', 1],
      ['2024-10-27T00:45', 2],
      ['2024-10-27T01:30', 3],
      ['2024-10-27T01:45', 4],
    ]);
  });

  it('that hour once, or three times, is refused', () => {
    const once = ['01:00,1', '02:00,2', '03:00,4'].map((row) => `27.10.2024 ${row}`);
    expect(read(table(...once))).toEqual([
      { path: 'line 3, column 1 (time)', allowed: expect.stringContaining('this time twice') as string },
    ]);
    const thrice = ['02:00,1', '02:00,2', '02:00,4'].map((row) => `27.10.2024 ${row}`);
    expect(read(table(...thrice))).toEqual([{ path: 'line 4, column 1 (time)', allowed: 'each time once' }]);
  });

  it('an offset in the stamp tells the two apart', () => {
    expect(read(table('2024-10-27T02:00+02:00,2', '2024-10-27T02:00+01:00,3'))).toEqual([
      ['2024-10-27T00:00', 2],
      ['2024-10-27T01:00', 3],
    ]);
  });

  it('the hour that spring skips may be there without a value, not with one', () => {
    const rows = (value: string): string =>
      table('31.03.2024 01:00,1', `31.03.2024 02:00,${value}`, '31.03.2024 03:00,3');
    for (const nothing of ['', '-', 'n/e']) {
      expect(read(rows(nothing))).toEqual([
        ['2024-03-31T00:00', 1],
        ['2024-03-31T01:00', 3],
      ]);
    }
    expect(read(rows('54.54'))).toEqual([
      { path: 'line 3, column 1 (time)', allowed: expect.stringContaining('this one is skipped') as string },
    ]);
  });

  it('ends of intervals around both changes', () => {
    const ending = { timeConvention: 'local-ending' } as const;
    const spring = ['01:00,1', '02:00,2', '04:00,3'].map((row) => `31.03.2024 ${row}`);
    expect(read(table(...spring), ending)).toEqual([
      ['2024-03-30T23:00', 1],
      ['2024-03-31T00:00', 2],
      ['2024-03-31T01:00', 3],
    ]);
  });
});

describe('ends of intervals in the hour that autumn repeats', () => {
  const ending = { timeConvention: 'local-ending' } as const;
  const day = (...times: readonly string[]): string => table(...times.map((time, n) => `27.10.2024 ${time},${n + 1}`));
  const hours = ['2024-10-26T23:00', '2024-10-27T00:00', '2024-10-27T01:00', '2024-10-27T02:00'];
  const expected = hours.map((utc, n) => [utc, n + 1]);

  it('are read as clocks show them, and as beginnings plus an hour', () => {
    expect(read(day('02:00', '02:00', '03:00', '04:00'), ending)).toEqual(expected);
    expect(read(day('02:00', '03:00', '03:00', '04:00'), ending)).toEqual(expected);
  });

  it('are so too in quarters of an hour', () => {
    const quarters = ['02:15', '02:30', '02:45'];
    const own = { ...ending, intervalMinutes: 15 };
    const shown = read(day(...quarters, '02:00', ...quarters, '03:00', '03:15'), own);
    expect(shown).toEqual(read(day(...quarters, '03:00', ...quarters, '03:00', '03:15'), own));
    expect(shown).toHaveLength(9);
    expect(shown[0]).toEqual(['2024-10-27T00:00', 1]);
    expect(shown[8]).toEqual(['2024-10-27T02:00', expect.closeTo(9, 9)]);
  });

  it('are refused where one is there too often, without a remedy that is there already', () => {
    const answer = readSeries(
      day('02:00', '02:00', '03:00', '03:00'),
      { ...SOURCE, ...ending },
      PRICE,
      localClock(ZONE),
    );
    const faults = 'joined' in answer ? answer.joined.doubts.map(({ fault }) => fault()) : [];
    expect(faults).not.toEqual([]);
    expect(JSON.stringify(faults)).not.toContain('local-ending');
  });
});

describe('semicolons and decimal commas', () => {
  const NAME = 'Deutschland/Luxemburg [€/MWh] Originalauflösungen';
  const SMARD = { timeColumn: 'Datum von', valueColumn: NAME } as const;
  const smard = (...prices: readonly string[]): string =>
    [
      `\uFEFFDatum von;Datum bis;${NAME}`,
      ...prices.map((price, n) => `01.01.2024 0${n}:00;01.01.2024 0${n + 1}:00;${price}`),
    ].join('\r\n');
  const values = (text: string): unknown => read(text, SMARD).map((row) => (Array.isArray(row) ? row[1] : row));

  it('are read: prices of SMARD, with points between thousands, signs and gaps', () => {
    expect(read(smard('39,91', '-0,04', '-', '1.234,5', '7'), SMARD)).toEqual([
      ['2023-12-31T23:00', 39.91],
      ['2024-01-01T00:00', -0.04],
      ['2024-01-01T02:00', 1234.5],
      ['2024-01-01T03:00', 7],
    ]);
  });

  it('a point is read as one where some number shows it', () => {
    expect(values(smard('39.91', '1.234', '7'))).toEqual([39.91, 1.234, 7]);
    expect(values(smard('39,91', '1.234', '7'))).toEqual([39.91, 1234, 7]);
  });

  it.each([[['1.234', '5.678']], [['1,234', '7']], [['39,91', '39.91']]])(
    '%s are refused: they can be read in two ways',
    (prices) => {
      expect(values(smard(...prices))).toEqual([
        { path: 'line 1', allowed: expect.stringContaining('commas or points') as string },
      ]);
    },
  );

  it('a number of another form is named by its line', () => {
    const wrong = [3, 4].map((line) => ({ path: `line ${line}, column 3 (${NAME})` }));
    expect(values(smard('39,91', '1,234.5', '12,3,4'))).toMatchObject(wrong);
    expect(values(smard('39,91', '12.34,5'))).toMatchObject([{ path: `line 3, column 3 (${NAME})` }]);
  });
});

describe('several files', () => {
  const utc = fixedClock(0, 'UTC');
  const part = (name: string, ...rows: readonly string[]) => {
    const answer = seriesRows(table(...rows), { ...SOURCE, timeConvention: 'utc-beginning' }, PRICE, utc, name);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    return { name, ...answer };
  };
  const first = part('2023.csv', '2023-12-31T22:00,1', '2023-12-31T23:00,2');
  const second = part('2024.csv', '2024-01-01T00:00,3');

  it('are one series in the order of their times', () => {
    const joined = joinRows([second, first], utc);
    expect([...joined.value]).toEqual([0.001, 0.002, 0.003]);
    expect([0, 1, 2].map((row) => lineText(joined, row))).toEqual([
      '2023.csv, line 2',
      '2023.csv, line 3',
      '2024.csv, line 2',
    ]);
    expect(joined.doubts).toEqual([]);
  });

  it('may overlap with equal values, not with others', () => {
    const same = joinRows([first, part('2024.csv', '2023-12-31T23:00,2', '2024-01-01T00:00,3')], utc);
    expect([[...same.value], same.doubts]).toEqual([[0.001, 0.002, 0.003], []]);
    const other = joinRows([first, part('2024.csv', '2023-12-31T23:00,5', '2024-01-01T00:00,3')], utc);
    const shifted = joinRows([first, part('2024.csv', '2023-12-31T23:30,2')], utc);
    for (const { doubts } of [other, shifted]) {
      expect(doubts.map(({ file, fault }) => [file, fault().path])).toEqual([['2024.csv', 'line 2']]);
    }
  });
});

const ENTSOE = { timeColumn: 'MTU (CET/CEST)' } as const;

describeShared('day-ahead prices as the transparency platform gives them', 'data', 'imports/entsoe', (folder) => {
  const load = (name: string, source: Partial<CsvSeries>) => {
    const file = readMaybePacked(`${folder}/${name}`);
    if (!file.ok) throw new Error(JSON.stringify(file.fault));
    return read(file.text, source);
  };

  it('hourly with an area without a field, and quarters', () => {
    const valueColumn = 'Day-ahead Price [EUR/MWh]';
    const hours = load('DE-LU_Day-ahead_Prices_202401010000-202501010000.csv.gz', { ...ENTSOE, valueColumn });
    expect(hours[0]).toEqual(['2023-12-31T23:00', 0.1]);
    // Prices to 3 October, without a hole: 277 days of local time, one of 23 hours.
    expect(hours).toHaveLength(277 * 24 - 1);
    const name = 'DE-LU_DayAheadPrices_15min_202301010000-202401010000.csv.gz';
    const quarters = load(name, { ...ENTSOE, valueColumn, intervalMinutes: 15 });
    expect(quarters[1]).toEqual(['2022-12-31T23:15', expect.closeTo(-29.95, 9)]);
  });

  it('of the new portal', () => {
    const valueColumn = 'Day-ahead Price (EUR/MWh)';
    const name = 'IT-North_GUI_ENERGY_PRICES_202412312300-202512312300.csv.gz';
    const rows = load(name, { ...ENTSOE, valueColumn, intervalMinutes: 15 });
    expect(rows[0]).toEqual(['2024-12-31T23:00', expect.closeTo(138.7, 9)]);
    const utc = new Map(rows as Row[]);
    // 01:45 CET and 03:00 CEST on 30 March.
    expect([utc.get('2025-03-30T00:45'), utc.get('2025-03-30T01:00')]).toEqual([
      expect.closeTo(116.5, 9),
      expect.closeTo(112.52, 9),
    ]);
  });

  it('with a value where no hour is', () => {
    const valueColumn = 'Day-ahead Price [EUR/MWh]';
    expect(load('FR_Day-ahead_Prices_202301010000-202401010000.csv.gz', { ...ENTSOE, valueColumn })).toEqual([
      {
        path: 'line 2020, column 1 (MTU (CET/CEST))',
        allowed: expect.stringContaining('this one is skipped') as string,
      },
    ]);
  });
});
