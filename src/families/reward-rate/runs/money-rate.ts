import type { MoneyRate } from '../methods/bound/money.js';
import type { Money, Prices } from './result.js';

/** Joules of a kWh. */
const J_PER_KWH = 3.6e6;
/** Seconds of an hour. */
export const S_PER_H = 3600;
/** Grams of a tonne. */
const G_PER_T = 1e6;

/** Price of a kWh with its CO2, USD. */
export function priceOfKWh({ energyUsdPerKWh, carbonUsdPerT, carbonGPerKWh }: Prices): number {
  return energyUsdPerKWh + (carbonUsdPerT * carbonGPerKWh) / G_PER_T;
}

/** Money of a reward rate and a power at these prices. */
export function moneyRate(prices: Prices): MoneyRate {
  return { usdPerReward: prices.rewardUsd, usdPerWs: priceOfKWh(prices) / J_PER_KWH };
}

/** Money of a plan by its reward, reward/s, and its power at the meter, W. */
export function moneyOf(
  rewardPerS: number,
  powerW: number,
  prices: Prices,
): Pick<Money, 'usdPerH' | 'revenueUsdPerH' | 'energyUsdPerH'> {
  const { usdPerReward, usdPerWs } = moneyRate(prices);
  const revenueUsdPerS = usdPerReward * rewardPerS;
  const energyUsdPerS = usdPerWs * powerW;
  return {
    usdPerH: (revenueUsdPerS - energyUsdPerS) * S_PER_H,
    revenueUsdPerH: revenueUsdPerS * S_PER_H,
    energyUsdPerH: energyUsdPerS * S_PER_H,
  };
}
