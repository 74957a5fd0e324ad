/**
 * System on which the tasks run: that of a bundled instance, the test bed of paper 000 included, or a share of the cores of the cluster Curie, with its
 * log.
 */
export type Regime = 'serial-100' | 'parallel-5000' | 'parallel-10000' | 'curie 80 %' | 'testbed' | 'preemptive-64';

/**
 * Unconstrained energy of each system, J: the energy that the heuristic `method` uses in the measured day without a
 * budget. It is a constant, the mean over trials 1 to 12. Energy budgets are shares of it, as in 001 section V.D and
 * 000 section 4.4.3. The papers name the heuristic, except for Curie, where we use Max UPR. The figures also contain
 * the runs without a budget.
 */
export const UNCONSTRAINED: Readonly<
  Record<Exclude<Regime, 'testbed' | 'preemptive-64'>, { method: string; energyJ: number }>
> = {
  'serial-100': { method: 'upt', energyJ: 1.636e9 },
  'parallel-5000': { method: 'util', energyJ: 13.985e9 },
  'parallel-10000': { method: 'upr', energyJ: 16.86e9 },
  'curie 80 %': { method: 'upr', energyJ: 4.246e9 },
};

/** Energy budget of papers 000 and 001, as a share of the unconstrained energy. */
export const BUDGET_SHARE = 0.7;
/**
 * Energy budget printed in paper 000 for 5,000 tasks, GJ: BUDGET_SHARE of the unconstrained energy of the paper's own
 * system (section 4.4.3).
 */
const PRINTED_GJ = 12;

/**
 * Converts a printed energy budget for 5,000 tasks into a share of the unconstrained energy of the paper's own system.
 */
export function shareOfPrinted(budgetGJ: number): number {
  return BUDGET_SHARE * (budgetGJ / PRINTED_GJ);
}
