/** Patterns of arrivals (section 5.7). */
export const PATTERNS = ['constant', 'bursty', 'sinusoidal'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Energy budgets of a day in section 5.7, MJ. */
export const THESIS_BUDGETS_MJ = [8000, 10_000, 12_000, 14_000, 16_000] as const;
/** Energy budget that counts as "above 16000 MJ", MJ. */
export const AMPLE_BUDGET_MJ = 20_000;

/** Mappings of tasks (section 5.4). */
export const MAPPINGS = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/** Thermal managers, which control CRACs and vents (sections 5.3 and 5.5.1). */
const THERMALS = ['overcooling', 'throttling', 'templates'] as const;

/** A way to run a day: one manager maps tasks, the other controls CRACs and vents. */
export interface DayMethod {
  /** Name, such as "greedy+templates". */
  readonly name: string;
  readonly mapping: (typeof MAPPINGS)[number];
  readonly thermal: (typeof THERMALS)[number];
}

/** Level of greedy mapping with templates. */
export const TEMPLATES = 'greedy+templates';
/** Margin below the outlet limit that the templates of the level WITH_MARGIN keep, K. */
export const MARGIN_K = 1;
/** Level of greedy mapping with templates that keep a margin below the outlet limit. */
export const WITH_MARGIN = `${TEMPLATES}-${MARGIN_K}K`;

/** Levels of the methods without templates. */
export const OTHER_METHODS = MAPPINGS.flatMap((mapping) => [`${mapping}+overcooling`, `${mapping}+throttling`]);
/** Levels of all methods. */
export const METHODS: readonly string[] = [...OTHER_METHODS, TEMPLATES, WITH_MARGIN];

/**
 * Returns the method of a level of the factor "method", and the margin that its templates keep below the outlet limit,
 * K.
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

/** Returns the name under which a value is recorded for this budget. */
export function under(value: string, budgetMJ: number): string {
  return `${value} at ${budgetMJ}`;
}

/** Returns the name of the value that holds the mean power in an interval of the day, counted from 0, W. */
export function powerAt(interval: number): string {
  return `powerAt${interval}`;
}

/**
 * Readings of "the middle P-state" if the number of P-states is even; ours is first
 * (docs/decisions/templates-middle-p-state.md).
 */
export const MIDDLE_P_STATES = ['slower', 'faster'] as const;
