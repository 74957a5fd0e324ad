import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeoCell } from '../../models/families/geo/outcome.js';
import { renderGeoReport } from '../../src/families/geo/report/html/report.js';
import type { GeoReportRequest } from '../../src/families/geo/report/input.js';
import { geoSample } from '../fixtures/report/comparison.js';
import { browserDesk, skipsBrowser } from '../support/browser.js';
import { type ChartPanel, readChart, readPanels } from '../support/chart-data.js';
import { readHeat } from '../support/chart-heat.js';
import { expectDrawn } from '../support/chart-near.js';
import { randomGeoInstance } from '../support/geo.js';
import { type GeoReportCase, reportCase } from '../src/families/geo/report/case.js';

const FRONT: GeoReportRequest['front'] = {
  method: 'gld-lp',
  points: [
    { carbonCapKg: null, carbonUsdPerTonne: null, carbonKg: 90, costUsd: 10, boundUsd: 9, gap: 1 / 9 },
    { carbonCapKg: 60, carbonUsdPerTonne: null, carbonKg: 55, costUsd: 14, boundUsd: 13, gap: 1 / 13 },
  ],
  pareto: [1, 0],
};

/** Costs of compared methods by trial, USD. Intervals are drawn from five trials on. */
const COSTS_USD = { 'fdld-so': [7362.24], 'gald-cl': [1930.5, 2025.06, 1950, 2100, 1894.44], 'gld-lp': [1632.34] };

/** Epochs of half an hour: a kilowatt hour of an epoch is two kilowatts. */
function halfHours(): GeoReportCase {
  const instance = randomGeoInstance(5, { centres: 2, epochs: 4, taskTypes: 2 });
  return reportCase({ ...instance, horizon: { ...instance.horizon, epochMinutes: 30 } });
}

