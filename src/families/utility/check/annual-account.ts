import type { UtilityInstance } from '../../../../models/families/utility/instance.js';

/** Account of a year's energy budget at the end of the measured time (001 section II.B). */
export interface AnnualAccount {
  /** Energy left of the year at the start of the measured time, J. */
  readonly leftJ: number;
  /** Days left of the year at the start of the measured time, that of the measured time included. */
  readonly daysLeft: number;
  /** Budget of the measured time: `leftJ` / `daysLeft`, J. */
  readonly dayBudgetJ: number;
  /** Energy drawn in the measured time, idle nodes of a facility included, J. */
  readonly drawnJ: number;
  /** Energy left of the year at the end of the measured time, J; negative if the year is overdrawn. */
  readonly leftAfterJ: number;
  /** Budget of each following day: `leftAfterJ` over one day less, J; null after the last day of the year. */
  readonly nextDayBudgetJ: number | null;
}

/**
 * Returns the account of the year's energy budget; null if the instance has none.
 *
 * @param tasksJ energy of the schedule's runs in the measured time, J
 * @param idleW power of the idle room of a facility, W; 0 without one
 */
export function annualAccount(
  { annualEnergyBudget, period }: Pick<UtilityInstance, 'annualEnergyBudget' | 'period'>,
  tasksJ: number,
  idleW: number,
): AnnualAccount | null {
  if (annualEnergyBudget === undefined) return null;
  const { budgetJ, usedJ = 0, daysLeft } = annualEnergyBudget;
  const leftJ = budgetJ - usedJ;
  const drawnJ = tasksJ + idleW * (period.durationS - period.measuredFromS);
  const leftAfterJ = leftJ - drawnJ;
  return {
    leftJ,
    daysLeft,
    dayBudgetJ: leftJ / daysLeft,
    drawnJ,
    leftAfterJ,
    nextDayBudgetJ: daysLeft === 1 ? null : leftAfterJ / (daysLeft - 1),
  };
}
