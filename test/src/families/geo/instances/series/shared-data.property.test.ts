import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import type { CsvSeries } from '../../../../../../models/families/geo/instance.js';
import { clearSkyMeanWPerM2 } from '../../../../../../models/physics/renewables/clear-sky.js';
import { cosineOfZenith } from '../../../../../../models/physics/renewables/solar-position.js';
import { readEpw } from '../../../../../../src/instances/series/epw.js';
import { geoSeries } from '../../../../../../src/families/geo/instances/series/geo-series.js';
import { PGE_E19_2017_SECONDARY } from '../../../../../../src/families/geo/instances/series/tariff-catalogue.js';
import { readMaybePacked } from '../../../../../../src/instances/packed-text-file.js';
import { geoDay, problemPaths, seriesOf } from '../../../../../support/geo-day.js';
import { describeShared } from '../../../../../support/shared-data.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface E19Sheet {
  readonly voltage: {
    readonly secondary: {
      readonly demand_usd_per_kw_month: Record<string, Record<string, number>>;
      readonly energy_usd_per_kwh: Record<string, Record<string, number>>;
    };
  };
  readonly periods_weekday_local: Record<string, Record<string, [string, string][]>>;
}

describeShared('Schedule E-19 as read from its sheets', 'data', 'prices/pge_e19_2017.json', (path) => {
  const sheet = JSON.parse(readFileSync(path, 'utf8')) as E19Sheet;

  it('prices, demand charges and bounds agree', () => {
    for (const { name: season, periods, demandUsdPerKwMonth } of PGE_E19_2017_SECONDARY.seasons) {
      const demand = sheet.voltage.secondary.demand_usd_per_kw_month[season]!;
      for (const { name, usdPerKwh, demandUsdPerKwMonth: ofPeriod, when } of periods) {
        const key = name.replace('-', '_');
        expect(usdPerKwh).toBe(sheet.voltage.secondary.energy_usd_per_kwh[season]![key]);
        expect(ofPeriod).toBe(demand[key] ?? 0);
        const weekday = when.filter(({ days }) => days.includes('weekday')).map(({ from, to }) => [from, to]);
        expect(weekday).toEqual(sheet.periods_weekday_local[season]![key]);
      }
      expect(demandUsdPerKwMonth).toBe(demand['max']);
    }
  });
});

const PRICE_FILE = 'US-CAL-CISO_da_2020-2024.csv';
const PRICES: CsvSeries = {
  file: PRICE_FILE,
  timeColumn: 'utc',
  valueColumn: 'price_usd_per_mwh',
  timeConvention: 'utc-beginning',
  intervalMinutes: 60,
  scale: 0.001,
  gaps: 'refuse',
};

describeShared('hourly prices of the California ISO', 'data', `prices/${PRICE_FILE}`, (path) => {
  const prices = (start: string, epochs: number): Float64Array =>
    seriesOf(geoDay({ horizon: { start, epochs }, centre: { price: { source: 'csv', ...PRICES } } }), dirname(path))
      .centres[0]!.usdPerKwh;

  it('a day of 23, 24, 25 hours and a 29 February hold the very rows', () => {
    const text = readFileSync(path, 'utf8');
    const rows = new Map(text.split('\n').map((line) => line.split(',') as [string, string]));
    for (const [start, utc, epochs] of [
      ['2023-03-12T00:00', '2023-03-12T08:00Z', 23],
      ['2023-11-05T00:00', '2023-11-05T07:00Z', 25],
      ['2024-02-29T00:00', '2024-02-29T08:00Z', 24],
    ] as const) {
      const expected = Array.from({ length: epochs }, (_, h) => {
        const stamp = new Date(Date.parse(utc) + h * HOUR_MS).toISOString().slice(0, 16);
        return Number(rows.get(`${stamp}Z`)) / 1000;
      });
      prices(start, epochs).forEach((price, h) => {
        expect(price).toBeCloseTo(expected[h]!, 12);
      });
    }
  });

  it('summer evenings are dearer than noons by the local clock', () => {
    const july = prices('2023-07-01T00:00', 31 * 24);
    const atHour = (hour: number): number =>
      july.filter((_, t) => t % 24 === hour).reduce((sum, price) => sum + price) / 31;
    expect(atHour(19)).toBeGreaterThan(2 * atHour(10));
  });
});

const MIX = 'CISO_2022_generation_mix.csv.gz';
describeShared('carbon intensity from a file of the generation mix', 'data', `carbon/${MIX}`, (path) => {
  const folder = dirname(path);
  const source: CsvSeries = { ...PRICES, file: MIX, timeColumn: 'timestamp', valueColumn: 'avg_CI', scale: 1 };
  const day = (start: string, gaps: CsvSeries['gaps'], year?: number): ReturnType<typeof geoDay> =>
    geoDay({ horizon: { start }, centre: { carbon: { source: 'csv', ...source, gaps, year } } });

  it('is read as it is, packed, and dips at noon; another year takes its hours', () => {
    const [centre] = seriesOf(day('2022-04-20T00:00', 'refuse'), folder).centres;
    expect(centre!.gramsPerKwh[12]).toBeLessThan(0.8 * centre!.gramsPerKwh[20]!);
    const [other] = seriesOf(day('2017-04-20T00:00', 'refuse', 2022), folder).centres;
    expect(other!.gramsPerKwh).toEqual(centre!.gramsPerKwh);
  });

  it('its missing hours are refused, or filled by the policy', () => {
    const lines = (readMaybePacked(path) as { text: string }).text.split('\n');
    const empty = lines.findIndex((line) => line.endsWith(','));
    expect(empty).toBeGreaterThan(0);
    const start = `${lines[empty]!.slice(0, 10)}T00:00`;
    expect(problemPaths(day(start, 'refuse'), folder).join()).toContain(MIX);
    expect(seriesOf(day(start, 'previous'), folder).centres[0]!.gramsPerKwh.every((grams) => grams > 0)).toBe(true);
  });
});

