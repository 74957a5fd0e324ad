/** Name of a calibrated system: a bundled instance, Curie's log with the share of its cores. */
export type Regime = 'serial-100' | 'parallel-5000' | 'parallel-10000' | 'curie 80 %' | 'preemptive-64';

/**
 * Energy that the named heuristic draws in the measured day without a budget, J: mean over trials 1 to 12, fixed from then on, as 001 section V.D and
 * 000 section 4.4.3 fix their budgets. The heuristic is the one that the paper names; on Curie, where it names none, Max UPR. The figures
 * run these cells too.
 */
export const UNCONSTRAINED: Readonly<Record<Exclude<Regime, 'preemptive-64'>, { method: string; energyJ: number }>> = {
  'serial-100': { method: 'upt', energyJ: 1.636e9 },
  'parallel-5000': { method: 'util', energyJ: 13.985e9 },
  'parallel-10000': { method: 'upr', energyJ: 16.86e9 },
  'curie 80 %': { method: 'upr', energyJ: 4.246e9 },
};

/** Share of the unconstrained energy that is the budget in both papers. */
export const BUDGET_SHARE = 0.7;
/** Energy budget of 000 for 5,000 tasks that is that share of its unconstrained energy, GJ (section 4.4.3). */
const PRINTED_GJ = 12;

/** Returns the share of the unconstrained energy that a printed budget for 5,000 tasks is in the paper's own system. */
export function shareOfPrinted(budgetGJ: number): number {
  return BUDGET_SHARE * (budgetGJ / PRINTED_GJ);
}