describe.skipIf(skipsBrowser)('charts of geo pages, read back in the units of their axes', () => {
  const desk = browserDesk();
  const input: GeoReportCase = { ...halfHours(), front: FRONT };
  const { evaluation, instance, series: given } = input;
  const names = instance.dataCentres.map(({ name }) => name);

  beforeAll(async () => {
    await writeFile(join(desk.folder, 'report.html'), renderGeoReport(input));
    await writeFile(join(desk.folder, 'compare.html'), (await geoSample(COSTS_USD)).page);
  });

  const read = async (name: string, title: string): Promise<ChartPanel> => {
    const page = await desk.open(name);
    const chart = await readChart(page, title);
    return chart;
  };
  /** Every epoch from its begin to its end, hours. */
  const stepped = (values: readonly number[], epochH: number): number[][] =>
    values.flatMap((value, t) => [
      [t * epochH, value],
      [(t + 1) * epochH, value],
    ]);
  const drawnKw = (cell: GeoCell): number => 2 * (cell.nodeKwh + cell.cracKwh + cell.overheadKwh + cell.transitionKwh);

  it('panels of centres stand in kW and USD per kWh over half hours', async () => {
    const page = await desk.open('report.html');
    const panels = await readPanels(page, 'power at the meter by use');
    expect(panels.map(({ name }) => name).sort()).toEqual(names.map((name) => `${name}, kW`).sort());
    for (const { name, xName, lines, series, toRight } of panels) {
      const d = names.findIndex((centre) => name === `${centre}, kW`);
      const cells = evaluation.cells.map((row) => row[d]!);
      expect(xName).toBe('h');
      expectDrawn(
        series['nodes'],
        stepped(
          cells.map(({ nodeKwh }) => 2 * nodeKwh),
          0.5,
        ),
      );
      const top = lines.filter(({ strokeWidth }) => strokeWidth === 0).map(({ points }) => points);
      expectDrawn(top[0], stepped(cells.map(drawnKw), 0.5));
      const ownKw = Array.from(given.centres[d]!.renewableKwh, (kwh) => 2 * kwh);
      if (Math.max(...ownKw) > 0) expectDrawn(series['sun and wind, kW'], stepped(ownKw, 0.5));
      const prices = series['price, USD/kWh (right)']!.map(([h, left]) => [h, toRight!(left)]);
      expectDrawn(prices, stepped([...given.centres[d]!.usdPerKwh], 0.5));
    }
  });

  it('heat maps stand in kW and USD per kWh', async () => {
    const page = await desk.open('report.html');
    const power = await readHeat(page, 'Heat map of power');
    const price = await readHeat(page, 'Heat map of price');
    expect([power.keyName, price.keyName]).toEqual(['power at the meter, kW', 'price of electricity, USD/kWh']);
    for (const [d, name] of names.entries()) {
      const valuesOf = (map: typeof power) =>
        map.rows.find((row) => row.name.startsWith(name))!.cells.map(({ value }) => value);
      expectDrawn(
        valuesOf(power),
        evaluation.cells.map((row) => drawnKw(row[d]!)),
      );
      expectDrawn(valuesOf(price), [...given.centres[d]!.usdPerKwh]);
    }
  });

  it('cost stands in USD by epoch, nodes by their mean, rates per second', async () => {
    const cost = await read('report.html', 'cost of every epoch');
    expect(cost.xName).toMatch(/^hours since /);
    expect(cost.yName).toBe('USD per epoch');
    const rate = (instance.rules.carbonUsdPerTonne ?? 0) / 1000;
    const byEpoch = evaluation.cells.map((row) =>
      row.reduce((sum, { energyUsd, transitionUsd, carbonKg }) => sum + energyUsd + transitionUsd + rate * carbonKg, 0),
    );
    expectDrawn(Object.values(cost.series)[0], stepped(byEpoch, 0.5));
    const awake = await read('report.html', 'nodes awake on average');
    expect(awake.xName).toBe('mean nodes awake');
    for (const { name, bars } of awake.rows) {
      const d = names.indexOf(name);
      const nodes = evaluation.cells.map((row) => row[d]!.awake.reduce((sum, count) => sum + count, 0));
      expectDrawn([bars.at(-1)!.to], [nodes.reduce((sum, count) => sum + count, 0) / nodes.length]);
    }
    const page = await desk.open('report.html');
    for (const { name, series } of await readPanels(page, 'tasks per second served')) {
      const i = instance.taskTypes.findIndex((type) => name === `${type.name}, tasks/s`);
      expectDrawn(
        series['served, tasks/s'],
        stepped(
          evaluation.servedPerS.map((row) => row[i]!),
          0.5,
        ),
      );
    }
  });

  it('a front stands in kg and USD', async () => {
    const { xName, yName, series } = await read('report.html', 'emissions against cost');
    expect([xName, yName]).toEqual(['emissions, kg', 'USD']);
    expectDrawn(
      [series['Plans']![0], series['Plans']!.at(-1)],
      [
        [55, 14],
        [90, 10],
      ],
    );
    expectDrawn(series['Proven bound'], [
      [55, 13],
      [60, 13],
      [60, 9],
      [90, 9],
    ]);
  });

  it('a comparison draws differences in percent of the reference', async () => {
    const epochs = await read('compare.html', 'cost of every epoch by method');
    expect(epochs.yName).toBe('USD per epoch');
    const sum = epochs.series['fdld-so']!.reduce((total, [, usd]) => total + usd / 2, 0);
    expectDrawn([sum], [7362.24 - 12]);
    const more = await read('compare.html', 'mean difference of each method');
    expect(more.xName).toBe('% more than fdld-so');
    const shares = COSTS_USD['gald-cl'].map((usd) => 100 * (usd / 7362.24 - 1));
    const mean = shares.reduce((total, share) => total + share, 0) / 5;
    const variance = shares.reduce((total, share) => total + (share - mean) ** 2, 0) / 4;
    // Student's t of four degrees of freedom at 95 % (tables).
    const half = 2.7764 * Math.sqrt(variance / 5);
    const row = more.rows.find(({ name }) => name === 'gald-cl')!;
    expectDrawn(row.dots, [mean]);
    expectDrawn(row.intervals, [[mean - half, mean + half]]);
  });
});
