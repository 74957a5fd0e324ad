import { describe, expect, it, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import type { DayClass, Tariff, TariffPeriod } from '../../../../../../models/families/geo/instance.js';
import { type Calendar, endMs } from '../../../../../../src/families/geo/instances/series/calendar.js';
import { PGE_E19_2017_SECONDARY as E19 } from '../../../../../../src/families/geo/instances/series/tariff-catalogue.js';
import { flatTariff } from '../../../../../support/flat-tariff.js';
import { tariffFaults } from '../../../../../../src/families/geo/instances/series/tariff-faults.js';
import { tariffSeries, type TariffSeries } from '../../../../../../src/families/geo/instances/series/tariff.js';
import { offsetSegments } from '../../../../../../src/instances/time/zone.js';

const PACIFIC = 'America/Los_Angeles';
const EVERY_DAY: readonly DayClass[] = ['weekday', 'saturday', 'sunday', 'holiday'];

function calendar(start: string, epochCount: number, epochMinutes = 60, zone = PACIFIC): Calendar {
  const startMs = Temporal.PlainDateTime.from(start).toZonedDateTime(zone).epochMilliseconds;
  return { startMs, epochMs: epochMinutes * 60_000, epochCount };
}

function series(tariff: Tariff, days: Calendar, zone = PACIFIC): TariffSeries {
  return tariffSeries(tariff, offsetSegments(zone, days.startMs, endMs(days)), days);
}

/** USD/kWh of the day's hours. */
function hours(start: string, count = 24): number[] {
  return [...series(E19, calendar(start, count)).usdPerKwh];
}

/** Prices in cents that are easy to add. */
function nightAndDay(changes: Partial<Tariff> = {}): Tariff {
  return {
    ...flatTariff(0, 'Drawn for a test'),
    seasons: [
      {
        name: 'year',
        from: '01-01',
        periods: [
          { name: 'night', usdPerKwh: 1, when: [{ days: EVERY_DAY, from: '00:00', to: '06:00' }] },
          { name: 'day', usdPerKwh: 0, when: [{ days: EVERY_DAY, from: '00:00', to: '24:00' }] },
        ],
      },
    ],
    ...changes,
  };
}

describe('Schedule E-19 of 2017', () => {
  it('on a summer weekday, hours that hold a bound at half past are shared', () => {
    const [off, part, peak] = [0.08445, 0.11127, 0.15178];
    const day = hours('2017-07-12T00:00');
    expect(day[7]).toBe(off);
    expect(day[8]).toBeCloseTo((off + part) / 2, 12);
    expect([day[9], day[11], day[12], day[17], day[18], day[20]]).toEqual([part, part, peak, peak, part, part]);
    expect(day[21]).toBeCloseTo((off + part) / 2, 12);
    expect(day[22]).toBe(off);
  });

  it.each(['2017-07-04', '2017-07-15', '2017-07-16', '2017-09-04', '2017-05-29'])('%s is off-peak all day', (date) => {
    expect(new Set(hours(`${date}T00:00`))).toEqual(new Set([0.08445]));
  });

  it.each(['2017-01-02', '2017-02-20', '2017-11-23', '2017-12-25', '2017-11-11', '2018-01-01'])(
    '%s is off-peak all day in winter',
    (date) => {
      expect(new Set(hours(`${date}T00:00`))).toEqual(new Set([0.09111]));
    },
  );

  it('Veterans Day on a Saturday makes no holiday of the Friday before', () => {
    expect(hours('2017-11-10T00:00')[12]).toBe(0.10573);
  });

  it.each([
    ['2017-03-10', 8, 21],
    ['2017-03-13', 9, 22],
    ['2017-03-31', 9, 22],
    ['2017-04-03', 8, 21],
    ['2017-10-27', 8, 21],
    ['2017-10-30', 9, 22],
    ['2017-11-03', 9, 22],
    ['2017-11-06', 8, 21],
  ])('on %s the hours at %s and %s are the shared ones', (date, morning, evening) => {
    const day = hours(`${date}T00:00`);
    const shared = day.flatMap((price, hour) =>
      [0.08445, 0.09111, 0.10573, 0.11127, 0.15178].includes(price) ? [] : [hour],
    );
    expect(shared).toEqual([morning, evening]);
  });

  it('in a shifted autumn the peak begins an hour later too', () => {
    const day = hours('2017-10-31T00:00');
    expect([day[12], day[13], day[18], day[19]]).toEqual([0.11127, 0.15178, 0.15178, 0.11127]);
  });

  it('the season changes at midnight', () => {
    expect(hours('2017-10-31T23:00', 2)).toEqual([0.08445, 0.09111]);
    expect(hours('2017-04-30T23:00', 2)).toEqual([0.09111, 0.08445]);
  });

  it('the daylight-saving rule moves 176 quarters of an hour of the year', () => {
    const year = calendar('2017-01-01T00:00', 35_040, 15, 'Etc/GMT+8');
    const shifted = series(E19, year, 'Etc/GMT+8').usdPerKwh;
    const plain = series({ ...E19, daylightSaving: { rule: 'clock' } }, year, 'Etc/GMT+8').usdPerKwh;
    expect(shifted.filter((price, t) => price !== plain[t])).toHaveLength(176);
  });

  it('demand charges come with the epochs that any part of their period touches', () => {
    const { demandPeriods } = series(E19, calendar('2017-07-12T00:00', 24));
    expect(demandPeriods).toEqual([
      { name: 'summer peak', usdPerKwMonth: 18.64, epochs: [12, 13, 14, 15, 16, 17] },
      { name: 'summer part-peak', usdPerKwMonth: 5.18, epochs: [8, 9, 10, 11, 18, 19, 20, 21] },
      { name: 'summer at any time', usdPerKwMonth: 17.56, epochs: Array.from({ length: 24 }, (_, t) => t) },
    ]);
    expect(series(E19, calendar('2017-07-15T00:00', 3)).demandPeriods).toEqual([
      { name: 'summer at any time', usdPerKwMonth: 17.56, epochs: [0, 1, 2] },
    ]);
  });

  it('has no fault', () => {
    expect(tariffFaults(E19, ['tariffs', 'e19'])).toEqual([]);
  });
});

test('a demand charge at any time of a season counts in all of its epochs', () => {
  const [season] = nightAndDay().seasons;
  const charged = { ...season!, demandUsdPerKwMonth: 17.56 };
  const { demandPeriods } = series(nightAndDay({ seasons: [charged] }), calendar('2017-07-12T00:00', 3));
  expect(demandPeriods).toEqual([{ name: 'year at any time', usdPerKwMonth: 17.56, epochs: [0, 1, 2] }]);
});

describe('days that are not 24 hours long', () => {
  it.each([
    ['2017-03-12T00:00', 23, 5],
    ['2017-11-05T00:00', 25, 7],
    ['2017-07-12T00:00', 24, 6],
    ['2016-02-29T00:00', 24, 6],
  ])('of the day from %s, %s hours long, %s hours are before six', (start, count, night) => {
    const prices = series(nightAndDay(), calendar(start, count)).usdPerKwh;
    expect(prices.reduce((sum, price) => sum + price)).toBe(night);
    expect(prices[count - 1]).toBe(0);
    expect(series(nightAndDay(), calendar(start, count + 1)).usdPerKwh[count]).toBe(1);
  });

  it('a zone half an hour off has its bounds at half past in UTC', () => {
    const days = calendar('2017-07-12T00:00', 12, 60, 'UTC');
    expect([...series(nightAndDay(), days, 'Asia/Kolkata').usdPerKwh]).toEqual([0.5, ...new Array<number>(11).fill(0)]);
  });
});

describe('seasons', () => {
  const season = (name: string, from: string, usdPerKwh: number): Tariff['seasons'][number] => ({
    ...flatTariff(usdPerKwh, '').seasons[0]!,
    name,
    from,
  });

  it('the last of the year runs over New Year, in whatever order they are listed', () => {
    const tariff = nightAndDay({
      seasons: [season('late', '10-15', 3), season('leap', '02-29', 1), season('mid', '06-01', 2)],
    });
    const price = (date: string): number => series(tariff, calendar(`${date}T00:00`, 1)).usdPerKwh[0]!;
    const dates = [
      '2016-01-01',
      '2016-02-28',
      '2016-02-29',
      '2017-02-28',
      '2017-03-01',
      '2017-06-01',
      '2017-10-14',
      '2017-10-15',
    ];
    expect(dates.map(price)).toEqual([3, 3, 1, 3, 1, 2, 2, 3]);
  });
});

describe('faults', () => {
  const paths = (changes: Partial<Tariff>): string[] =>
    tariffFaults(nightAndDay(changes), ['tariffs', 't']).map(({ path }) => path);
  const withPeriod = (changes: Partial<TariffPeriod>): Partial<Tariff> => {
    const [season] = nightAndDay().seasons;
    return { seasons: [{ ...season!, periods: [{ ...season!.periods[0]!, ...changes }, season!.periods[1]!] }] };
  };
  const always = (from: string, to: string): TariffPeriod['when'] => [{ days: EVERY_DAY, from, to }];

  it.each([
    [withPeriod({ when: always('22:00', '06:00') }), 'tariffs.t.seasons[0].periods[0].when[0].to'],
    [withPeriod({ when: always('8:30', '09:00') }), 'tariffs.t.seasons[0].periods[0].when[0].from'],
    [withPeriod({ when: always('08:30', '24:30') }), 'tariffs.t.seasons[0].periods[0].when[0].to'],
    [withPeriod({ name: 'day' }), 'tariffs.t.seasons[0].periods[1].name'],
    [{ holidays: ['2017-02-29'] }, 'tariffs.t.holidays[0]'],
    [{ daylightSaving: { rule: 'former-dates', minutes: 0.5 } }, 'tariffs.t.daylightSaving.minutes'],
    [{ seasons: [] }, 'tariffs.t.seasons'],
    [{ seasons: [{ ...nightAndDay().seasons[0]!, from: '02-30' }] }, 'tariffs.t.seasons[0].from'],
  ] as const)('%#: named by path', (changes, path) => {
    expect(paths(changes)).toEqual([path]);
  });

  it('a moment without a period is refused for the very class of days', () => {
    const [season] = nightAndDay().seasons;
    const days: TariffPeriod = {
      name: 'd',
      usdPerKwh: 1,
      when: [{ days: ['weekday', 'saturday', 'sunday'], from: '00:00', to: '24:00' }],
    };
    const almost: TariffPeriod = { ...days, when: [...days.when, { days: ['holiday'], from: '00:00', to: '23:59' }] };
    const faults = (period: TariffPeriod, holidays: string[]): unknown[] =>
      tariffFaults(nightAndDay({ seasons: [{ ...season!, periods: [period] }], holidays }), []).map(
        ({ value }) => value,
      );
    expect(faults(days, [])).toEqual([]);
    expect(faults(days, ['2017-01-01'])).toEqual(['no period on a holiday from 00:00 to 24:00']);
    expect(faults(almost, ['2017-01-01'])).toEqual(['no period on a holiday from 23:59 to 24:00']);
  });

  it('seasons that begin on one day or share a name', () => {
    const [season] = nightAndDay().seasons;
    expect(paths({ seasons: [season!, season!] })).toEqual(['tariffs.t.seasons[1].from', 'tariffs.t.seasons[1].name']);
  });
});
