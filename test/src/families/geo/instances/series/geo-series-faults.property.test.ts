import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DataCentre } from '../../../../../../models/families/geo/instance.js';
import { flatTariff } from '../../../../../support/flat-tariff.js';
import { geoDay, type GeoDayChanges, problemPaths, seriesOf, sun } from '../../../../../support/geo-day.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';

describe('files', () => {
  const csv = { timeColumn: 'utc', valueColumn: 'usd', timeConvention: 'utc-beginning', intervalMinutes: 60 } as const;
  const price = (file: string): DataCentre['price'] => ({ source: 'csv', file, ...csv, scale: 0.001, gaps: 'refuse' });
  const day = (value: (hour: number) => string): string =>
    [
      'utc,usd',
      ...Array.from(
        { length: 48 },
        (_, h) => `2017-07-${12 + Math.floor(h / 24)}T${String(h % 24).padStart(2, '0')}:00Z,${value(h)}`,
      ),
    ].join('\n');

  it('plain or packed, read once and kept for a hash', () => {
    const directory = temporaryDirectory();
    writeFileSync(
      join(directory, 'prices.csv'),
      day((h) => String(h)),
    );
    writeFileSync(join(directory, 'prices.csv.gz'), gzipSync(day((h) => String(h))));
    const plain = seriesOf(geoDay({ centre: { price: price('prices.csv') } }), directory);
    const packed = seriesOf(geoDay({ centre: { price: price('prices.csv.gz') } }), directory);
    expect(plain.centres[0]!.usdPerKwh[0]).toBeCloseTo(0.007, 12);
    expect(packed.centres[0]!.usdPerKwh).toEqual(plain.centres[0]!.usdPerKwh);
    expect(plain.files.map(({ file }) => file)).toEqual([join(directory, 'prices.csv')]);
  });

  it('problems name the file, each once though two centres read it', () => {
    const directory = temporaryDirectory();
    writeFileSync(
      join(directory, 'prices.csv'),
      day((h) => (h === 30 ? 'x' : '1')),
    );
    const one = geoDay({ centre: { price: price('prices.csv') } });
    const two = { ...one, dataCentres: [one.dataCentres[0]!, { ...one.dataCentres[0]!, name: 'other' }] };
    expect(problemPaths(two, directory)).toEqual([`${join(directory, 'prices.csv')}: line 32, column 2 (usd)`]);
  });

  it.each([
    ['missing', 'no.csv', ''],
    ['no archive', 'false.csv.gz', ''],
    ['a directory', '.', ''],
  ])('%s', (_, file, path) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'false.csv.gz'), 'utc,usd\n');
    expect(problemPaths(geoDay({ centre: { price: price(file) } }), directory)).toEqual([
      `${join(directory, file)}: ${path}`,
    ]);
  });
});

describe('bad instances', () => {
  const series = (count: number, value = 0.1): readonly number[] => new Array<number>(count).fill(value);
  it.each<[string, GeoDayChanges, string[]]>([
    [
      'a short price series',
      { centre: { price: { source: 'series', usdPerKwh: series(23) } } },
      ['dataCentres[0].price.usdPerKwh'],
    ],
    [
      'a long one',
      { centre: { price: { source: 'series', usdPerKwh: series(25) } } },
      ['dataCentres[0].price.usdPerKwh'],
    ],
    [
      'NaN',
      { centre: { price: { source: 'series', usdPerKwh: [...series(23), NaN] } } },
      ['dataCentres[0].price.usdPerKwh[23]'],
    ],
    [
      'USD/MWh',
      { centre: { price: { source: 'series', usdPerKwh: [...series(23), 45] } } },
      ['dataCentres[0].price.usdPerKwh[23]'],
    ],
    [
      'negative carbon',
      { centre: { carbon: { source: 'series', gramsPerKwh: series(24, -1).slice(0, 24) } } },
      series(24).map((_, t) => `dataCentres[0].carbon.gramsPerKwh[${t}]`),
    ],
    [
      'negative irradiance',
      { centre: { renewables: sun([...series(23, 1), -1]) } },
      ['dataCentres[0].renewables.solar.irradiance.wPerM2[23]'],
    ],
    ['an unknown tariff', { centre: { price: { source: 'tariff', tariff: 'e20' } } }, ['dataCentres[0].price.tariff']],
    [
      'a tariff named like a method',
      { centre: { price: { source: 'tariff', tariff: 'toString' } } },
      ['dataCentres[0].price.tariff'],
    ],
    [
      'unknown zones',
      { centre: { timeZone: 'Mars/Olympus' }, horizon: { timeZone: 'Venus' } },
      ['horizon.timeZone', 'dataCentres[0].timeZone'],
    ],
    [
      'a faulty tariff nobody uses',
      { tariffs: { bad: { ...flatTariff(1, 'x'), holidays: ['never'] } } },
      ['tariffs.bad.holidays[0]'],
    ],
    ['epochs that do not divide a day', { horizon: { epochMinutes: 50 } }, ['horizon.epochMinutes']],
  ])('%s', (_, changes, paths) => {
    expect(problemPaths(geoDay(changes))).toEqual(paths.map((path) => `geo.json: ${path}`));
  });
});
