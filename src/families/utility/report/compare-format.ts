import { J_PER_MJ } from '../../../../models/units.js';
import { significant } from '../../../reports/format.js';
import type { UtilityComparisonRecord } from '../studies/compare/comparison.js';

/** Budget of the measured time in words, of energy or of money; null for none. */
export function budgetText({
  energyBudgetJ,
  costBudgetUsd,
}: Pick<UtilityComparisonRecord, 'energyBudgetJ' | 'costBudgetUsd'>): string | null {
  if (costBudgetUsd !== null) return `${Number(significant(costBudgetUsd, 7))} USD`;
  return energyBudgetJ === null ? null : `${Number(significant(energyBudgetJ / J_PER_MJ, 7))} MJ`;
}
