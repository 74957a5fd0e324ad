import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { DataCentre, GeoInstance, GeoRules } from '../../../../../../models/families/geo/instance.js';
import { epwText } from '../../../../../support/epw.js';
import { BASE, geoDay, type GeoDayChanges, problemPaths, seriesOf, sun } from '../../../../../support/geo-day.js';
import { randomGeoInstance } from '../../../../../support/geo.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('a day of one centre', () => {
  it('bounds, labels, prices, arrivals', () => {
    const series = seriesOf(geoDay());
    expect([series.utcBounds[0], series.utcBounds[24]]).toEqual(['2017-07-12T07:00Z', '2017-07-13T07:00Z']);
    const [centre] = series.centres;
    expect(centre!.localBeginnings[13]).toBe('2017-07-12T13:00-07:00');
    expect(new Set(centre!.usdPerKwh)).toEqual(new Set([0.1]));
    expect([centre!.gramsPerKwh, centre!.renewableKwh].flatMap((array) => [...array])).toEqual(new Array(48).fill(0));
    // 14:30 in New York is the middle of the epoch from 11:00 in California.
    const peak = series.arrivalRatePerS.indexOf(Math.max(...series.arrivalRatePerS));
    expect(Math.floor(peak / 2)).toBe(11);
    expect(series.arrivalRatePerS[22]).toBe(3);
    expect(series.arrivalRatePerS[23]).toBe(3);
    expect(series.arrivalRatePerS).toHaveLength(48);
    expect(series.files).toEqual([]);
  });

  it('series of rates go to their epoch and task type', () => {
    const rates = [Array.from({ length: 24 }, (_, t) => t), Array.from({ length: 24 }, (_, t) => 100 + t)];
    const taskTypes = BASE.taskTypes.map((task, i) => ({ ...task, arrivalRatePerS: rates[i]! }));
    expect(Array.from(seriesOf(geoDay({ taskTypes })).arrivalRatePerS.slice(0, 4))).toEqual([0, 100, 1, 101]);
  });

  it('23 and 25 hours: the same tariff hour has another epoch after the change', () => {
    const prices = (start: string, epochs: number): number[] => {
      const { centres } = seriesOf(
        geoDay({ horizon: { start, epochs }, centre: { price: { source: 'tariff', tariff: 'e19' } } }),
      );
      return Array.from(centres[0]!.usdPerKwh.slice(-16));
    };
    // From midnight of the Sunday into Monday, whose clock is the same hour after hour; 13 March has shifted bounds.
    expect(prices('2017-03-12T00:00', 23 + 24)[0]).toBe(0.09111);
    expect(prices('2017-03-12T00:00', 23 + 24)[1]).toBeCloseTo((0.09111 + 0.10573) / 2, 12);
    expect(prices('2017-11-05T00:00', 25 + 24)).toEqual(prices('2017-11-06T00:00', 24));
    expect(
      seriesOf(geoDay({ horizon: { start: '2017-11-05T00:00', epochs: 25 } })).centres[0]!.localBeginnings.slice(0, 4),
    ).toEqual(['2017-11-05T00:00-07:00', '2017-11-05T01:00-07:00', '2017-11-05T01:00-08:00', '2017-11-05T02:00-08:00']);
  });
});

