import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DayResult } from '../../../../../../src/families/reward-rate/studies/day/result.js';
import { visibleText } from '../../../../../fixtures/report/visible-text.js';
import { csvCells } from '../../../../../support/csv-cells.js';
import { repository } from '../../../../../support/repository.js';
import { day, type DayOptions } from '../../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';

/** Two nodes that do 4 reward/s at 150 W of the meter, draw 2.5 W off, and take a minute and 7,500 J to wake. */
const INSTANCE = join(repository, 'instances/reward-rate/tiny-wake.json');
/** Prices at which the nodes work in the morning alone: at noon their work is worth less than its energy. */
const ROWS = [
  ['midnight', 0, 0.05, 0],
  ['dawn', 0, 0.25, 500],
  ['morning', 1, 0.25, 500],
  ['noon', 1, 2, 500],
] as const;

function written(rows: readonly (readonly (string | number)[])[], columns = 'epoch,a,energyUsdPerKWh,carbonGPerKWh') {
  const directory = temporaryDirectory();
  const file = join(directory, 'tariff.csv');
  writeFileSync(file, `${columns},epochS\n${rows.map((row) => `${row.join(',')},1800\n`).join('')}`);
  return { directory, file };
}

/** Rows of the table of a page under a heading, cell by cell; a narrow space parts thousands, an ordinary one units. */
function tableOf(html: string, title: string): string[][] {
  const lines = visibleText(html)
    .replaceAll('\u202f', '')
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replace(/\s*\|$/, '').trim()));
  // Headings are numbered.
  const from = lines.findIndex(([cell]) => cell!.replace(/^\d+/, '') === title);
  const head = lines.findIndex((cells, n) => n > from && cells[0] === 'Epoch');
  return lines.slice(head, head + ROWS.length + 1);
}

