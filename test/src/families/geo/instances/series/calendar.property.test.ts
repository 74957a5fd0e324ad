import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import type { Horizon } from '../../../../../../models/families/geo/instance.js';
import { calendarOf, endMs, localHourOfMiddle } from '../../../../../../src/families/geo/instances/series/calendar.js';
import { localText, offsetAt, offsetSegments, zoneFault } from '../../../../../../src/instances/time/zone.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const HOUR_MS = 3_600_000;
const PACIFIC = 'America/Los_Angeles';

function horizon(changes: Partial<Horizon>): Horizon {
  return { start: '2017-07-12T00:00', timeZone: PACIFIC, epochs: 24, epochMinutes: 60, boundary: 'cyclic', ...changes };
}

function faultsOf(changes: Partial<Horizon>): { path: string; remedy: string }[] {
  const judged = calendarOf(horizon(changes));
  return judged.ok ? [] : judged.faults.map(({ path, remedy }) => ({ path, remedy }));
}

function beginsAt(start: string, timeZone: string): string {
  const judged = calendarOf(horizon({ start, timeZone }));
  if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
  return new Date(judged.calendar.startMs).toISOString().slice(0, 16);
}

describe('the start of the horizon', () => {
  it.each([
    ['2017-07-12T00:00', PACIFIC, '2017-07-12T07:00'],
    ['2017-01-12T00:00', PACIFIC, '2017-01-12T08:00'],
    ['2017-07-12T00:00', 'Asia/Kolkata', '2017-07-11T18:30'],
    ['2017-07-12T00:00', 'Asia/Kathmandu', '2017-07-11T18:15'],
    ['2017-07-12T00:00', 'America/St_Johns', '2017-07-12T02:30'],
    ['2016-02-29T12:00', 'UTC', '2016-02-29T12:00'],
    ['2017-03-12T01:59', PACIFIC, '2017-03-12T09:59'],
    ['2017-03-12T03:00', PACIFIC, '2017-03-12T10:00'],
    ['2017-11-05T00:59', PACIFIC, '2017-11-05T07:59'],
    ['2017-11-05T02:00', PACIFIC, '2017-11-05T10:00'],
  ])('%s in %s is %s in UTC', (start, timeZone, utc) => {
    expect(beginsAt(start, timeZone)).toBe(utc);
  });

  it.each([
    ['2017-03-12T02:00', PACIFIC, '2017-03-12T03:00'],
    ['2017-03-12T02:30', PACIFIC, '2017-03-12T03:00'],
    // Half an hour of daylight saving.
    ['2017-10-01T02:15', 'Australia/Lord_Howe', '2017-10-01T02:30'],
    // A day that Samoa never had.
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T00:00'],
  ])('%s in %s is not taken for another time: the next is %s', (start, timeZone, next) => {
    const faults = faultsOf({ start, timeZone });
    expect(faults.map(({ path }) => path)).toEqual(['horizon.start']);
    expect(faults[0]!.remedy).toContain(`"${next}"`);
  });

  it('neither of two times that the clocks show is picked; the remedy names both', () => {
    const faults = faultsOf({ start: '2017-11-05T01:30' });
    expect(faults[0]!.path).toBe('horizon.start');
    expect(beginsAt('2017-11-05T08:30', 'UTC')).toBe('2017-11-05T08:30');
    expect(faults[0]!.remedy).toMatch(/UTC.*"2017-11-05T08:30".*"2017-11-05T09:30"/);
  });

  it.each([
    '2017-02-29T00:00',
    '2017-04-31T00:00',
    '2017-07-12',
    '2017-07-12T24:00',
    '2017-07-12T00:00Z',
    '1969-01-01T00:00',
  ])('%s is no start', (start) => {
    expect(faultsOf({ start }).map(({ path }) => path)).toEqual(['horizon.start']);
  });

  it.each([0, 7, 50, 7.5, -60, 1441, NaN])('epochs of %s minutes do not divide a day', (epochMinutes) => {
    expect(faultsOf({ epochMinutes }).map(({ path }) => path)).toEqual(['horizon.epochMinutes']);
  });

  it('all that is wrong is said at once', () => {
    const paths = faultsOf({ epochMinutes: 50, epochs: 0, start: 'x' }).map(({ path }) => path);
    expect(paths).toEqual(['horizon.epochMinutes', 'horizon.epochs', 'horizon.start']);
    expect(faultsOf({ timeZone: 'America/Los_Angles' })[0]!.remedy).toContain('"America/Los_Angeles"');
  });
});

