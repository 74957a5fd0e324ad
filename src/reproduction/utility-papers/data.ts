import type { Cell } from '../../experiments/design.js';
import type { Records, Values } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { dataWith, type FigureData, levelsOf, planSeries } from '../data.js';
import type { ByTrial, Notation } from '../rules.js';
import { RANDOM_LENIENCY } from './figures.js';
import { BUDGET_SHARE, shareOfPrinted } from './regimes.js';
import { leniencyName, NO_FILTER, printedName, shareName, withName } from './settings.js';

/**
 * Readings of the records: budgets as the papers' shares of what is drawn without a budget; the same, with the energy
 * filter for Random too; or the printed numbers of GJ.
 */
export const READINGS = [
  "budgets as the papers' shares of unconstrained energy",
  'Random filtered as well',
  'the printed GJ',
] as const;
export type Reading = (typeof READINGS)[number];

/** Hour recorded for a day that never uses a given share of its budget. */
const MIDNIGHT = 24;
/** Figures of 002, which measures utility relative to starting utilities. */
const BY_STARTING = new Set(['utility-preemptive', 'utility-bursts', 'utility-pair']);

/**
 * Returns the records with four values added: `share`, the utility divided by the maximum (for 002 that of starting
 * utilities, otherwise of immediate utility); `energyShare`, the used part of the budget; `dryHour` and `hour98`, the
 * hours of the day at which 99 % and 98 % of it were used, 24 if never. Null if there is no budget.
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

/** Returns a value of a cell by trial. */
export function valuesFor(data: FigureData, setting: string, method: string, value = 'share'): ByTrial {
  return planSeries(data, { setting, method } satisfies Cell, value);
}

/**
 * Returns the name of the setting that stands for a printed budget of `budgetGJ` for 5,000 tasks under this reading,
 * followed by further parts of the name.
 */
export function budgetName({ reading }: FigureData, budgetGJ: number, ...more: readonly string[]): string {
  return withName(reading === READINGS[2] ? printedName(budgetGJ) : shareName(shareOfPrinted(budgetGJ)), ...more);
}

/**
 * Returns the name of the setting that stands for the printed 15 GJ for 10,000 tasks, which are the usual share there.
 */
export function largeBudgetName({ reading }: FigureData, ...more: readonly string[]): string {
  return withName(reading === READINGS[2] ? printedName(15) : shareName(BUDGET_SHARE), ...more);
}

/** Returns the name of the setting that stands for Random in 001 Fig. 3 under this reading. */
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

/** Returns the name with the greatest mean among those that have values; undefined if none has. */
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
