import { describe, expect, it } from 'vitest';
import type { GeoInstance, Horizon } from '../../../../../models/families/geo/instance.js';
import { geoDay } from '../../../../support/geo-day.js';
import { horizonWarnings } from '../../../../../src/families/geo/instances/warnings.js';

function warned(horizon: Partial<Horizon>, rules: Partial<GeoInstance['rules']> = {}): string[] {
  const day = geoDay({ horizon, centre: { price: { source: 'tariff', tariff: 'e19' } } });
  return horizonWarnings({ ...day, rules: { ...day.rules, ...rules } });
}

describe('a cyclic horizon', () => {
  it.each([
    ['2017-07-12T00:00', 24],
    ['2017-03-12T00:00', 23],
    ['2017-11-05T00:00', 25],
    ['2017-03-11T12:00', 23],
    ['2017-03-12T00:00', 47],
  ])('of %s and %s hours ends at the hour it began', (start, epochs) => {
    expect(warned({ start, epochs })).toEqual([]);
  });

  it.each([
    ['2017-03-12T00:00', 24, '00:00 at its beginning and 01:00 at its end'],
    ['2017-11-05T00:00', 24, '00:00 at its beginning and 23:00 at its end'],
    ['2017-07-12T06:30', 6, '06:30 at its beginning and 12:30 at its end'],
  ])('of %s and %s hours does not', (start, epochs, told) => {
    const [warning] = warned({ start, epochs });
    expect(warning).toContain('horizon.boundary: cyclic');
    expect(warning).toContain(told);
    expect(warned({ start, epochs, boundary: 'open' })).toEqual([]);
  });

  it('clocks that change at its very end count: Havana, whose days begin at one', () => {
    const timeZone = 'America/Havana';
    expect(warned({ start: '2017-03-11T00:00', epochs: 24, timeZone })[0]).toContain(
      '00:00 at its beginning and 01:00',
    );
    expect(warned({ start: '2017-03-11T00:00', epochs: 24, timeZone: 'America/New_York' })).toEqual([]);
  });
});

describe('horizons of other years and of many days', () => {
  it('holidays that end before the horizon', () => {
    expect(warned({ start: '2019-07-04T00:00' })).toEqual([
      'tariffs: the holidays of "e19" name no day of 2019, when the horizon is.',
    ]);
    expect(warned({ start: '2018-12-31T12:00' })[0]).toContain('of 2019');
    // The list holds the New Year's Day after its year, and the last day ends with its last moment.
    expect(warned({ start: '2017-12-31T00:00' })).toEqual([]);
    expect(warned({ start: '2018-12-31T00:00' })).toEqual([]);
  });

  it('demand charges for more than a month, charged once', () => {
    const long = { start: '2017-05-01T00:00', epochs: 32, epochMinutes: 1440 };
    expect(warned(long, { demandChargeShare: 1 })[0]).toContain('rules.demandChargeShare: the horizon has 32 days');
    expect(warned({ ...long, epochs: 31 }, { demandChargeShare: 1 })).toEqual([]);
    expect(warned(long)).toEqual([]);
  });
});
