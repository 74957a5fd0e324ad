import { S_PER_DAY } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalFault } from '../../../instances/fault.js';

/**
 * Returns an instance with the energy budget of a day that follows from its annual one: the energy left of the year
 * over the days left of it (001 section II.B). Other instances are returned unchanged.
 */
export function withDayBudget(instance: UtilityInstance): UtilityInstance {
  const { annualEnergyBudget: annual } = instance;
  if (annual === undefined) return instance;
  const { budgetJ, usedJ = 0, daysLeft } = annual;
  return { ...instance, energyBudgetJPerDay: (budgetJ - usedJ) / daysLeft };
}

/** Returns an instance without the budget of a day that `withDayBudget` gave it. */
export function withoutDayBudget(instance: UtilityInstance): UtilityInstance {
  return instance.annualEnergyBudget === undefined ? instance : { ...instance, energyBudgetJPerDay: undefined };
}

/** Returns the name of the field that states the budget of a day; undefined if there is none. */
export function budgetField(
  instance: UtilityInstance,
): 'annualEnergyBudget' | 'energyBudgetJPerDay' | 'costBudgetUsdPerDay' | undefined {
  if (instance.annualEnergyBudget !== undefined) return 'annualEnergyBudget';
  if (instance.energyBudgetJPerDay !== undefined) return 'energyBudgetJPerDay';
  return instance.costBudgetUsdPerDay === undefined ? undefined : 'costBudgetUsdPerDay';
}

/**
 * Returns the field that states the energy budget of a day, its value, and what that must exceed so that more than
 * `idleJ` may be drawn in a day, J; null without an energy budget, and if more may be.
 */
export function budgetBelowIdle(
  instance: UtilityInstance,
  idleJ: number,
): { readonly path: string; readonly value: number; readonly aboveJ: number } | null {
  const { annualEnergyBudget: annual, energyBudgetJPerDay } = instance;
  if (energyBudgetJPerDay === undefined || energyBudgetJPerDay > idleJ) return null;
  if (annual === undefined) return { path: 'energyBudgetJPerDay', value: energyBudgetJPerDay, aboveJ: idleJ };
  const { budgetJ, usedJ = 0, daysLeft } = annual;
  return { path: 'annualEnergyBudget.budgetJ', value: budgetJ, aboveJ: usedJ + idleJ * daysLeft };
}

/**
 * Returns the faults of an annual budget: a second budget beside it, a measured time shorter than a day, or a year of
 * which nothing is left.
 */
export function annualBudgetFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const annual = draft?.annualEnergyBudget;
  if (annual === undefined) return [];
  const faults = shortTimeFaults(draft);
  for (const other of ['energyBudgetJPerDay', 'costBudgetUsdPerDay'] as const) {
    if (draft?.[other] === undefined) continue;
    const remedy =
      other === 'energyBudgetJPerDay'
        ? 'The budget of the day follows from that of the year: keep one of the two.'
        : 'A year is budgeted in energy, not in money: keep one of the two.';
    const allowed = 'one budget of a day: none of energy or money beside annualEnergyBudget';
    faults.push({ path: other, value: draft[other], allowed, remedy });
  }
  const { budgetJ, usedJ, daysLeft } = annual;
  if (budgetJ === undefined || usedJ === undefined || usedJ < budgetJ) return faults;
  const days = daysLeft === undefined ? 'days left' : daysLeft === 1 ? 'day left' : `${daysLeft} days left`;
  const found = usedJ > budgetJ ? `overdrawn by ${short(usedJ - budgetJ)} J` : 'used up';
  const remedy = `The year is ${found}, so nothing may be drawn on the ${days}: correct the two, raise the year's budget, or leave it out to see what would be earned without one.`;
  const allowed = `above usedJ, ${short(usedJ)} (J)`;
  return [...faults, { path: 'annualEnergyBudget.budgetJ', value: budgetJ, allowed, remedy }];
}

/**
 * Returns a fault if less than a day is measured: a year is shared among whole days, and of the rest of this one nobody
 * would know the energy.
 */
function shortTimeFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const { durationS, measuredFromS } = draft?.period ?? {};
  if (durationS === undefined || measuredFromS === undefined) return [];
  const wholeS = measuredFromS + S_PER_DAY;
  if (durationS >= wholeS || durationS <= measuredFromS) return [];
  const allowed = `at least ${wholeS} (s): with annualEnergyBudget 24 h are measured, not ${short(durationS - measuredFromS)} s`;
  const earlier = durationS < S_PER_DAY ? '' : `, or measure from ${durationS - S_PER_DAY} s on`;
  const remedy = `Simulate up to there${earlier}; or state what the measured time may draw as energyBudgetJPerDay in place of the year's budget.`;
  return [{ path: 'period.durationS', value: durationS, allowed, remedy }];
}

/** Returns a number with at most nine significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(9)));
}
