import type { Cell } from '../../experiments/design.js';
import type { Records, Values } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { dataWith, type FigureData, levelsOf, planSeries } from '../data.js';
import type { ByTrial, Notation } from '../rules.js';
import { RANDOM_LENIENCY } from './figures.js';
import { BUDGET_SHARE, shareOfPrinted } from './regimes.js';
import { leniencyName, NO_FILTER, printedName, shareName, withName } from './settings.js';

/**
 * Readings of the records: budgets as the papers' shares of what is drawn without one; the same, and Random with the energy filter as well; the
 * printed numbers of GJ as they are.
 */
export const READINGS = [
  "budgets as the papers' shares of unconstrained energy",
  'Random filtered as well',
  'the printed GJ',
] as const;
export type Reading = (typeof READINGS)[number];

/** Hour at which a day ends that never comes to a share of its budget. */
const MIDNIGHT = 24;
/** Prefix of the figures of 002, which measures by starting utilities. */
const BY_STARTING = new Set(['utility-preemptive', 'utility-bursts', 'utility-pair']);

/**
 * Returns the records with, beside their own values: `share`, utility as a share of the maximum, for 002 of starting
 * utilities, else of immediate utility; `energyShare` of the budget; `dryHour` and `hour98`, hours of the day at which
 * 99 % and 98 % of it were drawn, 24 if they never were. Null where there is no budget.
 */
export function figureData(records: Records, reading: Reading): FigureData {
  const isByStarting = BY_STARTING.has(String(records.design.settings['figure']));
  return dataWith(records, reading, ({ values }): Values => {
    const { energyJ, budgetJ } = values;
    const isLimited = typeof energyJ === 'number' && typeof budgetJ === 'number';
    const hour = (name: string): number | null => (isLimited ? Number(values[name] ?? MIDNIGHT) : null);
    return {
      share: values[isByStarting ? 'startingShare' : 'immediateShare'] ?? null,
      energyShare: isLimited ? energyJ / budgetJ : null,
      dryHour: hour('hour99'),
      hour98: hour('hour98'),
    };
  });
}

/** Returns a value by trial of the cell. */
export function valuesFor(data: FigureData, setting: string, method: string, value = 'share'): ByTrial {
  return planSeries(data, { setting, method } satisfies Cell, value);
}

/**
 * Returns the name of the setting that the reading means by a printed budget of `budgetGJ` for 5,000 tasks, with what
 * stands beside it.
 */
export function budgetName({ reading }: FigureData, budgetGJ: number, ...more: readonly string[]): string {
  return withName(reading === READINGS[2] ? printedName(budgetGJ) : shareName(shareOfPrinted(budgetGJ)), ...more);
}

/** Returns the same of the 15 GJ for 10,000 tasks, which are the usual share there. */
export function largeBudgetName({ reading }: FigureData, ...more: readonly string[]): string {
  return withName(reading === READINGS[2] ? printedName(15) : shareName(BUDGET_SHARE), ...more);
}

/** Returns the name of the setting that the reading means by Random in 001 Fig. 3. */
export function randomName({ reading }: FigureData): string {
  return reading === READINGS[1] ? leniencyName(RANDOM_LENIENCY) : NO_FILTER;
}

/** Returns true if a figure has a setting of this name. */
export function isSetting(data: FigureData, name: string): boolean {
  return levelsOf(data, 'setting').includes(name);
}

/** Returns the mean over trials; NaN where there are none. */
export function meanOf(values: ByTrial): number {
  return values.size === 0 ? NaN : meanInterval([...values.values()]).mean;
}

/** Returns the name whose values have the greatest mean, of those that have any; undefined if none has. */
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