describe('renewable energy', () => {
  it('is energy: half the epoch, half the kWh (Eqs. 30 and 31)', () => {
    const renewables = (epochs: number): DataCentre['renewables'] => ({
      ...sun(new Array<number>(epochs).fill(500)),
      wind: {
        rotorAreaM2: 100,
        efficiency: 0.4,
        speed: { source: 'series', mPerS: new Array<number>(epochs).fill(10), airDensityKgPerM3: 1.2 },
      },
    });
    const energy = (epochMinutes: number, epochs: number): number[] => {
      const { centres } = seriesOf(
        geoDay({ horizon: { epochMinutes, epochs }, centre: { renewables: renewables(epochs) } }),
      );
      return [centres[0]!.solarKwh[0]!, centres[0]!.windKwh[0]!, centres[0]!.renewableKwh[0]!];
    };
    expect(energy(60, 24)).toEqual([100, 24, 124]);
    expect(energy(30, 48)).toEqual([50, 12, 62]);
    expect(energy(180, 8)).toEqual([300, 72, 372]);
  });

  it('of a weather file: hub height, density and rated power, cubed hour by hour', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'site.epw'), epwText({ windMPerS: (hour) => (hour % 2 === 0 ? 0 : 10) }));
    const windKwh = (ratedPowerW: number | undefined, epochMinutes: number, epochs: number): number =>
      seriesOf(
        geoDay({
          horizon: { start: '2017-01-12T00:00', epochMinutes, epochs },
          centre: {
            renewables: {
              wind: {
                rotorAreaM2: 100,
                efficiency: 0.4,
                ratedPowerW,
                speed: { source: 'epw', file: 'site.epw', hubM: 80, shearExponent: 1 / 3 },
              },
            },
          },
        }),
        directory,
      ).centres[0]!.windKwh.reduce((sum, kwh) => sum + kwh);
    // 80 m: (80 / 10)^(1/3) = 2; rho = 101325 / (287.05 * 293.15).
    const hourly = (0.5 * 0.4 * 100 * (101_325 / (287.05 * 293.15)) * 20 ** 3) / 1000;
    expect(windKwh(undefined, 60, 24)).toBeCloseTo(12 * hourly, 6);
    expect(windKwh(undefined, 240, 6)).toBeCloseTo(12 * hourly, 6);
    expect(windKwh(100_000, 60, 24)).toBeCloseTo(12 * 100, 6);
  });

  it('of the modelled wind is greatest at three in the afternoon by the sun: later by the clock of UTC in the west', () => {
    // One seed draws the same everywhere: what differs is the daily swing of a fifth (docs/geo/weather.md), cubed.
    const windKwh = (longitudeDeg: number): Float64Array =>
      seriesOf(
        geoDay({
          horizon: { start: '2017-07-12T00:00', epochMinutes: 60, epochs: 24 },
          centre: {
            longitudeDeg,
            renewables: {
              wind: { rotorAreaM2: 1000, efficiency: 0.4, speed: { source: 'model', meanMPerS: 7, seed: 3 } },
            },
          },
        }),
      ).centres[0]!.windKwh;
    const [east, west] = [windKwh(-75), windKwh(-120)];
    // Midnight by the clock of the first centre, in the Pacific's summer time, is 7 h UTC.
    const swing = (hour: number, longitudeDeg: number): number =>
      1 + 0.2 * Math.cos((Math.PI / 12) * (7 + hour + 0.5 + longitudeDeg / 15 - 15));
    east.forEach((kwh, hour) => {
      expect(west[hour]! / kwh).toBeCloseTo((swing(hour, -120) / swing(hour, -75)) ** 3, 9);
    });
  });

  it.each(['clear-sky', 'model'] as const)('of the %s: the same however the day is cut, and seeded', (source) => {
    const renewables = (seed: number): DataCentre['renewables'] =>
      source === 'clear-sky'
        ? { solar: { panelAreaM2: 1000, efficiency: 0.2, irradiance: { source, clearness: 0.7 } } }
        : { wind: { rotorAreaM2: 1000, efficiency: 0.4, speed: { source, meanMPerS: 7, seed } } };
    const energy = (epochMinutes: number, seed = 1): Float64Array =>
      seriesOf(
        geoDay({
          horizon: { start: '2017-07-12T00:30', epochMinutes, epochs: 1440 / epochMinutes },
          centre: { renewables: renewables(seed) },
        }),
      ).centres[0]!.renewableKwh;
    const [quarters, whole] = [energy(15), energy(120)];
    whole.forEach((kwh, t) => {
      expect(quarters.slice(8 * t, 8 * t + 8).reduce((sum, part) => sum + part)).toBeCloseTo(kwh, 6);
    });
    expect(energy(120)).toEqual(whole);
    expect(energy(120, 2)[0] === whole[0]).toBe(source === 'clear-sky');
    expect(Math.max(...whole)).toBeGreaterThan(1);
  });
});

