import type { BudgetAnalysis } from '../../studies/analysis/analysis.js';
import { markup, NOTHING, type Content } from '../html/markup.js';
import { budgetText } from './words.js';

/**
 * Returns content for each budget (time or step limit): first that of the last, largest budget, then the others folded.
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
