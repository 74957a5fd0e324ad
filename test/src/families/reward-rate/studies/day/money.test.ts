import { expect, it } from 'vitest';
import { dayMoney, type PricedEpoch } from '../../../../../../src/families/reward-rate/studies/day/money.js';

const PRICES = { rewardUsd: 2, energyUsdPerKWh: 0.1, carbonUsdPerT: 50, carbonGPerKWh: 400 };

/** Epoch of half an hour that earns 10 and uses 3 kWh. */
function epoch(more: Partial<PricedEpoch> = {}): PricedEpoch {
  const energy = { idleJ: 0, coresJ: 0, coolingJ: 0, upsLossJ: 0, otherJ: 0, totalJ: 3 * 3.6e6 };
  const money = { usdPerH: 0, boundUsdPerH: 40, gapUsdPerH: 0, gap: null, revenueUsdPerH: 0, energyUsdPerH: 0 };
  return { epochS: 1800, prices: PRICES, reward: 10, energy, money, ...more };
}

it('is the worth of the reward less the price of the energy and its CO2, each epoch at its own prices', () => {
  // A kWh costs 0.1 + 50 x 400 / 10^6 = 0.12 USD in the first epoch and 0.5 + 0.02 in the second.
  const dear = epoch({ prices: { ...PRICES, energyUsdPerKWh: 0.5 }, reward: 4 });
  const { money } = dayMoney([epoch(), dear]);
  expect(money!.revenueUsd).toBeCloseTo(28, 12);
  expect(money!.energyUsd).toBeCloseTo(3 * 0.12 + 3 * 0.52, 12);
  expect(money!.usd).toBeCloseTo(28 - 1.92, 12);
  // Both bounds are 40 USD/h for half an hour.
  expect(money!.boundUsd).toBeCloseTo(40, 12);
  expect(money!.gapUsd).toBeCloseTo(40 - 26.08, 12);
});

it('counts nothing for an epoch proven to have no plan, and has no bound where an epoch proves nothing', () => {
  const broken = { constraint: 'powerCap' as const, where: '', unit: 'W', amount: 1, message: '' };
  const without = { epochS: 1800, prices: PRICES, reward: 0, energy: null };
  const proven = dayMoney([epoch(), { ...without, infeasibility: { ...broken, proven: true } }]).money!;
  expect([proven.revenueUsd, proven.boundUsd]).toEqual([20, 20]);
  const open = dayMoney([epoch(), { ...without, infeasibility: { ...broken, proven: false } }]).money!;
  expect([open.revenueUsd, open.boundUsd, open.gapUsd]).toEqual([20, null, null]);
  expect(dayMoney([epoch(), without]).money!.boundUsd).toBeNull();
});

it('is absent where no prices were given', () => {
  expect(dayMoney([{ epochS: 1800, reward: 10, energy: null }])).toEqual({});
  expect(dayMoney([])).toEqual({});
});