describe('surplus', () => {
  const prices = [0.1, -0.02, 0.05, 0.2];
  const rule = (surplus: GeoRules['surplus']): GeoDayChanges => ({
    horizon: { epochs: 4 },
    surplus,
    centre: { price: { source: 'series', usdPerKwh: prices }, renewables: sun([500, 500, 0, 500]) },
  });

  it('as printed earns the price, also a negative one', () => {
    const [centre] = seriesOf(geoDay(rule({ rule: 'printed' }))).centres;
    expect([...centre!.surplusUsdPerKwh]).toEqual(prices);
    expect([...centre!.renewableKwh]).toEqual([100, 100, 0, 100]);
  });

  it('curtailed earns nothing, and the sun stays on offer when buying is paid', () => {
    const [centre] = seriesOf(geoDay(rule({ rule: 'curtailed' }))).centres;
    expect([...centre!.surplusUsdPerKwh]).toEqual([0, 0, 0, 0]);
    expect([...centre!.renewableKwh]).toEqual([100, 100, 0, 100]);
    expect([...centre!.solarKwh]).toEqual([100, 100, 0, 100]);
  });

  it('a feed-in price above what a kWh costs in any epoch, its carbon included, is refused where there is something to feed in', () => {
    const changes = rule({ rule: 'feed-in', usdPerKwh: 0.04 });
    expect(problemPaths(geoDay(changes))).toEqual(['geo.json: rules.surplus.usdPerKwh']);
    const { renewables, ...centre } = changes.centre!;
    expect(renewables).toBeDefined();
    expect([...seriesOf(geoDay({ ...changes, centre })).centres[0]!.surplusUsdPerKwh]).toEqual([
      0.04, 0.04, 0.04, 0.04,
    ]);
    const dear = { ...changes.centre, price: { source: 'series', usdPerKwh: [0.1, 0.04, 0.03, 0.2] } } as const;
    expect(problemPaths(geoDay({ ...changes, centre: dear }))).toEqual(['geo.json: rules.surplus.usdPerKwh']);
    // -0.02 + 200 USD/t x 300 g = 0.04 USD/kWh, but for rounding.
    const carbon = { source: 'series', gramsPerKwh: [0, 300, 0, 0] } as const;
    const dirty = { ...changes, centre: { ...changes.centre, carbon } };
    expect(problemPaths(withCarbonPrice(geoDay(dirty), 200.1))).toEqual([]);
    expect(problemPaths(withCarbonPrice(geoDay(dirty), 199))).toEqual(['geo.json: rules.surplus.usdPerKwh']);
    expect(problemPaths(geoDay(rule({ rule: 'feed-in', usdPerKwh: 0 })))).toEqual([]);
    const positive = { ...changes.centre, price: { source: 'series', usdPerKwh: [0.1, 0.04, 0.05, 0.2] } } as const;
    const allowed = seriesOf(geoDay({ ...changes, centre: positive }));
    expect([...allowed.centres[0]!.surplusUsdPerKwh]).toEqual([0.04, 0.04, 0.04, 0.04]);
  });
});

test('random instances of the support have series', () => {
  for (let seed = 1; seed <= fuzzCount(20); seed++) {
    const given = randomGeoInstance(seed, { prices: seed % 2 === 0 ? 'tariff' : 'series', carbon: 'price' });
    const { centres, arrivalRatePerS } = seriesOf(given);
    expect(centres).toHaveLength(given.dataCentres.length);
    expect(arrivalRatePerS).toHaveLength(given.horizon.epochs * given.taskTypes.length);
    for (const { usdPerKwh, surplusUsdPerKwh } of centres) {
      expect(surplusUsdPerKwh.every((price, t) => price <= usdPerKwh[t]!)).toBe(true);
    }
  }
});

function withCarbonPrice(instance: GeoInstance, carbonUsdPerTonne: number): GeoInstance {
  return { ...instance, rules: { ...instance.rules, carbonUsdPerTonne } };
}
