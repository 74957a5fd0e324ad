/** Patterns of task arrivals (section 5.7). */
export const PATTERNS = ['constant', 'bursty', 'sinusoidal'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Energy budgets of a day that section 5.7 compares, MJ. */
export const THESIS_BUDGETS_MJ = [8000, 10_000, 12_000, 14_000, 16_000] as const;
/** Energy budget with which claims about budgets "above 16000 MJ" are tested, MJ. */
export const AMPLE_BUDGET_MJ = 20_000;

/** Methods of mapping tasks to cores (section 5.4). */
export const MAPPINGS = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/** Thermal managers, which control CRACs and vents (sections 5.3 and 5.5.1). */
const THERMALS = ['overcooling', 'throttling', 'templates'] as const;

/** Method of operating a room for a day: `mapping` assigns tasks to cores, `thermal` controls CRACs and vents. */
export interface DayMethod {
  /** Name of the method, such as "greedy+templates". */
  readonly name: string;
  readonly mapping: (typeof MAPPINGS)[number];
  readonly thermal: (typeof THERMALS)[number];
}

/** Level of the factor "method": greedy mapping with templates (precomputed settings of CRACs, vents and cores). */
export const TEMPLATES = 'greedy+templates';
/** Margin below the outlet temperature limit that templates keep at the level WITH_MARGIN, K. */
export const MARGIN_K = 1;
/**
 * Level of the factor "method": greedy mapping with templates that keep a margin below the outlet temperature limit.
 */
export const WITH_MARGIN = `${TEMPLATES}-${MARGIN_K}K`;

/** Levels of the factor "method" without templates. */
export const OTHER_METHODS = MAPPINGS.flatMap((mapping) => [`${mapping}+overcooling`, `${mapping}+throttling`]);
/** All levels of the factor "method". */
export const METHODS: readonly string[] = [...OTHER_METHODS, TEMPLATES, WITH_MARGIN];

/**
 * Returns the method of a level of the factor "method", and the margin that its templates keep below the outlet
 * temperature limit, K (0 for none).
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

/** Returns the name under which trials record `value` for an energy budget. */
export function under(value: string, budgetMJ: number): string {
  return `${value} at ${budgetMJ}`;
}

/** Returns the name under which trials record the mean power in an interval of the day, W. Intervals count from 0. */
export function powerAt(interval: number): string {
  return `powerAt${interval}`;
}

/**
 * Readings of "the middle P-state" of an even number of P-states. The first is Plenum's default
 * (docs/decisions/templates-middle-p-state.md).
 */
export const MIDDLE_P_STATES = ['slower', 'faster'] as const;
