import type { Adaptation, CoresRule, MonthPolicy, MonthPrices, ValueAt } from './policy.js';

/** Policies that run a month: those of the paper (section V), and `price`, which is ours. */
export const MONTH_METHODS = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt', 'price'] as const;
export type MonthMethod = (typeof MONTH_METHODS)[number];

/** Choices where the paper can be read in several ways (docs/decisions/jobs-run-time.md). */
export interface MonthReadings {
  readonly valueAt: ValueAt;
  /** Rule by which ValOpt and ValEnSepOpt choose the number of cores. */
  readonly scheduledCores: Extract<CoresRule, 'fewest' | 'maxBid'>;
  /** Rule by which ValEnJoinOpt and ValEnAdaptOpt choose the number of cores. */
  readonly profileCores: Extract<CoresRule, 'atMostBest' | 'best'>;
  readonly adaptation: Adaptation;
  readonly prices: MonthPrices;
  /** Rules by which the policy `price` moves running jobs; null if it moves none. */
  readonly priceAdaptation: Adaptation | null;
}

/** Rules for moving running jobs as printed in the paper (section V-B): checkpoints every 5 min. */
export const PRINTED_ADAPTATION: Adaptation = {
  intervalS: 300,
  times: 'once',
  remaining: 'literal',
  directions: 'deviation',
  choice: 'best',
};

/**
 * Default prices. The price of cores balances supply and demand over a time that follows from the jobs. Energy is free
 * because instances state no price.
 */
export const DEFAULT_PRICES: MonthPrices = { perJ: 0, cores: 'clearing', horizonS: null };

/** Default rules by which the policy `price` moves running jobs. */
export const PRICE_ADAPTATION: Adaptation = {
  intervalS: 3600,
  times: 'repeated',
  remaining: 'repaired',
  directions: 'both',
  choice: 'gaining',
};

/** Default reading of the paper: bids are valued at predicted completion, and Eq. 3 is corrected. */
export const DEFAULT_READINGS: MonthReadings = {
  valueAt: 'completion',
  scheduledCores: 'fewest',
  profileCores: 'best',
  adaptation: { ...PRINTED_ADAPTATION, remaining: 'repaired' },
  prices: DEFAULT_PRICES,
  priceAdaptation: PRICE_ADAPTATION,
};

/** Readings of the paper exactly as printed, to reproduce its results. */
export const PRINTED_READINGS: MonthReadings = {
  valueAt: 'allocation',
  scheduledCores: 'fewest',
  profileCores: 'atMostBest',
  adaptation: PRINTED_ADAPTATION,
  prices: DEFAULT_PRICES,
  priceAdaptation: PRICE_ADAPTATION,
};

/**
 * Design points at which a method runs jobs. 'scheduled': list schedules at the highest level. 'lowered': list
 * schedules whose levels are lowered to save energy. 'product': the point of least time x energy of each front.
 * 'front': all points of all fronts.
 */
export type MethodPoints = 'scheduled' | 'lowered' | 'product' | 'front';

export function pointsOf(method: MonthMethod): MethodPoints {
  if (method === 'val-opt') return 'scheduled';
  if (method === 'val-en-sep-opt') return 'lowered';
  return method === 'price' ? 'front' : 'product';
}

export function policyOf(method: MonthMethod, readings: MonthReadings = DEFAULT_READINGS): MonthPolicy {
  const { valueAt, scheduledCores, profileCores, adaptation, prices, priceAdaptation } = readings;
  const paper = { valueAt, adaptation: null, prices: null };
  switch (method) {
    case 'val-opt':
      return { ...paper, order: 'value', cores: scheduledCores };
    case 'val-en-sep-opt':
      return { ...paper, order: 'valueThenEnergy', cores: scheduledCores };
    case 'val-en-join-opt':
      return { ...paper, order: 'valuePerEnergy', cores: profileCores };
    case 'val-en-adapt-opt':
      return { ...paper, order: 'valuePerEnergy', cores: profileCores, adaptation };
    case 'price':
      return { order: 'net', cores: 'best', valueAt: 'completion', adaptation: priceAdaptation, prices };
  }
}
