import type { Cell } from '../../experiments/design.js';
import type { Records, Value, Values } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { BY_EQ_25, BY_FDLD_MINUTES, SHORT_LEVELS } from './budgets.js';
import { combined, dataWith, type FigureData, inSetting, levelsOf, planSeries, trialSeries } from '../data.js';
import { type ByTrial, greater, type Notation, type Part } from '../rules.js';
import { boundAt, costAt } from './values.js';

/**
 * Readings of what the thesis leaves open: how GALD-CL computes efficiency, whether the bill uses the cooling power of
 * the room or that of Eq. 43 (CUP), and how many evaluations its hour has.
 */
export const READINGS = [
  'Eq. 25 as printed',
  'efficiency of whole nodes',
  'cooling by CUP',
  "the thesis' hour by its FDLD minutes",
  "the thesis' hour by its FDLD minutes, cooling by CUP",
] as const;
export type Reading = (typeof READINGS)[number];

/** Method that the thesis compares all other methods with. */
export const BASELINE = 'fdld-so';
/** Number of epochs of a day, one per hour. */
export const EPOCHS = 24;

/**
 * Returns the records of a figure with `cost` and `bound` of the day and of each epoch added to each trial, in this
 * interpretation of the thesis (`reading`). Those of epochs are always with the cooling power of the rooms.
 */
export function figureData(records: Records, reading: Reading): FigureData {
  const [cost, bound] = reading.endsWith('cooling by CUP')
    ? ['costByCupUsd', 'boundByCupUsd']
    : ['costUsd', 'boundUsd'];
  return dataWith(records, reading, ({ values }): Values => ({
    cost: values[cost] ?? null,
    bound: values[bound] ?? null,
    ...byEpoch(values['costByEpochUsd'], costAt),
    ...byEpoch(values['boundByEpochUsd'], boundAt),
  }));
}

function byEpoch(list: Value | undefined, nameOf: (epoch: number) => string): Values {
  const known = Array.isArray(list) ? (list as readonly Value[]) : [];
  return Object.fromEntries(Array.from({ length: EPOCHS }, (_, epoch) => [nameOf(epoch), known[epoch] ?? null]));
}

/** Returns the data of each demand that a figure has, with the words that tell it from the others. */
export function byDemand(data: FigureData): { readonly words: string; readonly data: FigureData }[] {
  const demands = levelsOf(data, 'demand');
  return demands.map((demand) => ({
    words: demands.length === 1 ? '' : `demand ${demand}`,
    data: inSetting(data, { demand }),
  }));
}

/** Returns true in an interpretation in which the hour has the evaluations that the thesis' FDLD minutes tell. */
export function isHourB({ reading }: Pick<FigureData, 'reading'>): boolean {
  return reading.startsWith("the thesis' hour");
}

/**
 * Returns the level of the factor "method" whose runs stand for `method` in this interpretation of the thesis
 * (`reading`). Figures without runs of the hour by FDLD's minutes have the usual ones.
 */
export function levelIn(data: FigureData, method: string): string {
  const { reading } = data;
  const [short, shortByEq25] = SHORT_LEVELS;
  if (reading === 'efficiency of whole nodes') return method;
  if (method === short) return shortByEq25;
  if (method !== 'gald-cl') return method;
  return isHourB(data) && levelsOf(data, 'method').includes(BY_FDLD_MINUTES) ? BY_FDLD_MINUTES : BY_EQ_25;
}

/**
 * Returns the name of the level that stands for `method`; of a genetic search with its evaluations in an epoch, without
 * which a result of it says nothing.
 */
export function named(data: FigureData, { method, ...where }: Cell): string {
  const level = levelIn(data, method!);
  const evaluations = evaluationsIn(data, { ...where, method: level });
  return evaluations === '' ? level : `${level} (${evaluations} evaluations an epoch)`;
}

/** Returns the mean number of evaluations of a genetic search in an epoch, as text; '' for other methods. */
export function evaluationsIn(data: FigureData, cell: Cell): string {
  const found = [...trialSeries(data, cell, 'evaluations').values()];
  if (found.length === 0) return '';
  return Math.round(meanInterval(found).mean / EPOCHS).toLocaleString('en-US');
}

/** Returns a value of each trial, including trials whose plan violates limits. */
export function valuesFor(data: FigureData, { method, ...where }: Cell, value: string): ByTrial {
  return trialSeries(data, { ...where, method: levelIn(data, method!) }, value);
}

/** Returns the cost of the day for each trial whose plan meets all limits, USD. */
export function costs(data: FigureData, { method, ...where }: Cell): ByTrial {
  return planSeries(data, { ...where, method: levelIn(data, method!) }, 'cost');
}

/** Returns for each trial the fraction by which a method's cost is below the baseline's. */
export function reductions(data: FigureData, { instance, method }: Cell): ByTrial {
  const cell = (level: string): Cell => ({ instance: instance!, method: level });
  return combined(costs(data, cell(method!)), costs(data, cell(BASELINE)), (own, other) => 1 - own / other);
}

/** Notation of amounts in USD: no decimals. */
export const USD: Notation = { factor: 1, digits: 0, unit: 'USD' };

/**
 * Compares the costs of two methods trial by trial: is `first` cheaper than `than` on average?
 *
 * @param before beginning of the text on what is compared
 */
export function cheaper(data: FigureData, before: string, where: Cell, first: string, than: string): Part {
  const of = (method: string): ByTrial => costs(data, { ...where, method });
  const words = [than, first].map((method) => named(data, { ...where, method }));
  return greater(`${before}${words.join(' over ')}`, of(than), of(first), USD);
}