describe('a day at the prices of its rows', () => {
  it('shows nodes on standby, set-points, price and cost by epoch in page, CSV and record, as by hand', async () => {
    const { directory, file } = written(ROWS);
    const out = join(directory, 'day');
    const money = { objective: 'money', rewardUsd: 0.00001, carbonUsd: 100 } as const;
    const { record: told } = accepted(await day(INSTANCE, { arrivals: file, ...money, out }));
    const { epochs, ledger, choices } = told.details as unknown as DayResult;
    // 500 g at 100 USD/t are 0.05 USD.
    const priceOf = [0.05, 0.3, 0.3, 2.05];
    const kWh = [2.5 * 0.5, 2.5 * 0.5, 150 * 0.5 + 7500 / 3600, 2.5 * 0.5].map((wattHours) => wattHours / 1000);
    const revenue = [0, 0, (7200 - 240) * 1e-5, 0];
    const cost = kWh.map((amount, n) => amount * priceOf[n]!);
    const asleep = [2, 2, 0, 2];

    expect(epochs.map(({ onStandby }) => onStandby)).toEqual(asleep);
    for (const [n, { usd, energy, prices }] of epochs.entries()) {
      expect(energy!.totalJ / 3.6e6).toBeCloseTo(kWh[n]!, 9);
      expect([prices!.energyUsdPerKWh, prices!.carbonGPerKWh]).toEqual(ROWS[n]!.slice(2));
      expect(usd!.energyUsd).toBeCloseTo(cost[n]!, 9);
      expect(usd!.revenueUsd).toBeCloseTo(revenue[n]!, 9);
      expect(usd!.usd).toBeCloseTo(revenue[n]! - cost[n]!, 9);
    }
    const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
    expect(ledger.money!.energyUsd).toBeCloseTo(sum(cost), 9);
    expect(ledger.money!.usd).toBeCloseTo(sum(revenue) - sum(cost), 9);
    // No price stands in the record that no epoch has.
    expect(choices.prices).toEqual({ rewardUsd: 1e-5, carbonUsdPerT: 100 });

    const [head, ...lines] = csvCells(readFileSync(join(out, 'day.csv'), 'utf8'));
    const column = (name: string): number[] => lines.map((line) => Number(line[head!.indexOf(name)]));
    expect(column('on_standby')).toEqual(asleep);
    expect(column('set_point_c CRAC1')).toEqual(epochs.map(({ setPointsC }) => setPointsC!['CRAC1']));
    expect(column('energy_usd_per_kwh')).toEqual(ROWS.map((row) => row[2]));
    expect(column('carbon_g_per_kwh')).toEqual(ROWS.map((row) => row[3]));
    for (const [n, price] of priceOf.entries()) {
      expect(epochs[n]!.usdPerKWh).toBeCloseTo(price, 12);
      expect(column('usd_per_kwh')[n]).toBe(epochs[n]!.usdPerKWh);
    }
    expect(column('energy_usd')).toEqual(epochs.map(({ usd }) => usd!.energyUsd));
    expect(column('revenue_usd')).toEqual(epochs.map(({ usd }) => usd!.revenueUsd));
    expect(column('money_usd')).toEqual(epochs.map(({ usd }) => usd!.usd));
    const plans = csvCells(readFileSync(join(out, 'plans.csv'), 'utf8'));
    const [record, nodes] = ['record', 'nodes'].map((name) => plans[0]!.indexOf(name));
    const off = (epoch: string): number =>
      sum(plans.filter((row) => row[0] === epoch && row[record!] === 'off').map((row) => Number(row[nodes!])));
    expect(ROWS.map(([epoch]) => off(epoch))).toEqual(asleep);

    const html = readFileSync(join(out, 'day.html'), 'utf8');
    const settings = tableOf(html, 'Set-points and standby');
    expect(settings[0]).toEqual(['Epoch', 'On standby', 'CRAC1']);
    const shown = tableOf(html, 'Prices and money');
    expect(shown[0]).toEqual([
      'Epoch',
      'Price, USD/kWh',
      'CO2, g/kWh',
      'Energy, Wh',
      'Cost, USD',
      'Revenue, USD',
      'Money, USD',
    ]);
    const made = revenue.map((worth, n) => worth - cost[n]!);
    const columns: readonly (readonly number[])[] = [
      priceOf,
      ROWS.map((row) => row[3]),
      kWh.map((used) => 1000 * used),
      cost,
      revenue,
      made,
    ];
    for (const [n, [epoch]] of ROWS.entries()) {
      const [name, standby, setPoint] = settings[n + 1]!;
      expect([name, Number(standby)]).toEqual([epoch, asleep[n]]);
      expect(setPoint).toMatch(/°C$/);
      expect(Math.abs(parseFloat(setPoint!) - epochs[n]!.setPointsC!['CRAC1']!)).toBeLessThan(0.01);
      const [called, ...figures] = shown[n + 1]!;
      expect(called).toBe(epoch);
      for (const [k, values] of columns.entries()) {
        const largest = Math.max(...values.map((one) => Math.abs(one)));
        expect(Math.abs(Number(figures[k]!.replace('−', '-')) - values[n]!)).toBeLessThanOrEqual(5e-4 * largest);
      }
    }
  });

  it('states nodes on standby and set-points where no money is made best, and none of what needs prices', async () => {
    const { directory, file } = written(
      ROWS.map((row) => row.slice(0, 2)),
      'epoch,a',
    );
    const out = join(directory, 'day');
    const { record } = accepted(await day(INSTANCE, { arrivals: file, out }));
    // At dawn the nodes wake for the morning.
    expect((record.details as unknown as DayResult).epochs.map(({ onStandby }) => onStandby)).toEqual([2, 0, 0, 0]);
    const [head, ...lines] = csvCells(readFileSync(join(out, 'day.csv'), 'utf8'));
    expect(lines.map((line) => line[head!.indexOf('on_standby')])).toEqual(['2', '0', '0', '0']);
    expect(head!.filter((name) => name!.includes('usd'))).toEqual([]);
    const html = readFileSync(join(out, 'day.html'), 'utf8');
    expect(tableOf(html, 'Set-points and standby').map((row) => row[1])).toEqual(['On standby', '2', '0', '0', '0']);
    expect(html).not.toContain('Prices and money');
  });

  it('asks for the price of a row that has none, and for no option where every row has its own', async () => {
    const base = { objective: 'money', rewardUsd: 0.00001 } as const;
    const refused = async (arrivals: string | undefined, options: DayOptions): Promise<string> => {
      const faults = faultsOf(await day(INSTANCE, { ...(arrivals === undefined ? {} : { arrivals }), ...options }));
      return faults.map(({ path, value, allowed }) => `${path} ${String(value)} ${allowed}`).join('\n');
    };
    const gap = written([ROWS[0], ['dawn', 0, '', '']]).file;
    expect(await refused(gap, { ...base, carbonUsd: 100 })).toMatch(
      /epoch dawn, energyUsdPerKWh.*energyUsd is not given/s,
    );
    expect(await refused(gap, { ...base, energyUsd: 0.1, carbonUsd: 100 })).toMatch(/epoch dawn, carbonGPerKWh/);
    expect(await refused(gap, { ...base, energyUsd: 0.1, carbonUsd: 100, carbonIntensity: 300 })).toBe('');
    // Rows without a column of prices, and a built-in shape, have none.
    const bare = written([['midnight', 0]], 'epoch,a').file;
    expect(await refused(bare, base)).toMatch(/epoch midnight, energyUsdPerKWh/);
    expect(await refused(undefined, { ...base, profile: 'flat' })).toMatch(/energyUsd/);
    expect(await refused(gap, { objective: 'money' })).toMatch(/rewardUsd/);
    // CO2 that has no price.
    expect(await refused(gap, { ...base, energyUsd: 0.1 })).toMatch(/carbonUsd/);
  });
});
