/**
 * Names of the figures of the papers on utility-based scheduling: serial tasks (001), parallel tasks (000), preemptive
 * tasks (002).
 */
export const UTILITY_FIGURES = [
  'utility-serial',
  'utility-parallel-5000',
  'utility-budgets',
  'utility-parallel-10000',
  'utility-curie',
  'utility-testbed',
  'utility-preemptive',
  'utility-bursts',
] as const;

export type UtilityFigure = (typeof UTILITY_FIGURES)[number];
