import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CsvSeries } from '../../../../../../models/families/geo/instance.js';
import type { Calendar } from '../../../../../../src/families/geo/instances/series/calendar.js';
import { csvMeans } from '../../../../../../src/families/geo/instances/series/csv-means.js';
import { fixedClock } from '../../../../../../src/instances/time/file-clock.js';
import { offsetText } from '../../../../../../src/instances/time/zone.js';
import { readSeries } from '../../../../../support/csv-series.js';
import { CARBON, PRICE, type ValueLimits } from '../../../../../../models/fields/value-limits.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const HOUR_MS = 3_600_000;
const SOURCE: CsvSeries = {
  file: 'x.csv',
  timeColumn: 'time',
  valueColumn: 'usd',
  timeConvention: 'utc-beginning',
  intervalMinutes: 60,
  scale: 1,
  gaps: 'refuse',
};

function calendar(utc: string, epochCount: number, epochMinutes = 60): Calendar {
  return { startMs: Date.parse(`${utc}Z`), epochMs: epochMinutes * 60_000, epochCount };
}

interface Asked {
  readonly source?: Partial<CsvSeries>;
  readonly offsetH?: number;
  readonly limits?: ValueLimits;
}

type Answer = number[] | { path: string; value: unknown; remedy: string }[];

/** Means by epoch, or the problems. */
function read(text: string, days: Calendar, { source, offsetH = 0, limits = PRICE }: Asked = {}): Answer {
  const whole = { ...SOURCE, ...source };
  const clock = fixedClock(offsetH * HOUR_MS, offsetH === 0 ? 'UTC' : offsetText(offsetH * HOUR_MS));
  const rows = readSeries(text, whole, limits, clock);
  const answer = 'joined' in rows ? csvMeans(rows.joined, whole, clock, days) : rows;
  return 'faults' in answer
    ? answer.faults.map(({ path, value, remedy }) => ({ path, value, remedy }))
    : [...answer.means];
}

function faults(text: string, asked: Asked = {}, days = calendar('2017-01-01T00:00', 1)): string[] {
  return read(text, days, asked).map((one) => (typeof one === 'number' ? 'accepted' : one.path));
}

/** Hourly rows from `utc` on, the values counting from 1 / 10. */
function rowsFrom(utc: string, count: number): string {
  const start = Date.parse(`${utc}Z`);
  const stamp = (h: number): string => new Date(start + h * HOUR_MS).toISOString().slice(0, 16);
  return ['time,usd', ...Array.from({ length: count }, (_, h) => `${stamp(h)},${(h + 1) / 10}`)].join('\n');
}

describe('what a time stamp means', () => {
  const day = rowsFrom('2017-07-12T00:00', 24);
  it.each([
    ['utc-beginning', 0, 1.3],
    ['utc-ending', 0, 1.4],
    ['local-standard-beginning', -8, 0.5],
    ['local-standard-ending', -8, 0.6],
    ['local-standard-beginning', 5.5, 1.85],
  ] as const)('%s, %s h from UTC: noon UTC has %s', (timeConvention, offsetH, expected) => {
    const [mean] = read(day, calendar('2017-07-12T12:00', 1), { source: { timeConvention }, offsetH });
    expect(mean).toBeCloseTo(expected, 12);
  });

  it.each([
    '2017-07-12 12:00',
    '2017-07-12T12:00:00',
    '2017-07-12T12:00Z',
    '2017-07-12 12:00:00+00:00',
    '2017-07-12T12:00:00.000Z',
  ])('%s is read', (stamp) => {
    expect(read(`time,usd\n${stamp},2\n`, calendar('2017-07-12T12:00', 1))).toEqual([2]);
  });

  it('24:00 ends a day', () => {
    const source = { timeConvention: 'utc-ending' } as const;
    expect(read('time,usd\n2017-07-12 24:00,2\n', calendar('2017-07-12T23:00', 1), { source })).toEqual([2]);
  });

  it('an offset in the stamp says more than the convention', () => {
    expect(read('time,usd\n2017-01-01T00:00-08:00,1\n', calendar('2017-01-01T08:00', 1))).toEqual([1]);
    expect(read('time,usd\n2024-01-01T00:00+02:00,1\n', calendar('2023-12-31T22:00', 1))).toEqual([1]);
    const local = { source: { timeConvention: 'local-standard-beginning' }, offsetH: -8 } as const;
    expect(read('time,usd\n2017-01-01T00:00Z,1\n', calendar('2017-01-01T00:00', 1), local)).toEqual([1]);
    expect(read('time,usd\n2016-12-31T16:00-08:00,1\n', calendar('2017-01-01T00:00', 1), local)).toEqual([1]);
  });
});

