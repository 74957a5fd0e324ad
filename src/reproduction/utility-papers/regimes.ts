/** Name of a calibrated system: a bundled instance, or Curie's log with a share of its cores. */
export type Regime = 'serial-100' | 'parallel-5000' | 'parallel-10000' | 'curie 80 %' | 'preemptive-64';

/**
 * Energy that a heuristic draws in the measured day without a budget, J: a fixed mean over trials 1 to 12. Budgets are
 * shares of it, as in 001 section V.D and 000 section 4.4.3. The heuristic is the one that the paper names; on Curie,
 * where it names none, it is Max UPR. The figures run these cells too.
 */
export const UNCONSTRAINED: Readonly<Record<Exclude<Regime, 'preemptive-64'>, { method: string; energyJ: number }>> = {
  'serial-100': { method: 'upt', energyJ: 1.636e9 },
  'parallel-5000': { method: 'util', energyJ: 13.985e9 },
  'parallel-10000': { method: 'upr', energyJ: 16.86e9 },
  'curie 80 %': { method: 'upr', energyJ: 4.246e9 },
};

/** Energy budget of both papers as a share of the unconstrained energy. */
export const BUDGET_SHARE = 0.7;
/**
 * Energy budget of 000 for 5,000 tasks, GJ, which is BUDGET_SHARE of the unconstrained energy there (section 4.4.3).
 */
const PRINTED_GJ = 12;

/** Converts a printed budget for 5,000 tasks into a share of the unconstrained energy of the paper's own system. */
export function shareOfPrinted(budgetGJ: number): number {
  return BUDGET_SHARE * (budgetGJ / PRINTED_GJ);
}
