import { expect, it, test } from 'vitest';
import type { Horizon } from '../../../../../models/families/geo/instance.js';
import { sinusoidalArrivals } from '../../../../../src/families/geo/check/arrivals.js';
import { geoInstanceFaults } from '../../../../../src/families/geo/check/instance-faults.js';
import { geoDay, seriesOf } from '../../../../support/geo-day.js';

const WAVE = { meanPerS: 2, swing: 0.5, peakHour: 12, timeZone: 'America/New_York' };
const DAY: Horizon = {
  start: '2017-07-12T00:00',
  timeZone: 'America/Los_Angeles',
  epochs: 24,
  epochMinutes: 60,
  boundary: 'cyclic',
};

it('follows the clocks of its zone: noon in New York is 9 in Los Angeles, and 17 in London', () => {
  const found = sinusoidalArrivals({ ...DAY, epochMinutes: 30 }, { ...WAVE, peakHour: 12.25 })!;
  expect(found[18]).toBeCloseTo(3, 14);
  expect(found[6]).toBeCloseTo(2, 14);
  expect(sinusoidalArrivals({ ...DAY, timeZone: 'Europe/London' }, { ...WAVE, peakHour: 12.5 })![17]).toBeCloseTo(
    3,
    14,
  );
});

it('hours skipped and shown twice', () => {
  // From 00:00: 00:30, 01:30, 03:30, ... and 00:30, 01:30, 01:30, 02:30, ...
  const wave = { ...WAVE, timeZone: 'America/Los_Angeles', peakHour: 0.5 };
  const at = (hour: number): number => 2 + Math.cos((2 * Math.PI * hour) / 24);
  const first = (start: string): number[] => sinusoidalArrivals({ ...DAY, start }, wave)!.slice(0, 4);
  for (const [t, hour] of [0, 1, 3, 4].entries()) expect(first('2017-03-12T00:00')[t]).toBeCloseTo(at(hour), 14);
  for (const [t, hour] of [0, 1, 1, 2].entries()) expect(first('2017-11-05T00:00')[t]).toBeCloseTo(at(hour), 14);
});

it('no such zone, no such time', () => {
  expect(sinusoidalArrivals(DAY, { ...WAVE, timeZone: 'Mars/Olympus' })).toBeNull();
  expect(sinusoidalArrivals({ ...DAY, timeZone: 'Mars/Olympus' }, WAVE)).toBeNull();
  expect(sinusoidalArrivals({ ...DAY, start: '2017-03-12T02:30' }, WAVE)).toBeNull();
  expect(sinusoidalArrivals({ ...DAY, start: 'today' }, WAVE)).toBeNull();
});

test.each([
  ['2017-07-12T00:00', 24, 60],
  ['2017-03-12T00:00', 23, 60],
  ['2017-11-05T00:00', 25, 60],
  ['2017-03-12T05:00', 4, 60],
  ['2016-02-28T23:45', 96, 15],
  ['2017-12-31T12:00', 6, 240],
])(
  '%s, %s epochs of %s min: the series is the same, and any rate changed is noticed',
  (start, epochs, epochMinutes) => {
    const taskTypes = geoDay().taskTypes.map((task, i) => ({
      ...task,
      arrivalRatePerS: { ...WAVE, swing: 1, timeZone: ['Asia/Kolkata', 'Europe/London'][i]! },
    }));
    const instance = geoDay({ horizon: { start, epochs, epochMinutes }, taskTypes });
    const series = seriesOf(instance);
    expect(geoInstanceFaults(instance, series)).toEqual([]);
    for (const n of [0, 2 * epochs - 1]) {
      const arrivalRatePerS = series.arrivalRatePerS.with(n, series.arrivalRatePerS[n]! + 1e-9);
      expect(geoInstanceFaults(instance, { ...series, arrivalRatePerS })).toHaveLength(1);
    }
  },
);
