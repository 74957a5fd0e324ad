import { type DayMethod, dayMethodNamed } from '../studies/day/methods.js';

export const PATTERNS = ['constant', 'bursty', 'sinusoidal'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** MJ a day, of section 5.7. */
export const THESIS_BUDGETS_MJ = [8000, 10_000, 12_000, 14_000, 16_000] as const;
/** "Above 16000 MJ". */
export const AMPLE_BUDGET_MJ = 20_000;

export const TEMPLATES = 'greedy+templates';
/** How far below the outlet limit the templates of the other level stay, K. */
export const MARGIN_K = 1;
export const WITH_MARGIN = `${TEMPLATES}-${MARGIN_K}K`;

export const OTHER_METHODS = ['greedy', 'consolidation', 'lbbn', 'lbbr'].flatMap((mapping) => [
  `${mapping}+overcooling`,
  `${mapping}+throttling`,
]);
export const METHODS: readonly string[] = [...OTHER_METHODS, TEMPLATES, WITH_MARGIN];

/** What a level of the factor "method" does. */
export function levelOf(level: string): { readonly method: DayMethod; readonly marginK: number } {
  const isMargin = level === WITH_MARGIN;
  const method = dayMethodNamed(isMargin ? TEMPLATES : level);
  if (method === undefined) throw new RangeError(`There is no method "${level}"`);
  return { method, marginK: isMargin ? MARGIN_K : 0 };
}

/** Name of a value under a budget. */
export function under(value: string, budgetMJ: number): string {
  return `${value} at ${budgetMJ}`;
}

/** Name of the mean power of an interval of the day, from 0, W. */
export function powerAt(interval: number): string {
  return `powerAt${interval}`;
}

/** Which of the two in the middle of an even number of P-states counts as the middle one: ours first (docs/decisions/templates-middle-p-state.md). */
export const MIDDLE_P_STATES = ['slower', 'faster'] as const;
