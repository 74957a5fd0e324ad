/** Figures of the papers on utility-based scheduling: serial (001), parallel (000) and preemptive tasks (002), in this order. */
export const UTILITY_FIGURES = [
  'utility-serial',
  'utility-leniency',
  'utility-parallel-5000',
  'utility-budgets',
  'utility-parallel-10000',
  'utility-curie',
  'utility-preemptive',
  'utility-bursts',
  'utility-pair',
] as const;

export type UtilityFigure = (typeof UTILITY_FIGURES)[number];
