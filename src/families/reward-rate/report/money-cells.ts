import type { RunSummary } from '../studies/summary.js';

/** Columns of tables on money, where it was made best. USD/h. */
export const MONEY_COLUMNS: readonly string[] = [
  'money_usd_per_h',
  'money_bound_usd_per_h',
  'revenue_usd_per_h',
  'energy_usd_per_h',
];

/** Cells of these columns; empty where a run has no money. */
export function moneyCells({ money }: Pick<RunSummary, 'money'>): (number | null)[] {
  return [
    money?.usdPerH ?? null,
    money?.boundUsdPerH ?? null,
    money?.revenueUsdPerH ?? null,
    money?.energyUsdPerH ?? null,
  ];
}
