import type { Cell } from '../../experiments/design.js';
import type { Records, Values } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { dataWith, type FigureData, levelsOf, planSeries } from '../data.js';
import type { ByTrial, Notation } from '../rules.js';
import { RANDOM_LENIENCY } from './figures.js';
import { BUDGET_SHARE, shareOfPrinted } from './regimes.js';
import { leniencyName, NO_FILTER, printedName, shareName, withName } from './settings.js';

/**
 * Readings of the energy budgets. The first uses the papers' shares of the energy used without a budget. In the second,
 * the heuristic Random also uses the energy filter. The third uses the printed numbers of GJ.
 */
export const READINGS = [
  "budgets as the papers' shares of unconstrained energy",
  'Random filtered as well',
  'the printed GJ',
] as const;
export type Reading = (typeof READINGS)[number];

/** Hour that stands for "never", if a day does not use up the given share of its energy budget. */
const MIDNIGHT = 24;

/**
 * Returns the records with four values added to each trial. `share` is the utility over its maximum: the immediate
 * utility, or in figures of paper 002, which do not record that, the starting utilities. `energyShare` is the used share of the energy budget.
 * `dryHour` and `hour98` are the hours of the day at which 99 % and 98 % of the budget were used; 24 if never. The last
 * three are null without a budget.
 */
export function figureData(records: Records, reading: Reading): FigureData {
  return dataWith(records, reading, ({ values }): Values => {
    const { energyJ, budgetJ } = values;
    const isLimited = typeof energyJ === 'number' && typeof budgetJ === 'number';
    const hour = (name: string): number | null => (isLimited ? Number(values[name] ?? MIDNIGHT) : null);
    return {
      share: values['immediateShare'] ?? values['startingShare'] ?? null,
      energyShare: isLimited ? energyJ / budgetJ : null,
      dryHour: hour('hour99'),
      hour98: hour('hour98'),
    };
  });
}

/** Returns a value of each trial for a setting and a method. */
export function valuesFor(data: FigureData, setting: string, method: string, value = 'share'): ByTrial {
  return planSeries(data, { setting, method } satisfies Cell, value);
}

/**
 * Returns the name of the setting for an energy budget printed in the paper, for 5,000 tasks a day, in this
 * interpretation of the paper (`reading`).
 *
 * @param more further parts of the name
 */
export function budgetName({ reading }: FigureData, budgetGJ: number, ...more: readonly string[]): string {
  return withName(reading === READINGS[2] ? printedName(budgetGJ) : shareName(shareOfPrinted(budgetGJ)), ...more);
}

/**
 * Returns the name of the setting for the printed 15 GJ and 10,000 tasks a day, in this interpretation of the paper
 * (`reading`). In the paper, 15 GJ are the usual share of the unconstrained energy.
 *
 * @param more further parts of the name
 */
export function largeBudgetName({ reading }: FigureData, ...more: readonly string[]): string {
  return withName(reading === READINGS[2] ? printedName(15) : shareName(BUDGET_SHARE), ...more);
}

/**
 * Returns the name of the setting for the heuristic Random in Fig. 3 of paper 001, in the data's reading
 * (interpretation of the paper).
 */
export function randomName({ reading }: FigureData): string {
  return reading === READINGS[1] ? leniencyName(RANDOM_LENIENCY) : NO_FILTER;
}

export function isSetting(data: FigureData, name: string): boolean {
  return levelsOf(data, 'setting').includes(name);
}

/** Returns the mean over trials; NaN if there are none. */
export function meanOf(values: ByTrial): number {
  return values.size === 0 ? NaN : meanInterval([...values.values()]).mean;
}

/** Returns the name with the greatest mean of values, or with `sign` -1 the least; undefined if no name has values. */
export function bestOf(names: readonly string[], of: (name: string) => ByTrial, sign = 1): string | undefined {
  let best: string | undefined;
  for (const name of names) {
    const mean = sign * meanOf(of(name));
    if (!Number.isNaN(mean) && !(best !== undefined && sign * meanOf(of(best)) >= mean)) best = name;
  }
  return best;
}

/** Notation of hours. */
export const HOURS: Notation = { factor: 1, digits: 1, unit: 'h' };
/** Notation of numbers of tasks. */
export const TASKS: Notation = { factor: 1, digits: 0, unit: 'tasks' };
