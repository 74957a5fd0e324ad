import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/families/reward-rate/runs/result.js';
import type { DayResult } from '../../../src/families/reward-rate/studies/day/result.js';
import { check, day, solve } from '../../../src/library/index.js';
import { accepted, faultsOf, solvedAs } from '../../support/accepted.js';
import { writeSmall } from '../../support/small-instance.js';

/** Worth of a reward at which a kWh at 0.1 USD is cheap and one at 100 USD dear. */
const PRICES = { rewardUsd: 0.001, energyUsd: 0.1 } as const;
const MONEY = { objective: 'money', ...PRICES } as const;

function arrivals(directory: string, text: string): string {
  const file = join(directory, 'arrivals.csv');
  writeFileSync(file, text);
  return file;
}

describe('prices by epoch, and of a plan', () => {
  it('an epoch at its own price has the plan and money of a solve at that price, and the ledger adds up', async () => {
    const { file, directory, out } = writeSmall();
    const text = 'epoch,a,b,energyUsdPerKWh\ncheap,1,0.3,\ndear,1,0.3,100\n';
    const made = async (name: string): Promise<DayResult> => {
      const { ended, record } = accepted(await day(file, { arrivals: name, ...MONEY, out }));
      expect(ended).toBe('solved');
      return record.details as unknown as DayResult;
    };
    const { epochs, ledger, choices } = await made(arrivals(directory, text));
    expect(choices).toMatchObject({ objective: 'money', prices: { rewardUsd: 0.001, energyUsdPerKWh: 0.1 } });
    let [usd, boundUsd] = [0, 0];
    for (const [n, energyUsd] of [0.1, 100].entries()) {
      // The small instance has these arrivals itself.
      const { record } = await solvedAs<RunResult>(file, { ...MONEY, energyUsd });
      const { money } = record;
      const { prices, scope, ...figures } = money!;
      expect([n, epochs[n]!.money, epochs[n]!.objective]).toEqual([n, figures, record.objective]);
      expect([prices.energyUsdPerKWh, scope]).toEqual([energyUsd, record.boundScope]);
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
    expect((await made(other)).epochsResumed).toBeLessThan(2);
  });

  it('prices by epoch are refused where no money is made best, and CO2 where it has no price', async () => {
    const { file, directory } = writeSmall();
    const refused = async (rows: string, options: object): Promise<string> =>
      JSON.stringify(faultsOf(await day(file, { arrivals: arrivals(directory, rows), ...options })));
    const priced = await refused('a,b,energyUsdPerKWh\n1,0.3,0.2\n', {});
    expect(priced).toMatch(/energyUsdPerKWh.*only with objective money/s);
    expect(await refused('a,b,carbonGPerKWh\n1,0.3,400\n', MONEY)).toContain('carbonUsd');
    expect(await refused('a,b,energyUsdPerKWh\n1,0.3,-1\n', MONEY)).toContain('a number from 0 to 1000000000');
  });

  it('check states the money of a plan that solve states, and refuses half of the prices', async () => {
    const { file } = writeSmall();
    const carbon = { carbonUsd: 80, carbonIntensity: 400 };
    const { record, plan } = accepted(await solve(file, { ...MONEY, ...carbon }));
    const { money } = record.details as unknown as RunResult;
    const checked = accepted(await check(file, plan!, { ...PRICES, ...carbon })).record;
    const { usdPerH, revenueUsdPerH, energyUsdPerH, prices } = money!;
    expect(checked.details).toMatchObject({ money: { usdPerH, revenueUsdPerH, energyUsdPerH, prices } });
    expect(revenueUsdPerH).toBeCloseTo(3.6 * checked.objective!, 9);
    const { lines } = accepted(await check(file, plan!, PRICES));
    expect(lines.join('\n')).toMatch(/^Money .* USD\/h: revenue .* less energy/m);
    expect(JSON.stringify(faultsOf(await check(file, plan!, { rewardUsd: 1 })))).toContain('energyUsd');
    expect(accepted(await check(file, plan!)).record.details).not.toHaveProperty('money');
  });
});