describe('averages by duration', () => {
  it('quarters are averaged, hours are shared, values scaled', () => {
    const quarters = 'time,usd\n2017-01-01T00:00,10\n2017-01-01T00:15,20\n2017-01-01T00:30,30\n2017-01-01T00:45,40\n';
    const days = calendar('2017-01-01T00:00', 1);
    expect(read(quarters, days, { source: { intervalMinutes: 15, scale: 0.001 } })[0]).toBeCloseTo(0.025, 12);
    const [first, second] = read(rowsFrom('2017-01-01T00:00', 3), calendar('2017-01-01T00:30', 2));
    expect(first).toBeCloseTo(0.15, 12);
    expect(second).toBeCloseTo(0.25, 12);
  });

  it('negative prices are prices; negative carbon is none', () => {
    const text = 'time,usd\n2017-01-01T00:00,-0.0317\n';
    expect(read(text, calendar('2017-01-01T00:00', 1))).toEqual([-0.0317]);
    expect(faults(text, { limits: CARBON })).toEqual(['line 2, column 2 (usd)']);
  });

  test('property: two halves have the mean of the whole, and nothing is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 0, max: 119 }),
        fc.constantFrom(0, 5.5, -8, 5.75),
        (values, startMinute, offsetH) => {
          const first = Date.UTC(2017, 2, 12) + offsetH * HOUR_MS;
          const stamp = (h: number): string => new Date(first + h * HOUR_MS).toISOString().slice(0, 16);
          const text = ['time,usd', ...values.map((value, h) => `${stamp(h)},${value}`)].join('\n');
          const startMs = Date.UTC(2017, 2, 12) + startMinute * 60_000;
          const asked: Asked = { source: { timeConvention: 'local-standard-beginning' }, offsetH };
          const whole = read(text, { startMs, epochMs: 2 * HOUR_MS, epochCount: 12 }, asked) as number[];
          const half = read(text, { startMs, epochMs: HOUR_MS, epochCount: 24 }, asked) as number[];
          const all = read(text, { startMs, epochMs: 24 * HOUR_MS, epochCount: 1 }, asked) as number[];
          whole.forEach((mean, t) => {
            expect((half[2 * t]! + half[2 * t + 1]!) / 2).toBeCloseTo(mean, 9);
          });
          expect(whole.reduce((sum, mean) => sum + mean) / 12).toBeCloseTo(all[0]!, 9);
          expect(half[0]! * 60).toBeCloseTo(
            Array.from({ length: 60 }, (_, m) => values[Math.floor((startMinute + m) / 60)]!).reduce((a, b) => a + b),
            7,
          );
        },
      ),
      { numRuns: fuzzCount(60), seed: 3 },
    );
  });
});

