import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jstat from 'jstat';
import { describe, expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenum } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

// What docs/geo/weather.md and docs/decisions/robust-times.md say of drawn numbers, held against those that are exported.

async function exported(
  what: string,
  instance: object,
  files: Readonly<Record<string, string>> = {},
): Promise<Map<string, string[]>> {
  const directory = temporaryDirectory();
  const file = join(directory, 'i.json');
  const out = join(directory, 'out.csv');
  writeFileSync(file, JSON.stringify(instance));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const { code, stderr } = await plenum('export', what, file, '--out', out);
  expect([code, stderr]).toEqual([0, '']);
  const [head, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\r\n');
  const cells = rows.map((row) => row.split(','));
  return new Map(head!.split(',').map((name, n) => [name, cells.map((row) => row[n]!)]));
}

const instanceAt = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(repository, 'instances', name), 'utf8')) as Record<string, unknown>;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const cov = (one: readonly number[], other: readonly number[]): number => {
  const [a, b] = [mean(one), mean(other)];
  return mean(one.map((value, n) => (value - a) * (other[n]! - b)));
};

/** tiny-arbitrage over other epochs; the first centre alone with more. */
function geo(epochs: number, start: string, more: object): object {
  const base = instanceAt('geo/tiny-arbitrage.json') as { horizon: object; dataCentres: object[]; taskTypes: object[] };
  const price = { source: 'series', usdPerKwh: Array.from({ length: epochs }, () => 0.1) };
  return {
    ...base,
    horizon: { ...base.horizon, start, epochs },
    dataCentres: base.dataCentres.map((centre, n) => ({ ...centre, price, ...(n === 0 ? more : {}) })),
    taskTypes: base.taskTypes.map((type) => ({ ...type, arrivalRatePerS: Array.from({ length: epochs }, () => 0.5) })),
  };
}

describe('series of a whole instance', () => {
  test('two local yearly files joined, in the zone that the price names, begin with the hours of the horizon', async () => {
    const price = {
      source: 'csv',
      file: ['y1.csv', 'y2.csv'],
      timeColumn: 'time',
      valueColumn: 'eur',
      timeConvention: 'local-beginning',
      timeZone: 'Europe/Berlin',
      intervalMinutes: 60,
      scale: 0.001,
      gaps: 'refuse',
    };
    // From 22:00 UTC on the last day of the year, 23:00 in Berlin.
    const instance = geo(4, '2023-12-31T22:00', { price });
    const series = await exported('series', instance, {
      'y1.csv': 'time,eur\n31.12.2023 22:00,99\n31.12.2023 23:00,10\n',
      'y2.csv': 'time,eur\n01.01.2024 00:00,20\n01.01.2024 01:00,30\n01.01.2024 02:00,40\n01.01.2024 03:00,99\n',
    });
    const west = series.get('data_centre')!.map((name) => name === 'west');
    const prices = series.get('price_usd_per_kwh')!.filter((_, n) => west[n]);
    expect(prices.map(Number)).toEqual([0.01, 0.02, 0.03, 0.04]);
  });

  test('modelled wind: Rayleigh hours about the mean, correlated by 0.9 from hour to hour, windiest at solar hour 15', async () => {
    const hours = 8784;
    const meanMPerS = 7;
    const longitudeDeg = -122.4;
    const wind = { rotorAreaM2: 10, efficiency: 0.5, speed: { source: 'model', meanMPerS, seed: 11 } };
    const series = await exported('series', geo(hours, '2016-01-01T00:00', { longitudeDeg, renewables: { wind } }));
    const west = series.get('data_centre')!.map((name) => name === 'west');
    const kWh = series
      .get('wind_kwh')!
      .filter((_, n) => west[n])
      .map(Number);
    expect(kWh).toHaveLength(hours);
    // Eq. 31 the other way round: E = beta A rho v^3 T / 2.
    const speed = kWh.map((energy) => Math.cbrt((2 * energy * 1000) / (0.5 * 10 * 1.225)));
    const solarHour = speed.map((_, h) => (h + 0.5 + longitudeDeg / 15 + 240) % 24);
    const phase = solarHour.map((hour) => (2 * Math.PI * hour) / 24);
    const [x, y] = [
      mean(speed.map((v, h) => v * Math.cos(phase[h]!))),
      mean(speed.map((v, h) => v * Math.sin(phase[h]!))),
    ];
    const peak = ((Math.atan2(y, x) * 24) / (2 * Math.PI) + 24) % 24;
    expect(Math.abs(peak - 15)).toBeLessThan(1.5);
    expect(Math.abs((2 * Math.hypot(x, y)) / mean(speed) - 0.2)).toBeLessThan(0.06);
    // v / ((2 m / sqrt pi) swing) squared is -ln(1 - Phi(z)).
    const z = speed.map((v, h) => {
      const scale = (2 * meanMPerS) / Math.sqrt(Math.PI);
      const calm = v / scale / (1 + 0.2 * Math.cos((2 * Math.PI * (solarHour[h]! - 15)) / 24));
      return jstat.normal.inv(-Math.expm1(-(calm ** 2)), 0, 1);
    });
    const news = z.slice(1).map((value, h) => (value - 0.9 * z[h]!) / Math.sqrt(1 - 0.9 ** 2));
    // Five standard errors of a sample of standard normals.
    const error = 5 / Math.sqrt(hours);
    expect(Math.abs(mean(news))).toBeLessThan(error);
    expect(Math.abs(cov(news, news) - 1)).toBeLessThan(error * Math.SQRT2);
    expect(Math.abs(cov(news.slice(1), news.slice(0, -1)))).toBeLessThan(error);
    expect(Math.abs(mean(news.map((value) => value ** 3)))).toBeLessThan(error * Math.sqrt(15));
    expect(Math.abs(mean(news.map((value) => value ** 4)) - 3)).toBeLessThan(error * Math.sqrt(96));
  });
});

