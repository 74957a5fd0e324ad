import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CsvSeries } from '../../../../../../models/families/geo/instance.js';
import { csvMeans } from '../../../../../../src/families/geo/instances/series/csv-means.js';
import {
  fixedClock,
  type FileClock,
  judgeStandard,
  localClock,
} from '../../../../../../src/instances/time/file-clock.js';
import { offsetText } from '../../../../../../src/instances/time/zone.js';
import type { ValueLimits } from '../../../../../../models/fields/value-limits.js';
import { clockOfPeople, clockStamp, loggedRows, type SlowClock } from '../../../../../oracle/slow-logger.js';
import { readSeries } from '../../../../../support/csv-series.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const MINUTE_MS = 60_000;
const DAY = 1440;
const ANY: ValueLimits = { what: 'a number', unit: '1', least: 0, most: 1e9, remedy: 'Correct it.' };

/** Zone, a day near which something happens (or nothing), and the hours of its standard time: one, or one before and one from an instant on. */
const PLACES = [
  ['Europe/Berlin', '2024-03-31', [1]],
  ['Europe/Berlin', '2024-10-27', [1]],
  ['America/New_York', '2024-11-03', [-5]],
  ['America/St_Johns', '2024-03-10', [-3.5]],
  ['America/St_Johns', '2024-11-03', [-3.5]],
  ['Australia/Lord_Howe', '2024-04-07', [10.5]],
  ['Australia/Lord_Howe', '2024-10-06', [10.5]],
  ['Europe/Dublin', '2024-03-31', [0]],
  ['Europe/Dublin', '2024-10-27', [0]],
  ['America/Havana', '2024-03-10', [-5]],
  ['America/Havana', '2024-11-03', [-5]],
  ['Antarctica/Troll', '2024-10-27', [0]],
  ['Africa/Casablanca', '2024-03-10', undefined],
  ['Africa/Casablanca', '2024-04-14', undefined],
  ['Pacific/Apia', '2011-12-30', [-11, '2011-12-30T10:00Z', 13]],
  ['Asia/Almaty', '2024-01-15', [6]],
  ['Asia/Almaty', '2024-03-01', [6, '2024-02-29T18:00Z', 5]],
  ['Europe/Istanbul', '2016-09-07', [2, '2016-09-06T21:00Z', 3]],
  ['Europe/Istanbul', '2016-12-12', [3]],
  ['Asia/Amman', '2022-10-28', [2, '2022-10-27T22:00Z', 3]],
  ['Asia/Kathmandu', '2024-07-01', [5.75]],
  ['UTC', '2024-07-01', [0]],
] as const;

/** Kinds of files. Ends are those that the clock shows or, "moved", beginnings plus the interval. */
const KINDS = [
  ...([
    'utc',
    'standard',
    'standard-end',
    'fixed',
    'local',
    'local-end',
    'local-end-moved',
    'stated',
    'stated-end',
  ] as const),
] as const;

function standardOf(hours: readonly [number] | readonly [number, string, number]): SlowClock {
  return (minute) => {
    const isAfter = hours.length === 3 && minute * MINUTE_MS >= Date.parse(hours[1]);
    return minute + 60 * (isAfter ? hours[2] : hours[0]);
  };
}

test('property: the value that holds at a minute is that of the row which a logger with that clock had open then', () => {
  const drawn = fc.record({
    place: fc.constantFrom(...PLACES),
    kind: fc.constantFrom(...KINDS),
    interval: fc.constantFrom(5, 15, 30, 60, 120, 240, 720, DAY),
    startMinute: fc.integer({ min: -2 * DAY, max: DAY }),
    epochMinutes: fc.constantFrom(30, 60, 240),
    isReversed: fc.boolean(),
  });
  fc.assert(
    fc.property(drawn, ({ place: [zone, date, hours], kind, interval, startMinute, epochMinutes, isReversed }) => {
      fc.pre(hours !== undefined || !kind.startsWith('standard'));
      const noon = Date.parse(`${date}T12:00Z`) / MINUTE_MS;
      const people = clockOfPeople(zone);
      const slow: SlowClock = kind.startsWith('standard')
        ? standardOf(hours!)
        : kind === 'utc'
          ? (minute) => minute
          : kind === 'fixed'
            ? (minute) => minute - 210
            : people;
      const rows = loggedRows(slow, noon - 4 * DAY, noon + 5 * DAY, interval);
      // A clock that goes back into the middle of an interval it had left gives no table that can be told apart.
      const times = new Map<number, number>();
      for (const { label } of rows) times.set(label, (times.get(label) ?? 0) + 1);
      fc.pre(rows.every(({ from, to, label }) => times.get(label) === 1 || to - from === interval));
      // A stated offset is that of the beginning or end itself, which must be one of the interval's.
      fc.pre(!kind.startsWith('stated') || rows.every(({ from, label }) => slow(from) === label));
      const offset = (minute: number): string => offsetText((people(minute) - minute) * MINUTE_MS);
      const stamps = rows.map(({ from, to, label }) => {
        if (kind === 'stated') return `${clockStamp(label)}${offset(from)}`;
        if (kind === 'stated-end') return `${clockStamp(slow(to))}${offset(to)}`;
        if (kind === 'local-end-moved') return clockStamp(label + interval);
        return clockStamp(kind.endsWith('end') ? slow(to) : label);
      });
      const lines = stamps.map((stamp, n) => `${stamp},${n}`);
      const text = ['t,v', ...(isReversed ? lines.toReversed() : lines)].join('\n');
      const startMs = (noon + startMinute) * MINUTE_MS;
      const calendar = { startMs, epochMs: epochMinutes * MINUTE_MS, epochCount: 12 };
      const clock: FileClock | readonly number[] = kind.startsWith('standard')
        ? judgeStandard(zone, startMs, startMs + 12 * calendar.epochMs)
        : kind === 'utc'
          ? fixedClock(0, 'UTC')
          : kind === 'fixed'
            ? fixedClock(-210 * MINUTE_MS, 'UTC-03:30')
            : localClock(zone);
      if (!('kind' in clock)) throw new Error(`standard time of ${zone} is not decided`);
      const base =
        kind.startsWith('standard') || kind === 'fixed' ? 'local-standard' : kind === 'utc' ? 'utc' : 'local';
      const timeConvention: CsvSeries['timeConvention'] = `${base}-${kind.includes('end') ? 'ending' : 'beginning'}`;
      const source: CsvSeries = {
        file: 'x.csv',
        timeColumn: 't',
        valueColumn: 'v',
        timeConvention,
        intervalMinutes: interval,
        scale: 1,
        gaps: 'refuse',
      };
      const read = readSeries(text, source, ANY, clock);
      if ('faults' in read) throw new Error(JSON.stringify(read.faults));
      const answer = csvMeans(read.joined, source, clock, calendar);
      if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
      let row = 0;
      for (let epoch = 0; epoch < 12; epoch++) {
        let sum = 0;
        for (let m = 0; m < epochMinutes; m++) {
          const minute = noon + startMinute + epoch * epochMinutes + m;
          while (rows[row]!.to <= minute) row++;
          sum += row;
        }
        expect(answer.means[epoch]).toBeCloseTo(sum / epochMinutes, 6);
      }
    }),
    { numRuns: fuzzCount(1500, 200), seed: 42 },
  );
});