describe('zones', () => {
  it.each(['UTC', 'Europe/Berlin', 'Etc/GMT+8', 'America/Argentina/Buenos_Aires'])('%s is one', (name) => {
    expect(zoneFault(name, 'here')).toBeUndefined();
  });

  it.each(['EST', 'mst', 'HST'])('%s is in the data base, but most who write it mean more', (name) => {
    expect(zoneFault(name, 'here')?.remedy).toContain('no daylight saving time: write ');
  });

  it.each(['+05:30', 'Z', '', 'Mars/Olympus', '2017-07-12T00:00[UTC]', 'Europe/Berlin '])('"%s" is none', (name) => {
    expect(zoneFault(name, 'here')?.path).toBe('here');
  });
});

describe('days that are not 24 hours long', () => {
  it.each([
    ['2017-03-12', 23, [10]],
    ['2017-11-05', 25, [9]],
    ['2017-07-12', 24, []],
    ['2016-02-29', 24, []],
  ] as const)('%s has %s hours', (date, hours, changesAtUtcHour) => {
    const from = Temporal.PlainDate.from(date).toZonedDateTime(PACIFIC);
    const to = from.add({ days: 1 });
    expect((to.epochMilliseconds - from.epochMilliseconds) / HOUR_MS).toBe(hours);
    const segments = offsetSegments(PACIFIC, from.epochMilliseconds, to.epochMilliseconds);
    expect(segments.slice(1).map(({ fromMs }) => new Date(fromMs).getUTCHours())).toEqual(changesAtUtcHour);
    expect(segments.map(({ fromMs }) => fromMs).slice(1)).toEqual(segments.map(({ toMs }) => toMs).slice(0, -1));
    expect([segments[0]!.fromMs, segments.at(-1)!.toMs]).toEqual([from.epochMilliseconds, to.epochMilliseconds]);
  });

  it('24 epochs of an hour from midnight end an hour late or early, and their labels show it', () => {
    const last = (start: string): string => {
      const judged = calendarOf(horizon({ start }));
      if (!judged.ok) throw new Error();
      const end = endMs(judged.calendar);
      return localText(end, offsetAt(offsetSegments(PACIFIC, judged.calendar.startMs, end + 1), end));
    };
    expect(last('2017-03-12T00:00')).toBe('2017-03-13T01:00-07:00');
    expect(last('2017-11-05T00:00')).toBe('2017-11-05T23:00-08:00');
  });

  it('the local hour of an epoch is that of its middle, by the clock of the moment', () => {
    const judged = calendarOf(horizon({ start: '2017-11-05T00:00', epochs: 4 }));
    if (!judged.ok) throw new Error();
    const { calendar } = judged;
    const segments = offsetSegments(PACIFIC, calendar.startMs, endMs(calendar));
    expect([0, 1, 2, 3].map((epoch) => localHourOfMiddle(calendar, epoch, segments))).toEqual([0.5, 1.5, 1.5, 2.5]);
  });
});

const ZONES = [PACIFIC, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC', 'Africa/Casablanca'];

test('property: segments and labels name the very instants', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) / 60_000 }),
      fc.integer({ min: 1, max: 400 * 24 }),
      fc.integer({ min: 0, max: 999 }),
      (zone, startMinute, hours, permille) => {
        const from = startMinute * 60_000;
        const to = from + hours * HOUR_MS;
        const ms = from + Math.floor(((to - from) * permille) / 1000 / 60_000) * 60_000;
        const offset = offsetAt(offsetSegments(zone, from, to), ms);
        expect(Temporal.Instant.from(localText(ms, offset)).epochMilliseconds).toBe(ms);
        expect(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6).toBe(
          offset,
        );
      },
    ),
    { numRuns: fuzzCount(60), seed: 5 },
  );
});
