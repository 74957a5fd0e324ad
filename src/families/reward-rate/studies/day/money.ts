import { S_PER_H } from '../../../../../models/units.js';
import { moneyRate, priceOfKWh } from '../../runs/money-rate.js';
import type { Prices } from '../../runs/result.js';
import type { DayLedger, DayMoney, EpochMoney, EpochResult } from './result.js';

export type PricedEpoch = Pick<EpochResult, 'epochS' | 'prices' | 'reward' | 'energy' | 'money' | 'infeasibility'>;

/** Adds money to the result of an epoch with prices. */
export function withMoney(epoch: EpochResult): EpochResult {
  const { prices, energy, reward } = epoch;
  if (prices === undefined) return epoch;
  return {
    ...epoch,
    usdPerKWh: priceOfKWh(prices),
    usd: energy === null ? null : moneyAt(prices, reward, energy.totalJ),
  };
}

/** Returns the revenue of a reward, the cost of an energy given in J, and revenue minus cost, USD. */
function moneyAt(prices: Prices, reward: number, energyJ: number): EpochMoney {
  const { usdPerReward, usdPerWs } = moneyRate(prices);
  const [revenueUsd, energyUsd] = [usdPerReward * reward, usdPerWs * energyJ];
  return { usd: revenueUsd - energyUsd, revenueUsd, energyUsd };
}

/**
 * Returns the money of a day. Each epoch's reward and energy, including those of waking nodes, count at the epoch's own
 * prices. The upper bound is the sum of the epochs' bounds. An epoch without a plan earns and costs nothing. The result
 * is {} if money was not the objective.
 */
export function dayMoney(epochs: readonly PricedEpoch[]): Pick<DayLedger, 'money'> {
  if (epochs.length === 0 || epochs.some(({ prices }) => prices === undefined)) return {};
  let [revenueUsd, energyUsd] = [0, 0];
  for (const { prices, reward, energy } of epochs) {
    const money = moneyAt(prices!, reward, energy?.totalJ ?? 0);
    revenueUsd += money.revenueUsd;
    energyUsd += money.energyUsd;
  }
  const usd = revenueUsd - energyUsd;
  const bounds = epochs.map(boundOf);
  const boundUsd = bounds.some((bound) => bound === null)
    ? null
    : Math.max(
        usd,
        bounds.reduce<number>((sum, bound) => sum + bound!, 0),
      );
  const money: DayMoney = { usd, boundUsd, gapUsd: boundUsd === null ? null : boundUsd - usd, revenueUsd, energyUsd };
  return { money };
}

/** Returns an upper bound on the money of an epoch, USD: 0 if no plan exists, null if nothing is proven. */
function boundOf({ epochS, money, infeasibility }: PricedEpoch): number | null {
  if (infeasibility?.proven === true) return 0;
  return money === undefined ? null : (money.boundUsdPerH * epochS) / S_PER_H;
}
