/** Patterns of arrivals (section 5.7). */
export const PATTERNS = ['constant', 'bursty', 'sinusoidal'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Energy budgets of a day in section 5.7, MJ. */
export const THESIS_BUDGETS_MJ = [8000, 10_000, 12_000, 14_000, 16_000] as const;
/** Energy budget that is "above 16000 MJ", MJ. */
export const AMPLE_BUDGET_MJ = 20_000;

/** Mappings of tasks (section 5.4). */
export const MAPPINGS = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/** Managers of CRACs and vents (sections 5.3 and 5.5.1). */
const THERMALS = ['overcooling', 'throttling', 'templates'] as const;

/** Pair of managers: one maps tasks, one sets CRACs and vents. */
export interface DayMethod {
  /** Name, such as "greedy+templates". */
  readonly name: string;
  readonly mapping: (typeof MAPPINGS)[number];
  readonly thermal: (typeof THERMALS)[number];
}

/** Level of the method with templates. */
export const TEMPLATES = 'greedy+templates';
/** Distance that the templates of the level WITH_MARGIN keep from the outlet limit, K. */
export const MARGIN_K = 1;
/** Level of the method with templates that keep a distance from the outlet limit. */
export const WITH_MARGIN = `${TEMPLATES}-${MARGIN_K}K`;

/** Levels of the methods without templates. */
export const OTHER_METHODS = MAPPINGS.flatMap((mapping) => [`${mapping}+overcooling`, `${mapping}+throttling`]);
/** Levels of all methods. */
export const METHODS: readonly string[] = [...OTHER_METHODS, TEMPLATES, WITH_MARGIN];

/**
 * Returns the method of a level of the factor "method", and the distance its templates keep from the outlet limit, K.
 */
export function levelOf(level: string): { readonly method: DayMethod; readonly marginK: number } {
  const isMargin = level === WITH_MARGIN;
  const name = isMargin ? TEMPLATES : level;
  const [first, second] = name.split('+');
  const mapping = MAPPINGS.find((one) => one === first);
  const thermal = THERMALS.find((one) => one === second);
  if (mapping === undefined || thermal === undefined) throw new RangeError(`There is no method "${level}"`);
  return { method: { name, mapping, thermal }, marginK: isMargin ? MARGIN_K : 0 };
}

/** Returns the name of a value under a budget. */
export function under(value: string, budgetMJ: number): string {
  return `${value} at ${budgetMJ}`;
}

/** Returns the name of the mean power of an interval of the day, from 0, W. */
export function powerAt(interval: number): string {
  return `powerAt${interval}`;
}

/**
 * Readings of "the middle P-state" where their number is even: ours first (docs/decisions/templates-middle-p-state.md).
 */
export const MIDDLE_P_STATES = ['slower', 'faster'] as const;
