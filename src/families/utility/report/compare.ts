import type { CompareTexts } from '../../../reports/compare/report.js';
import { inUnit, joules, plain } from '../../../reports/format.js';
import type { ComparisonRecord } from '../../../studies/compare/compare.js';
import type { UtilityComparisonRecord } from './html/course-section.js';

/** Returns the texts of a comparison of policies besides its figures: on the budget, and on the course of the day. */
export function utilityCompareReport(record: ComparisonRecord): CompareTexts {
  const own = record as UtilityComparisonRecord;
  const { environment, energyBudgetJ, costBudgetUsd, currency } = own;
  const money = inUnit(costBudgetUsd, 'USD', currency === undefined ? {} : { currency });
  return {
    head: [
      ['environment', environment],
      ['budget', plain(money ?? joules(energyBudgetJ))],
    ],
    notes: [
      'Of the bound: utility as a share of the proven bound of its trial; of immediate: of what would be earned if every task started at the first mapping event; 98 % spent at: hour of the measured time at which 98 % of its budget was spent, over the trials in which it ever was.',
    ],
    sections: async () => [(await import('./html/course-section.js')).courseSection(own)],
  };
}