describe('gaps', () => {
  const hours = (...values: string[]): string =>
    ['time,usd', ...values.flatMap((value, h) => (value === '-' ? [] : [`2017-01-01T0${h}:00,${value}`]))].join('\n');
  const previous: Asked = { source: { gaps: 'previous' } };

  it.each([
    ['a missing row', hours('1', '-', '-', '4', '5')],
    ['empty values', hours('1', '', '', '4', '5')],
  ])('%s: refused with the line before and the hours, or filled by the policy', (_, text) => {
    const days = calendar('2017-01-01T00:00', 5);
    const allFaults = read(text, days) as { path: string; value: unknown; remedy: string }[];
    expect(allFaults.map(({ path, value }) => ({ path, value }))).toEqual([
      { path: 'line 2', value: 'nothing from 2017-01-01T01:00 UTC to 2017-01-01T03:00 UTC (2 h)' },
    ]);
    expect(allFaults[0]!.remedy).toContain('"previous"');
    expect(read(text, days, previous)).toEqual([1, 1, 1, 4, 5]);
  });

  it.each([
    [2, 0, 5, hours('1', '-', '-', '4', '5')],
    [1, 2, 3, hours('1', '-', '-', '4', '5')],
    [0, 3, 2, hours('1', '-', '-', '4', '5')],
  ])('%d h are said to be filled of the horizon from hour %d on of %d h', (filledH, from, epochs, text) => {
    const whole = { ...SOURCE, ...previous.source };
    const utc = fixedClock(0, 'UTC');
    const rows = readSeries(text, whole, PRICE, utc);
    if ('faults' in rows) throw new Error(JSON.stringify(rows.faults));
    const answer = csvMeans(rows.joined, whole, utc, calendar(`2017-01-01T0${from}:00`, epochs));
    expect(answer.ok && answer.filledMs / HOUR_MS).toBe(filledH);
  });

  it('outside the horizon they do not matter', () => {
    expect(read(hours('1', '', '', '4', '5'), calendar('2017-01-01T03:00', 2))).toEqual([4, 5]);
  });

  it('nothing is invented before the first row, after the last, or for more than a day', () => {
    expect(faults(hours('', '2', '3'), previous, calendar('2017-01-01T00:00', 2))).toEqual(['line 3']);
    expect(faults(hours('1', '2', '3'), previous, calendar('2017-01-01T02:00', 2))).toEqual(['line 4']);
    const long = (hour: string): string => `time,usd\n2017-01-01T00:00,1\n2017-01-02T${hour}:00,2\n`;
    expect(read(long('01'), calendar('2017-01-01T00:00', 26), previous)).toEqual([...new Array<number>(25).fill(1), 2]);
    expect(faults(long('02'), previous, calendar('2017-01-01T00:00', 26))).toEqual(['line 2']);
  });

  it('a file of another time says what it holds', () => {
    const [fault] = read(rowsFrom('2016-01-01T00:00', 5), calendar('2017-01-01T00:00', 2)) as { remedy: string }[];
    expect(fault!.remedy).toContain('2016-01-01T00:00 UTC to 2016-01-01T05:00 UTC');
    expect(faults('time,usd\n2017-01-01T00:00,\n')).toEqual(['']);
  });
});

