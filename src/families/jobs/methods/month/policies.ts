import type { Adaptation, CoresRule, MonthPolicy, MonthPrices, ValueAt } from './policy.js';

/** Policies: those of the paper (section V), and additional ones. */
export const MONTH_METHODS = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt', 'price'] as const;
export type MonthMethod = (typeof MONTH_METHODS)[number];

/** How unclear parts of the paper are read (docs/decisions/jobs-run-time.md). */
export interface MonthReadings {
  readonly valueAt: ValueAt;
  /** How ValOpt and ValEnSepOpt choose the number of cores. */
  readonly scheduledCores: Extract<CoresRule, 'fewest' | 'maxBid'>;
  /** How ValEnJoinOpt and ValEnAdaptOpt choose the number of cores. */
  readonly profileCores: Extract<CoresRule, 'atMostBest' | 'best'>;
  readonly adaptation: Adaptation;
  readonly prices: MonthPrices;
  /** Adaptation of `price`; null for none. */
  readonly priceAdaptation: Adaptation | null;
}

/** Adaptation as printed in the paper, every 5 min (V-B). */
export const PRINTED_ADAPTATION: Adaptation = {
  intervalS: 300,
  times: 'once',
  remaining: 'literal',
  directions: 'deviation',
  choice: 'best',
};

/**
 * Default prices: the price of cores clears half a day, energy is free because instances do not price it. Horizon and
 * checkpoint interval were chosen on trials 2 to 4 of the bundled months (docs/decisions/jobs-run-time.md).
 */
export const DEFAULT_PRICES: MonthPrices = { perJ: 0, cores: 'clearing', horizonS: 43_200, intervalS: 3600 };

/** Default adaptation of `price`. */
export const PRICE_ADAPTATION: Adaptation = {
  intervalS: 3600,
  times: 'repeated',
  remaining: 'repaired',
  directions: 'both',
  choice: 'gaining',
};

/** Default readings: bids at predicted completion, and Eq. 3 corrected. */
export const DEFAULT_READINGS: MonthReadings = {
  valueAt: 'completion',
  scheduledCores: 'fewest',
  profileCores: 'best',
  adaptation: { ...PRINTED_ADAPTATION, remaining: 'repaired' },
  prices: DEFAULT_PRICES,
  priceAdaptation: PRICE_ADAPTATION,
};

/** Readings as printed, for reproduction. */
export const PRINTED_READINGS: MonthReadings = {
  valueAt: 'allocation',
  scheduledCores: 'fewest',
  profileCores: 'atMostBest',
  adaptation: PRINTED_ADAPTATION,
  prices: DEFAULT_PRICES,
  priceAdaptation: PRICE_ADAPTATION,
};

/**
 * Points at which a method runs jobs: list schedules at the highest level, the same with lowered levels, points of
 * least product, or whole fronts.
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
