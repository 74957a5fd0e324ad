import { G_PER_T, J_PER_KWH, S_PER_H } from '../../../../models/units.js';
import type { MoneyRate } from '../methods/bound/money.js';
import type { Money, Prices } from './result.js';

/** Returns the price of a kWh of energy with its CO2, USD. */
export function priceOfKWh({ energyUsdPerKWh, carbonUsdPerT, carbonGPerKWh }: Prices): number {
  return energyUsdPerKWh + (carbonUsdPerT * carbonGPerKWh) / G_PER_T;
}

/** Converts prices to the money per unit of reward, USD, and the price of a watt-second of energy, USD. */
export function moneyRate(prices: Prices): MoneyRate {
  return { usdPerReward: prices.rewardUsd, usdPerWs: priceOfKWh(prices) / J_PER_KWH };
}

/**
 * Returns the money of a plan per hour, USD/h: its revenue, its cost of energy and CO2, and the difference of the two.
 *
 * @param powerW power at the meter, W
 */
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