describe('another year', () => {
  it('hours are matched by month, day and hour, over New Year too', () => {
    const file = rowsFrom('2022-01-01T00:00', 8760);
    const days = calendar('2017-12-31T22:00', 4);
    const means = read(file, days, { source: { year: 2022, scale: 0.001 } }) as number[];
    expect(means.map((mean) => Math.round(mean * 1e4))).toEqual([8759, 8760, 1, 2]);
  });

  it('the days of a local file are local days', () => {
    const file = rowsFrom('2022-01-01T00:00', 8760);
    const source = { year: 2022, scale: 0.001, timeConvention: 'local-standard-beginning' } as const;
    const means = read(file, calendar('2017-01-01T07:00', 2), { source, offsetH: -8 }) as number[];
    expect(means.map((mean) => Math.round(mean * 1e4))).toEqual([8760, 1]);
  });

  it('a 29 February that the year does not have is refused, or is the 28th by the policy', () => {
    const file = rowsFrom('2022-01-01T00:00', 8760);
    const days = calendar('2016-02-28T23:00', 26);
    const refused = read(file, days, { source: { year: 2022, scale: 0.001 } }) as { path: string; value: unknown }[];
    expect(refused.map(({ value }) => value)).toEqual(["no 29 February in 2022, which stands for the horizon's year"]);
    const filled = read(file, days, { source: { year: 2022, scale: 0.001, gaps: 'previous' } }) as number[];
    const last = 59 * 24;
    const day28 = Array.from({ length: 24 }, (_, h) => 58 * 24 + h + 1);
    expect(filled.map((mean) => Math.round(mean * 1e4))).toEqual([last, ...day28, last + 1]);
  });

  it('a leap year of the file has its own, and a common year passes over it', () => {
    const file = rowsFrom('2020-01-01T00:00', 8784);
    const source = { year: 2020, scale: 0.001 };
    const tenths = (utc: string, count: number): number[] =>
      (read(file, calendar(utc, count), { source }) as number[]).map((mean) => Math.round(mean * 1e4));
    expect(tenths('2016-02-29T00:00', 2)).toEqual([59 * 24 + 1, 59 * 24 + 2]);
    expect(tenths('2017-02-28T23:00', 2)).toEqual([59 * 24, 60 * 24 + 1]);
  });
});

describe('malformed files', () => {
  const H = 'time,usd\n2017-01-01T00:00,1\n';
  it.each([
    ['Infinity', `${H}2017-01-01T01:00,Infinity\n`, 'line 3, column 2 (usd)'],
    ['a hexadecimal number', `${H}2017-01-01T01:00,0x10\n`, 'line 3, column 2 (usd)'],
    ['a decimal comma', `${H}2017-01-01T01:00,"0,1"\n`, 'line 3, column 2 (usd)'],
    ['USD/MWh without a scale', `${H}2017-01-01T01:00,45.2\n`, 'line 3, column 2 (usd)'],
    ['an hour twice', `${H}2017-01-01T01:00,1\n2017-01-01T00:00,2\n`, 'line 4, column 1 (time)'],
    ['half an hour', `${H}2017-01-01T01:00,1\n2017-01-01T00:30,2\n`, 'line 4, column 1 (time)'],
    ['no date', `${H}2017-02-29T00:00,2\n`, 'line 3, column 1 (time)'],
    ['another order of dates', `${H}01/02/2017 00:00,2\n`, 'line 3, column 1 (time)'],
    ['hour 25', `${H}2017-01-01T25:00,2\n`, 'line 3, column 1 (time)'],
    ['a field too many', `${H}2017-01-01T01:00,2,3\n`, 'line 3'],
    ['an open quote', `${H}"2017-01-01T01:00,2\n`, 'line 3'],
    ['another column', 'time,price\n2017-01-01T00:00,1\n', 'line 1'],
    ['a column twice', 'time,usd,usd\n2017-01-01T00:00,1,2\n', 'line 1'],
    ['a header alone', 'time,usd\n', ''],
    ['nothing', '', ''],
  ])('%s', (_, text, path) => {
    expect(faults(text, {}, calendar('2017-01-01T00:00', 2))).toEqual([path]);
  });

  it('all lines are named, up to twenty', () => {
    const bad = Array.from(
      { length: 30 },
      (_, h) => `2017-01-0${1 + Math.floor(h / 24)}T${String(h % 24).padStart(2, '0')}:00,x`,
    );
    const allFaults = read(['time,usd', ...bad].join('\n'), calendar('2017-01-01T00:00', 30)) as { value: unknown }[];
    expect(allFaults).toHaveLength(21);
    expect(allFaults[20]!.value).toBe('10 more faults');
  });

  it('a repeated hour names the first line and daylight saving', () => {
    const [fault] = read(`${H}2017-01-01T00:00,2\n`, calendar('2017-01-01T00:00', 1)) as { remedy: string }[];
    expect(fault!.remedy).toMatch(/line 2 .*daylight saving/);
  });
});
