import type { BudgetAnalysis } from '../../studies/analysis/analysis.js';
import { markup, NOTHING, type Content } from '../html/markup.js';
import { budgetText } from './words.js';

/**
 * Returns the content for all budgets (time or step limits). The content for the last, largest budget comes first; the
 * content for the others is folded.
 */
export function byBudget(
  budgets: readonly BudgetAnalysis[],
  of: (budget: BudgetAnalysis, b: number) => Content,
): Content {
  const last = budgets.length - 1;
  if (last < 0) return NOTHING;
  return [
    of(budgets[last]!, last),
    budgets
      .slice(0, last)
      .map((one, b) => markup`<details><summary>Under ${budgetText(one.budget)}</summary>\n${of(one, b)}</details>\n`),
  ];
}
