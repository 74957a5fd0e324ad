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

/** Returns the faults of an annual budget: a second budget beside it, or a year of which nothing is left. */
export function annualBudgetFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const annual = draft?.annualEnergyBudget;
  if (annual === undefined) return [];
  const faults: LocalFault[] = [];
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
  const allowed = `below budgetJ, ${short(budgetJ)} (J)`;
  return [...faults, { path: 'annualEnergyBudget.usedJ', value: usedJ, allowed, remedy }];
}

/** Returns a number with at most nine significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(9)));
}