describe('days of 23, 24 and 25 hours', () => {
  const days = (first: string, count: number): string => {
    const start = Date.parse(`${first}T00:00Z`);
    const rows = Array.from({ length: count }, (_, n) =>
      new Date(start + n * DAY * MINUTE_MS).toISOString().slice(0, 10),
    );
    return ['day,price', ...rows.map((day, n) => `${day},${100 + n}`)].join('\n');
  };
  const source = (change: Partial<CsvSeries> = {}): CsvSeries => ({
    file: 'x.csv',
    timeColumn: 'day',
    valueColumn: 'price',
    timeConvention: 'local-beginning',
    intervalMinutes: DAY,
    scale: 0.001,
    gaps: 'refuse',
    ...change,
  });
  /** Prices hour by hour from an instant, or what is wrong. */
  const hourly = (
    text: string,
    zone: string,
    utc: string,
    epochCount: number,
    change: Partial<CsvSeries> = {},
  ): unknown[] => {
    const clock = localClock(zone);
    const read = readSeries(text, source(change), ANY, clock);
    if ('faults' in read) return [...read.faults];
    const answer = csvMeans(read.joined, source(change), clock, {
      startMs: Date.parse(utc),
      epochMs: 60 * MINUTE_MS,
      epochCount,
    });
    return answer.ok
      ? [...answer.means]
      : answer.faults.map(({ path, allowed, remedy }) => ({ path, allowed, remedy }));
  };
  const hours = (...runs: readonly (readonly [count: number, price: number])[]): number[] =>
    runs.flatMap(([count, price]) => new Array<number>(count).fill(price));

  it.each([
    ['Europe/Berlin', '2024-03-29', '2024-03-29T23:00Z', 23],
    ['Europe/Berlin', '2024-10-25', '2024-10-25T22:00Z', 25],
    ['Europe/Berlin', '2024-06-01', '2024-06-01T22:00Z', 24],
    ['America/Havana', '2024-03-08', '2024-03-09T05:00Z', 23],
    ['America/Havana', '2024-11-01', '2024-11-02T04:00Z', 25],
  ])('%s: the price of a day holds from midnight to midnight, from %s on', (zone, first, utc, length) => {
    // 24 hours of the day before, the day itself, an hour of the day after.
    const expected = hours([24, 0.101], [length, 0.102], [1, 0.103]);
    expect(hourly(days(first, 4), zone, utc, expected.length)).toEqual(
      expected.map((price) => expect.closeTo(price, 12) as number),
    );
  });

  it('a day that was left out has no hours', () => {
    const expected = hours([24, 0.1], [24, 0.102]).map((price) => expect.closeTo(price, 12) as number);
    // Samoa went from the end of 29 December 2011 to 31 December.
    const text = days('2011-12-29', 4).replace(/2011-12-30,.*/, '2011-12-30,');
    expect(hourly(text, 'Pacific/Apia', '2011-12-29T10:00Z', 48)).toEqual(expected);
    expect(hourly(days('2011-12-29', 4), 'Pacific/Apia', '2011-12-29T10:00Z', 48)).toMatchObject([
      { path: 'line 3, column 1 (day)' },
    ]);
    expect(hourly(days('2011-12-29', 4), 'Pacific/Apia', '2011-12-29T10:00Z', 24)).toHaveLength(24);
  });

  it('a date is no time for rows of hours, and no end', () => {
    const utc = '2024-06-01T22:00Z';
    expect(hourly(days('2024-06-01', 4), 'Europe/Berlin', utc, 1, { intervalMinutes: 60 })[0]).toMatchObject({
      path: 'line 2, column 1 (day)',
      remedy: expect.stringContaining('intervalMinutes to 1440') as string,
    });
    expect(hourly(days('2024-06-01', 4), 'Europe/Berlin', utc, 1, { timeConvention: 'local-ending' })[0]).toMatchObject(
      { path: 'line 2, column 1 (day)', remedy: expect.stringContaining('local-beginning') as string },
    );
  });
});