const PSM = 'weather/amarillo_tx_2012/35.2018863_-101.945027_psmv3_60_2012.csv';
describeShared('solar zenith angles of the NSRDB, Amarillo 2012', 'data', PSM, (path) => {
  it('agree within 0.35 degrees', () => {
    const rows = readFileSync(path, 'utf8').trim().split('\n').slice(3);
    let worst = 0;
    for (const row of rows) {
      const [year, month, day, hour, minute, , , , , , zenith] = row.split(',').map(Number);
      const utcMs = Date.UTC(year!, month! - 1, day, hour, minute) + 6 * HOUR_MS;
      const ours = (Math.acos(cosineOfZenith(35.21, -101.94, utcMs)) * 180) / Math.PI;
      // Theirs is refracted: near the horizon and below the two are not the same.
      if (zenith! < 85) worst = Math.max(worst, Math.abs(ours - zenith!));
    }
    expect(worst).toBeLessThan(0.35);
    expect(worst).toBeGreaterThan(0);
  });
});

describeShared('clear days of typical years', 'data', 'weather/epw', (folder) => {
  const sites = readdirSync(folder).map((file) => {
    const read = readMaybePacked(`${folder}/${file}`);
    const epw = read.ok ? readEpw(read.text) : read;
    if (!read.ok || !epw.ok || !('year' in epw)) throw new Error(file);
    const location = read.text.split('\n', 1)[0]!.split(',');
    const { offsetMs, values } = epw.year;
    // A year without 29 February: its hours are 60 x 24 onwards of the leap year from 1 March.
    const days = Array.from({ length: 365 }, (_, d) => {
      const first = 24 * (d < 59 ? d : d + 1);
      const hours = Array.from(values.irradianceWPerM2.slice(first, first + 24));
      const from = Date.UTC(2001, 0, 1) + d * DAY_MS - offsetMs;
      const clear = hours.map((_, h) =>
        clearSkyMeanWPerM2(Number(location[6]), Number(location[7]), from + h * HOUR_MS, from + (h + 1) * HOUR_MS),
      );
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b);
      const centre = (values: readonly number[]): number =>
        sum(values.map((value, h) => value * (h + 0.5))) / sum(values);
      return {
        month: new Date(from + offsetMs).getUTCMonth(),
        ratio: sum(hours) / sum(clear),
        late: centre(hours) - centre(clear),
      };
    });
    const clearest = Array.from({ length: 12 }, (_, month) =>
      days
        .filter((day) => day.month === month)
        .sort((a, b) => b.ratio - a.ratio)
        .slice(0, 3),
    );
    return { file, clearest };
  });

  it('the three clearest days of a month have the energy of the model within 12 %, but for two dark months of 192', () => {
    expect(sites).toHaveLength(16);
    const means = sites.flatMap(({ clearest }) =>
      clearest.map((days) => days.reduce((sum, { ratio }) => sum + ratio, 0) / 3),
    );
    expect(Math.max(...means)).toBeLessThan(1.12);
    expect(means.filter((mean) => mean < 0.88)).toHaveLength(2);
  });

  it('and have it at the same time, since rows end their hour by standard time; Seattle is half an hour late', () => {
    const late = sites.map(({ file, clearest }) => {
      const hours = clearest.flat().map((day) => day.late);
      return { file, meanH: hours.reduce((a, b) => a + b) / hours.length };
    });
    const typical = late.filter(({ file }) => file.includes('TMY3'));
    expect(typical).toHaveLength(15);
    expect(typical.filter(({ meanH }) => Math.abs(meanH) >= 0.15)).toEqual([]);
    // Not a TMY3 but a reanalysis (SRC-TMYx), whose rows are centred on the hour: the file's doing.
    expect(late.find(({ file }) => file.includes('Seattle'))!.meanH).toBeCloseTo(0.5, 1);
  });

  it('the file of a site gives its epochs', () => {
    const file = readdirSync(folder).find((name) => name.includes('San.Francisco'))!;
    const renewables = { solar: { panelAreaM2: 1000, efficiency: 0.2, irradiance: { source: 'epw', file } } } as const;
    const answer = geoSeries(geoDay({ centre: { renewables } }), folder);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    const kwh = answer.centres[0]!.solarKwh;
    expect(kwh.indexOf(Math.max(...kwh))).toBeGreaterThanOrEqual(12);
    expect(kwh.slice(0, 4).every((value) => value === 0)).toBe(true);
  });
});
