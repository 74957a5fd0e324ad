import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import type { DayClass, Tariff, TariffPeriod } from '../../../../../../models/families/geo/instance.js';
import { type Calendar, endMs } from '../../../../../../src/families/geo/instances/series/calendar.js';
import { tariffSeries, tariffShares } from '../../../../../../src/families/geo/instances/series/tariff.js';
import { offsetSegments } from '../../../../../../src/instances/time/zone.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const EVERY_DAY: readonly DayClass[] = ['weekday', 'saturday', 'sunday', 'holiday'];
const ZONES = ['America/Los_Angeles', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'];
const time = fc.integer({ min: 0, max: 96 }).map((quarter) => {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
});
const when = fc
  .tuple(fc.subarray([...EVERY_DAY], { minLength: 1 }), time, time)
  .filter(([, from, to]) => from < to)
  .map(([days, from, to]) => ({ days, from, to }));
const randomTariff: fc.Arbitrary<Tariff> = fc
  .record({
    periods: fc.array(fc.array(when, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    minutes: fc.constantFrom(0, 60, -60, 30),
  })
  .map(({ periods, minutes }) => {
    const all = [...periods, [{ days: EVERY_DAY, from: '00:00', to: '24:00' }]];
    const season = (name: string, from: string, base: number): Tariff['seasons'][number] => ({
      name,
      from,
      periods: all.map((times, p) => ({ name: `p${p}`, usdPerKwh: base + p, when: times })),
    });
    return {
      citation: '',
      seasons: [season('summer', '05-01', 1), season('winter', '11-01', 10)],
      holidays: ['2017-03-14', '2017-10-31'],
      daylightSaving: { rule: 'former-dates', minutes },
    };
  });
/** Around changes of clocks, shifts and seasons. */
const start = fc.tuple(
  fc.constantFrom('2017-03-11', '2017-04-01', '2017-10-28', '2017-10-31', '2017-11-04', '2016-02-28'),
  time,
);

test('property: shares of an epoch sum to 1, and two halves have the mean of the whole', () => {
  fc.assert(
    fc.property(randomTariff, fc.constantFrom(...ZONES), start, (tariff, zone, [date, clock]) => {
      const startMs = Date.parse(`${date}T${clock === '24:00' ? '00:00' : clock}Z`);
      const whole: Calendar = { startMs, epochMs: 3_600_000, epochCount: 50 };
      const halves: Calendar = { startMs, epochMs: 1_800_000, epochCount: 100 };
      const segments = offsetSegments(zone, startMs, endMs(whole));
      const shares = tariffShares(tariff, segments, whole).flat();
      for (let t = 0; t < 50; t++) expect(shares.reduce((sum, share) => sum + share[t]!, 0)).toBeCloseTo(1, 12);
      const prices = tariffSeries(tariff, segments, whole).usdPerKwh;
      const half = tariffSeries(tariff, segments, halves).usdPerKwh;
      prices.forEach((price, t) => {
        expect((half[2 * t]! + half[2 * t + 1]!) / 2).toBeCloseTo(price, 12);
      });
    }),
    { numRuns: fuzzCount(40), seed: 11 },
  );
});

test('property: minute by minute, by the clock on the wall, it comes to the same', () => {
  fc.assert(
    fc.property(randomTariff, fc.constantFrom(...ZONES), start, (tariff, zone, [date, clock]) => {
      const startMs = Date.parse(`${date}T${clock === '24:00' ? '00:00' : clock}Z`);
      const days: Calendar = { startMs, epochMs: 4 * 3_600_000, epochCount: 3 };
      const prices = tariffSeries(tariff, offsetSegments(zone, startMs, endMs(days)), days).usdPerKwh;
      for (const [t, price] of prices.entries()) {
        let sum = 0;
        for (let quarter = 0; quarter < 16; quarter++) {
          sum += priceByClock(tariff, startMs + t * days.epochMs + quarter * 900_000, zone);
        }
        expect(price).toBeCloseTo(sum / 16, 9);
      }
    }),
    { numRuns: fuzzCount(25), seed: 12 },
  );
});

/** As the tariff's text reads, without any of the tested code. Bounds lie on quarters of an hour. */
function priceByClock(tariff: Tariff, ms: number, zone: string): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const date = clock.toPlainDate().toString();
  const season = tariff.seasons[date.slice(5) >= '05-01' && date.slice(5) < '11-01' ? 0 : 1]!;
  const classes: DayClass[] = ['weekday', 'weekday', 'weekday', 'weekday', 'weekday', 'saturday', 'sunday'];
  const dayClass = tariff.holidays!.includes(date) ? 'holiday' : classes[clock.dayOfWeek - 1]!;
  const inSpring = date >= '2017-03-12' && date < '2017-04-02';
  const inAutumn = date >= '2017-10-29' && date < '2017-11-05';
  const shift = tariff.daylightSaving.rule === 'clock' ? 0 : tariff.daylightSaving.minutes;
  const minute = (clock.hour * 60 + clock.minute - (inSpring || inAutumn ? shift : 0) + 1440) % 1440;
  const text = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const matches = ({ days, from, to }: TariffPeriod['when'][number]): boolean =>
    days.includes(dayClass) && from <= text && text < to;
  return season.periods.find((period) => period.when.some(matches))!.usdPerKwh;
}
