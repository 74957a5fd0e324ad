import { S_PER_H } from '../../../models/units.js';
import type { Records } from '../../experiments/record.js';
import { dataWith, type FigureData, levelsOf, trialSeries } from '../data.js';
import type { ByTrial, Notation } from '../rules.js';
import { budgetsOf } from './figures.js';
import { ROUNDED_UP, TEMPLATES, under } from './levels.js';

/**
 * Readings of how templates round cores: so that no node passes the outlet limit, or up, as printed. The thesis' rounding
 * is not the first one because it breaks the limits that templates are to keep (docs/templates/database.md).
 */
export const READINGS = ['safe', 'rounded up'] as const;
export type Reading = (typeof READINGS)[number];

export function figureData(records: Records, reading: Reading): FigureData {
  return dataWith(records, reading, () => ({}));
}

/**
 * Returns the level of the factor "method" for greedy mapping with templates in this reading, of those that the design
 * has.
 */
export function templatesIn(data: FigureData): string {
  return data.reading === 'rounded up' && levelsOf(data, 'method').includes(ROUNDED_UP) ? ROUNDED_UP : TEMPLATES;
}

/** Returns the levels of the factor "method" that stand for the thesis' nine methods. */
export function thesisMethods(data: FigureData): readonly string[] {
  const left = templatesIn(data) === TEMPLATES ? ROUNDED_UP : TEMPLATES;
  return levelsOf(data, 'method').filter((level) => level !== left);
}

/** Returns a value of each trial for one arrival pattern, method and energy budget. */
export function valueOf(data: FigureData, pattern: string, method: string, value: string, budgetMJ: number): ByTrial {
  return trialSeries(data, { pattern, method }, under(value, budgetMJ));
}

/** Returns the energy budgets for which the trials of the design record a value, in ascending order. */
export function recordedBudgets({ design, byCell }: FigureData, value: string): number[] {
  const [record] = [...byCell.values()].flat();
  return budgetsOf(design).filter((budgetMJ) => record !== undefined && under(value, budgetMJ) in record.values);
}

/**
 * Combines several series trial by trial. A trial that is missing in one of the series is left out.
 *
 * @param figure returns the result of a trial from its value in each series
 */
export function across(series: readonly ByTrial[], figure: (values: readonly number[]) => number): ByTrial {
  const [first, ...others] = series;
  const trials = [...(first?.keys() ?? [])].filter((trial) => others.every((one) => one.has(trial)));
  return new Map(trials.map((trial) => [trial, figure(series.map((one) => one.get(trial)!))]));
}

/** Notation of rewards: no decimals. */
export const REWARD: Notation = { factor: 1, digits: 0, unit: 'reward' };
/** Notation of megajoules: no decimals. */
export const MEGAJOULES: Notation = { factor: 1, digits: 0, unit: 'MJ' };
/** Notation of seconds as hours. */
export const HOURS: Notation = { factor: 1 / S_PER_H, digits: 2, unit: 'h' };