describe('generated times of a robust instance', () => {
  test('have the means, coefficients of variation and correlations that are written down', async () => {
    const base = instanceAt('robust/spec25-thesis.json') as { workload: { tasks: object; taskTypes: unknown[] } };
    const coefficients = {
      taskCoV: 0.3,
      columnCoV: 0.2,
      timeCoV: 0.25,
      varianceTaskCoV: 0.35,
      varianceColumnCoV: 0.15,
    };
    const count = 4000;
    const meanS = 640;
    const tasks = { ...base.workload.tasks, count, seed: 3, meanS, ...coefficients };
    const times = await exported('times', { ...base, workload: { ...base.workload, tasks } });
    const columns = [...new Set(times.get('column'))];
    const means = new Map(columns.map((column) => [column, [] as number[]]));
    const factors = new Map(columns.map((column) => [column, [] as number[]]));
    const types = new Map<string, number>();
    for (const [n, column] of times.get('column')!.entries()) {
      const value = Number(times.get('mean_s')![n]);
      means.get(column)!.push(value);
      factors.get(column)!.push(Number(times.get('variance_s2')![n]) / (0.25 * value) ** 2);
      if (column === columns[0])
        types.set(times.get('task_type')![n]!, (types.get(times.get('task_type')![n]!) ?? 0) + 1);
    }
    expect(columns.length).toBeGreaterThan(5);
    // Squared coefficients of variation of a product of independent factors, and of what two columns have in common.
    const square = (first: number, second: number): number => (1 + first ** 2) * (1 + second ** 2) - 1;
    // Five standard errors, generously: heavier tails than a normal's.
    const error = 10 / Math.sqrt(count);
    for (const [of, centre, task, column] of [
      [means, meanS, 0.3, 0.2],
      [factors, 1, 0.35, 0.15],
    ] as const) {
      const [one, other] = [of.get(columns[0]!)!, of.get(columns[3]!)!];
      expect(one).toHaveLength(count);
      for (const values of [one, other]) {
        const spread = Math.sqrt(square(task, column));
        expect(Math.abs(mean(values) / centre - 1)).toBeLessThan((error / 2) * spread);
        expect(Math.abs(cov(values, values) / (centre * spread) ** 2 - 1)).toBeLessThan(2 * error);
      }
      expect(Math.abs(cov(one, other) / (centre * task) ** 2 - 1)).toBeLessThan(2 * error);
    }
    // Times and variances have streams of their own; gamma: skewness 2 V of a product is positive, that of the mean near it.
    expect(Math.abs(cov(means.get(columns[0]!)!, factors.get(columns[0]!)!) / (meanS * 0.36 * 0.38))).toBeLessThan(
      error,
    );
    expect(types.size).toBe(base.workload.taskTypes.length);
    const share = count / types.size;
    for (const number of types.values()) expect(Math.abs(number - share)).toBeLessThan(5 * Math.sqrt(share));
  });
});
