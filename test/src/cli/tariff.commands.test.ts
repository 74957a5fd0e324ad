import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/families/reward-rate/runs/result.js';
import type { DayResult } from '../../../src/families/reward-rate/studies/day/result.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

/** Worth of a reward at which a kWh at 0.1 USD is cheap and one at 100 USD dear. */
const PRICES = ['--reward-usd', '0.001', '--energy-usd', '0.1'];
const MONEY = ['--objective', 'money', ...PRICES];

function arrivals(directory: string, text: string): string {
  const file = join(directory, 'arrivals.csv');
  writeFileSync(file, text);
  return file;
}

describe('prices by epoch, and of a plan', () => {
  it('an epoch at its own price has the plan and money of a solve at that price, and the ledger adds up', async () => {
    const { file, directory, out } = writeSmall();
    const text = 'epoch,a,b,energyUsdPerKWh\ncheap,1,0.3,\ndear,1,0.3,100\n';
    const words = ['day', file, '--arrivals', arrivals(directory, text), ...MONEY, '--out', out];
    const { code, json } = await plenumJson(...words);
    expect(code).toBe(0);
    const { epochs, ledger, choices } = json['details'] as DayResult;
    expect(choices).toMatchObject({ objective: 'money', prices: { rewardUsd: 0.001, energyUsdPerKWh: 0.1 } });
    let [usd, boundUsd] = [0, 0];
    for (const [n, price] of ['0.1', '100'].entries()) {
      // The small instance has these arrivals itself.
      const solved = await plenumJson('solve', file, '--objective', 'money', ...PRICES.slice(0, 3), price);
      const { money } = solved.json['details'] as RunResult;
      const { prices, scope, ...figures } = money!;
      expect([n, epochs[n]!.money, epochs[n]!.objective]).toEqual([n, figures, solved.json['objective']]);
      expect([prices.energyUsdPerKWh, scope]).toEqual([Number(price), solved.json['boundScope']]);
      usd += money!.usdPerH;
      boundUsd += money!.boundUsdPerH;
    }
    expect(epochs[1]!.power!.totalW).toBeLessThan(epochs[0]!.power!.totalW);
    // Epochs of an hour.
    expect(ledger.money!.usd).toBeCloseTo(usd, 9);
    expect(ledger.money!.boundUsd).toBeCloseTo(boundUsd, 9);
    expect(ledger.money!.energyUsd).toBeCloseTo(
      (0.1 * epochs[0]!.energy!.totalJ + 100 * epochs[1]!.energy!.totalJ) / 3.6e6,
      9,
    );
    const csv = readFileSync(join(out, 'day.csv'), 'utf8').trim().split('\r\n');
    const header = csv[0]!.split(',');
    const cell = (n: number, name: string): number => Number(csv[n + 1]!.split(',')[header.indexOf(name)]);
    expect([cell(0, 'energy_usd_per_kwh'), cell(1, 'energy_usd_per_kwh')]).toEqual([0.1, 100]);
    expect(cell(1, 'money_usd_per_h')).toBe(epochs[1]!.money!.usdPerH);
    expect(readFileSync(join(out, 'day.html'), 'utf8')).toMatch(/data-field="usd"/);
    // Another price is another day: nothing kept is taken.
    const other = arrivals(directory, text.replace(',100', ',50'));
    const again = await plenumJson(...words.map((word) => (word.endsWith('arrivals.csv') ? other : word)));
    expect((again.json['details'] as DayResult).epochsResumed).toBeLessThan(2);
  });

  it('prices by epoch are refused where no money is made best, and CO2 where it has no price', async () => {
    const { file, directory } = writeSmall();
    const priced = arrivals(directory, 'a,b,energyUsdPerKWh\n1,0.3,0.2\n');
    const refused = await plenum('day', file, '--arrivals', priced);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/energyUsdPerKWh.*only with --objective money/s);
    const emitting = arrivals(directory, 'a,b,carbonGPerKWh\n1,0.3,400\n');
    const without = await plenum('day', file, '--arrivals', emitting, ...MONEY);
    expect([without.code, without.stderr.includes('--carbon-usd')]).toEqual([2, true]);
    const negative = arrivals(directory, 'a,b,energyUsdPerKWh\n1,0.3,-1\n');
    const wrong = await plenum('day', file, '--arrivals', negative, ...MONEY);
    expect([wrong.code, wrong.stderr.includes('a number from 0 to 1000000000')]).toEqual([2, true]);
  });

  it('check states the money of a plan that solve states, and refuses half of the prices', async () => {
    const { file, out } = writeSmall();
    const carbon = ['--carbon-usd', '80', '--carbon-intensity', '400'];
    const solved = await plenumJson('solve', file, ...MONEY, ...carbon, '--out', out);
    const { money } = solved.json['details'] as RunResult;
    const plan = join(out, 'plan.json');
    const checked = await plenumJson('check', file, plan, ...PRICES, ...carbon);
    const { usdPerH, revenueUsdPerH, energyUsdPerH, prices } = money!;
    expect(checked.code).toBe(0);
    expect(checked.json['details']).toMatchObject({ money: { usdPerH, revenueUsdPerH, energyUsdPerH, prices } });
    const { objective } = checked.json as { objective: number };
    expect(revenueUsdPerH).toBeCloseTo(3.6 * objective, 9);
    expect((await plenum('check', file, plan, ...PRICES)).stdout).toMatch(/^Money .* USD\/h: revenue .* less energy/m);
    const half = await plenum('check', file, plan, '--reward-usd', '1');
    expect([half.code, half.stderr.includes('--energy-usd')]).toEqual([2, true]);
    expect((await plenumJson('check', file, plan)).json['details']).not.toHaveProperty('money');
  });
});
